import type { Member, NewMember } from './member-reads.ts';

type Role = Member['role'];
type Product = Member['products'][number];

/** The roles with what a person may do, from most to least. */
export const ROLES: readonly (readonly [Role, string])[] = [
  ['admin', 'admin: everything, members and webhooks included'],
  ['editor', 'editor: everything in the products, except webhooks'],
  ['viewer', 'viewer: can only read'],
];

/** The products as a person calls them. */
export const PRODUCTS: readonly (readonly [Product, string])[] = [
  ['publishing', 'Publishing'],
  ['biolinks', 'Bio-link pages'],
  ['salesbot', 'Messaging'],
];

/** What a member may do. */
export type AccessDraft = { readonly role: Role; readonly products: readonly Product[] };

/** What a person enters about a new member. */
export type MemberDraft = AccessDraft & { readonly name: string; readonly email: string };

export const EMPTY_DRAFT: MemberDraft = {
  name: '',
  email: '',
  role: 'editor',
  products: PRODUCTS.map(([product]) => product),
};

/** The fields that the forms show, as pointers of the API. */
export const MEMBER_FIELDS = ['#/name', '#/email', '#/role', '#/products'];

/** The request that adds a member. */
export function requestOf({ name, email, role, products }: MemberDraft): NewMember {
  return { name, email, role, products: [...products] };
}

/** The request that changes a member: what differs. */
export function changesOf(from: AccessDraft, to: AccessDraft): { role?: Role; products?: Product[] } {
  const isSame = from.products.toSorted().join() === to.products.toSorted().join();
  return {
    ...(from.role === to.role ? {} : { role: to.role }),
    // An admin gets all products unless the request has some.
    ...(isSame && from.role === to.role ? {} : { products: [...to.products] }),
  };
}

/** The products with or without one, in the order of the list. */
export function withProduct(
  products: readonly Product[],
  product: Product,
  isChosen: boolean,
): readonly Product[] {
  return PRODUCTS.map(([each]) => each).filter((each) =>
    each === product ? isChosen : products.includes(each),
  );
}

/** The products of a member as words. */
export function productNames(products: readonly string[]): string {
  return PRODUCTS.filter(([product]) => products.includes(product))
    .map(([, name]) => name)
    .join(', ');
}

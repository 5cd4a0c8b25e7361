import { type Member, MEMBER_PRODUCTS } from '#shared/platform/identity/workspace.ts';

/** The fields of an edit of a member; absent fields keep their values. */
export type MemberEdit = { readonly [K in 'role' | 'products']?: Member[K] | undefined };

/**
 * The member after an edit, or undefined if nothing changes. A new admin gets every product unless the edit contains
 * `products` (docs/specification.md#roles).
 */
export function changeMember(before: Member, edit: MemberEdit): Member | undefined {
  const role = edit.role ?? before.role;
  const becomesAdmin = role === 'admin' && before.role !== 'admin';
  const products = edit.products ?? (becomesAdmin ? MEMBER_PRODUCTS : before.products);
  if (role === before.role && products.join() === before.products.join()) return undefined;
  return { ...before, role, products, revision: before.revision + 1 };
}

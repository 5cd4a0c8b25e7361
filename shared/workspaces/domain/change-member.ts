import { type Member, MEMBER_PRODUCTS } from '#shared/platform/identity/workspace.ts';

/** What may change of a member; absent parts stay. */
export type MemberEdit = { readonly [K in 'role' | 'products']?: Member[K] | undefined };

/**
 * The member after an edit, or undefined if it changes nothing. Whoever becomes an admin gets every product unless the edit
 * names them: admin means everything (R11).
 */
export function changeMember(before: Member, edit: MemberEdit): Member | undefined {
  const role = edit.role ?? before.role;
  const becomesAdmin = role === 'admin' && before.role !== 'admin';
  const products = edit.products ?? (becomesAdmin ? MEMBER_PRODUCTS : before.products);
  if (role === before.role && products.join() === before.products.join()) return undefined;
  return { ...before, role, products, revision: before.revision + 1 };
}

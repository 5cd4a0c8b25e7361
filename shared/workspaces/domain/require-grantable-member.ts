import { PlatformError } from '#shared/platform/core/errors.ts';
import { type Member, MEMBER_PRODUCTS, type MemberProduct } from '#shared/platform/identity/workspace.ts';
import { adminRequired } from './admin-required.ts';
import { permissionsOf } from './permissions.ts';

type Access = Pick<Member, 'role' | 'products'>;

/** Whether a member has every permission, so that the member can give all of them to others. */
export function isFullAdmin(member: Access | null): boolean {
  return member?.role === 'admin' && MEMBER_PRODUCTS.every((product) => member.products.includes(product));
}

/** The products in which a change gives the member permissions; all products of a member who is added. */
export function gainedProducts(before: Access | null, after: Access): MemberProduct[] {
  const gained = gainedPermissions(before, after).map((permission) => permission.split(':')[0]);
  return MEMBER_PRODUCTS.filter((product) => gained.includes(product));
}

/**
 * Requires that the calling member is an admin, and has every product in which the change gives permissions
 * (docs/specification.md#keys-act-as-members).
 * @throws PlatformError `admin_required` · `permission_not_grantable`
 */
export function requireGrantableMember(before: Access | null, after: Access, caller: Access): void {
  if (caller.role !== 'admin') throw adminRequired();
  const held = permissionsOf(caller);
  const permissions = gainedPermissions(before, after).filter((permission) => !held.has(permission));
  if (permissions.length === 0) return;
  const lacking = gainedProducts(before, after).filter((product) => !caller.products.includes(product));
  throw new PlatformError(
    'permission_not_grantable',
    `The member of your API key lacks products: ${lacking.join(', ')}. Send \`products\` without them, or use a key ` +
      'of an admin who has them.',
    { permissions },
  );
}

function gainedPermissions(before: Access | null, after: Access) {
  const had = before ? permissionsOf(before) : new Set();
  return [...permissionsOf(after)].filter((permission) => !had.has(permission));
}

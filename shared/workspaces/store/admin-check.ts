import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { MemberProduct } from '#shared/platform/identity/workspace.ts';
import { memberKey } from '#shared/platform/store/keys.ts';
import { type Condition, type Write, checkItem } from '#shared/platform/store/write.ts';
import { adminRequired } from '#shared/workspaces/domain/admin-required.ts';

/** The member is an admin of these products at the time of the write. */
function isAdminOf(products: readonly MemberProduct[]): Condition {
  const held = products.map((product, index) => [`:product_${index}`, product] as const);
  return {
    expression: ['#role = :admin', ...held.map(([name]) => `contains(products, ${name})`)].join(' AND '),
    names: { '#role': 'role' },
    values: { ':admin': 'admin', ...Object.fromEntries(held) },
    // An admin who lost a product since the read gets the error of the second attempt.
    onFailure: (found) => (found?.['role'] === 'admin' ? new ConcurrentUpdateError() : adminRequired()),
  };
}

/**
 * Requires that the caller is an admin, and has the products that the change gives, at the time of the write. A cached key is
 * accepted for up to 30 s (docs/specification.md#effective-permissions), too long for a removed admin who could still change
 * other members and keys.
 * @throws PlatformError `admin_required` · ConcurrentUpdateError
 */
export function adminCheck(
  workspaceId: string,
  memberId: string,
  products: readonly MemberProduct[] = [],
): Write {
  return checkItem(memberKey(workspaceId, memberId), isAdminOf(products));
}

/** The member whose key makes a change; undefined if the platform or an operator makes it. */
export function requirePrincipal({ actor }: Change): string | undefined {
  return actor.kind === 'key' ? actor.member : undefined;
}

import type { Product } from '#shared/events/catalogue/channels.ts';
import { allows } from '#shared/platform/identity/role-permissions.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { afterTriggers } from './endpoint-machine.ts';
import { type Endpoint, endpointProducts } from './endpoint.ts';
import { subscribePermission } from './subscribe-permission.ts';

/** Whether a member can be responsible for an endpoint: an admin who can subscribe to each of its products. */
export function canBeResponsible(
  member: Pick<Member, 'role' | 'products'> | null,
  products: readonly Product[],
): boolean {
  if (member?.role !== 'admin') return false;
  return products.every((product) => allows(member, subscribePermission[product]));
}

/** Replaces the name of a removed member, whose data is not kept (ADR 18). */
export const FORMER_MEMBER = 'Former member';

/**
 * The endpoints that a change of their responsible member suspends; `after` is null for a removal. Their settings version
 * stays the same, so pending deliveries are held, not cancelled (docs/specification/webhooks.md#suspended-endpoints). An endpoint that
 * is already suspended stays suspended, even if the member regains access; a removal only replaces the member's name.
 */
export function suspendedBy(
  member: Pick<Member, 'id'>,
  after: Pick<Member, 'role' | 'products'> | null,
  endpoints: readonly Endpoint[],
  now: Date,
): { readonly before: Endpoint; readonly after: Endpoint }[] {
  return endpoints
    .filter(({ responsibleMember, suspendedReason }) => {
      return responsibleMember.id === member.id && (suspendedReason === null || after === null);
    })
    .filter((endpoint) => !canBeResponsible(after, endpointProducts(endpoint)))
    .map((before) => ({
      before,
      after: {
        ...before,
        ...(after === null ? { responsibleMember: { id: member.id, name: FORMER_MEMBER } } : {}),
        ...afterTriggers(before, ['admin leaves'], 'responsible_admin_inactive'),
        revision: before.revision + 1,
        updatedAt: now,
      },
    }));
}

/**
 * Whether an edit requires a responsible admin with access: it enables the endpoint, takes it over, or adds a product to
 * an enabled endpoint (docs/failure-histories.md#member-removal-race). A rename or a pause never requires one.
 */
export function needsResponsibleAdmin(before: Endpoint, after: Endpoint): boolean {
  const resumes = before.suspendedReason !== null && after.suspendedReason === null;
  if (resumes || before.responsibleMember.id !== after.responsibleMember.id) return true;
  if (!after.enabled || after.suspendedReason !== null) return after.enabled && !before.enabled;
  const had = new Set(endpointProducts(before));
  return !before.enabled || endpointProducts(after).some((product) => !had.has(product));
}

import type { Product } from '#shared/platform/core/channels.ts';
import { subscribePermission } from '#shared/platform/identity/principal.ts';
import { permissionsOf } from '#shared/platform/identity/role-permissions.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { type Endpoint, endpointProducts } from './endpoint.ts';

/** Whether a member can be responsible for an endpoint of these products: an admin who holds each of them (R11). */
export function canBeResponsible(
  member: Pick<Member, 'role' | 'products'> | null,
  products: readonly Product[],
): boolean {
  if (member?.role !== 'admin') return false;
  const held = permissionsOf(member);
  return products.every((product) => held.has(subscribePermission[product]));
}

/** What is shown in place of the name of a member who was removed: nothing of theirs is kept (ADR 18). */
const FORMER_MEMBER = 'Former member';

/**
 * The endpoints that a change of their responsible member suspends, as they are then; `after` is null for a removal (G79).
 * Queued deliveries keep their version of the settings: they are held, not cancelled (R16). Access that comes back resumes
 * nothing, so a suspended endpoint stays as it is; only the name of who was removed goes from it.
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
        suspendedReason: 'responsible_admin_inactive',
        revision: before.revision + 1,
        updatedAt: now,
      },
    }));
}

/**
 * Whether an edit needs a responsible member with access: when it switches on, takes over, or gives an enabled endpoint a
 * product that it had not (H18). A rename or a pause never waits for that.
 */
export function needsResponsibleAdmin(before: Endpoint, after: Endpoint): boolean {
  const resumes = before.suspendedReason !== null && after.suspendedReason === null;
  if (resumes || before.responsibleMember.id !== after.responsibleMember.id) return true;
  if (!after.enabled || after.suspendedReason !== null) return after.enabled && !before.enabled;
  const had = new Set(endpointProducts(before));
  return !before.enabled || endpointProducts(after).some((product) => !had.has(product));
}

import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { type BroadcastTransition, transition, requireAllowed } from './broadcast-transition.ts';
import type { Broadcast } from './broadcast.ts';

/**
 * Approves a broadcast; members may approve their own (docs/specification/broadcasts.md#broadcast-approval). Returns undefined if this
 * content is already approved, or if the broadcast is about to start with the earlier approval: a new approval, given after
 * the scheduled time, would replace it and block the start.
 * @throws PlatformError `broadcast_not_editable` · `approval_not_required`
 */
export function approveBroadcast(
  before: Broadcast,
  memberId: string,
  now: Date,
): BroadcastTransition | undefined {
  requireAllowed('approve', before);
  requireNeeded(before);
  if (before.approval?.contentChangedSince === false || startsByNow(before, now)) return undefined;
  const approval = { by: memberId, at: now, contentChangedSince: false };
  return transition('approve', before, before.state, { approval }, now);
}

/**
 * Revokes the approval; a scheduled broadcast stays scheduled. Returns undefined if there is none.
 * @throws PlatformError `broadcast_not_editable` · `approval_not_required`
 */
export function revokeApproval(before: Broadcast, now: Date): BroadcastTransition | undefined {
  requireAllowed('revoke', before);
  requireNeeded(before);
  return before.approval === null
    ? undefined
    : transition('revoke', before, before.state, { approval: null }, now);
}

/** Whether the content was edited after the approval that the broadcast requires (docs/specification/broadcasts.md#broadcast-approval). */
export function changedSinceApproval({ requiresApproval, approval }: Broadcast): boolean {
  return requiresApproval && approval?.contentChangedSince === true;
}

/**
 * Requires that the caller could approve the content as it is now, if it was edited after the approval.
 * @throws PlatformError `approval_outdated`
 */
export function requireCurrentApproval(before: Broadcast, mayApprove: boolean): void {
  if (mayApprove || !changedSinceApproval(before)) return;
  throw new PlatformError(
    broadcastsErrors.approval_outdated,
    'The broadcast was edited after its approval. Have it approved again, or use a key with salesbot:broadcasts:approve.',
  );
}

function startsByNow({ state, approval, due }: Broadcast, now: Date): boolean {
  return state === 'scheduled' && approval !== null && due !== null && due.at < now;
}

function requireNeeded({ requiresApproval }: Broadcast): void {
  if (requiresApproval) return;
  throw new PlatformError(
    broadcastsErrors.approval_not_required,
    'The broadcast does not require an approval. To require one, set requires_approval to true first.',
  );
}

import { PlatformError } from '#shared/platform/core/errors.ts';
import { errorIn, statesAllowing } from '#shared/platform/core/state-machine.ts';
import { BROADCAST_MACHINE } from './broadcast-machine.ts';
import type { Broadcast, BroadcastState } from './broadcast.ts';

type Trigger = keyof typeof BROADCAST_MACHINE.triggers;

/** The broadcast after a state transition, and the name of the event that the transition emits, if any. */
export type BroadcastMove = { readonly broadcast: Broadcast; readonly emits: string | undefined };

/** Fields that a state transition may change; identity, content and revision are not among them. */
type MoveChanges = Partial<
  Omit<
    Broadcast,
    'id' | 'workspaceId' | 'name' | 'message' | 'state' | 'revision' | 'createdAt' | 'updatedAt'
  >
>;

/** @throws PlatformError with the code of the state machine if it rejects the trigger, and with the states that allow it */
export function requireAllowed(trigger: Trigger, { state }: Pick<Broadcast, 'state'>): void {
  const code = errorIn(BROADCAST_MACHINE, trigger, state);
  if (code === undefined) return;
  const allowed = statesAllowing(BROADCAST_MACHINE, trigger);
  throw new PlatformError(code, `The broadcast is ${state.replace('_', ' ')}.`, {
    state,
    [code === 'broadcast_not_editable' ? 'editable_states' : 'allowed_states']: allowed,
  });
}

/**
 * Performs a state transition of the state machine, which also decides the event. @throws PlatformError as `requireAllowed` ·
 * Error for a transition that the state machine does not define, which is a bug of the caller
 */
export function move(
  trigger: Trigger,
  before: Broadcast,
  to: BroadcastState,
  changes: MoveChanges,
  now: Date,
): BroadcastMove {
  requireAllowed(trigger, before);
  const reaction = BROADCAST_MACHINE.triggers[trigger][before.state].find(
    (each) => 'to' in each && each.to === to,
  );
  if (reaction === undefined || !('to' in reaction)) {
    throw new Error(`${trigger} has no transition from ${before.state} to ${to}`);
  }
  const revision = before.revision + 1;
  return {
    broadcast: { ...before, ...changes, state: to, revision, updatedAt: now },
    emits: reaction.emits,
  };
}

/**
 * The next scheduled job of a broadcast, with a timer or found by the sweep alone (docs/specification.md#timers); null
 * schedules nothing.
 */
export function replan(
  { planSeq }: Broadcast,
  next: { readonly at: Date; readonly timer: boolean } | null,
): Pick<Broadcast, 'due' | 'planSeq'> {
  const seq = planSeq + 1;
  return { planSeq: seq, due: next && { ...next, seq } };
}

import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import { errorOf, PlatformError } from '#shared/platform/core/errors.ts';
import { errorIn, statesAllowing, transitionFrom } from '#shared/platform/core/state-machine.ts';
import { BROADCAST_MACHINE } from './broadcast-machine.ts';
import type { Broadcast, BroadcastState } from './broadcast.ts';

type Trigger = keyof typeof BROADCAST_MACHINE.triggers;

/** A broadcast after a state transition, and the name of the event that the transition emits, if any. */
export type BroadcastTransition = { readonly broadcast: Broadcast; readonly emits: string | undefined };

/** Fields that a transition may set. Identity, content and revision are not among them. */
type TransitionChanges = Partial<
  Omit<
    Broadcast,
    'id' | 'workspaceId' | 'name' | 'message' | 'state' | 'revision' | 'createdAt' | 'updatedAt'
  >
>;

/** @throws PlatformError with the machine's code and the states that allow the trigger, if the machine rejects it */
export function requireAllowed(trigger: Trigger, { state }: Pick<Broadcast, 'state'>): void {
  const code = errorIn(BROADCAST_MACHINE, trigger, state);
  if (code === undefined) return;
  const allowed = statesAllowing(BROADCAST_MACHINE, trigger);
  const states = `state${allowed.length === 1 ? '' : 's'} ${allowed.join(' and ')}`;
  const detail = `The broadcast is in the state ${state}. The operation is allowed only in the ${states}.`;
  const error = errorOf(code, {
    broadcast_state_invalid: eventsErrors.broadcast_state_invalid,
    broadcast_not_editable: broadcastsErrors.broadcast_not_editable,
  });
  throw new PlatformError(error, detail, {
    state,
    [code === 'broadcast_not_editable' ? 'editable_states' : 'allowed_states']: allowed,
  });
}

/**
 * Applies a state transition of the machine, which also determines the event. @throws PlatformError as `requireAllowed` ·
 * Error if the machine has no such transition, which is a programming error
 */
export function transition(
  trigger: Trigger,
  before: Broadcast,
  to: BroadcastState,
  changes: TransitionChanges,
  now: Date,
): BroadcastTransition {
  requireAllowed(trigger, before);
  const { to: state, emits } = transitionFrom(BROADCAST_MACHINE, trigger, before.state, to);
  const isSilent = before.sender === 'platform' && SILENT_FOR_PLATFORM.has(trigger);
  const revision = before.revision + 1;
  return {
    broadcast: { ...before, ...changes, state, revision, updatedAt: now },
    emits: isSilent ? undefined : emits,
  };
}

/** The start of a platform broadcast emits no event, because its recipients are not known yet. */
const SILENT_FOR_PLATFORM: ReadonlySet<Trigger> = new Set(['send', 'start']);

/** The next schedule of a broadcast, with a timer or for the sweep alone; null schedules nothing. */
export function replan(
  { planSeq }: Broadcast,
  next: { readonly at: Date; readonly timer: boolean } | null,
): Pick<Broadcast, 'due' | 'planSeq'> {
  const seq = planSeq + 1;
  return { planSeq: seq, due: next && { ...next, seq } };
}

import { PlatformError } from '#shared/platform/core/errors.ts';
import { errorIn, statesAllowing } from '#shared/platform/core/state-machine.ts';
import { BROADCAST_MACHINE } from './broadcast-machine.ts';
import type { Broadcast, BroadcastState } from './broadcast.ts';

type Trigger = keyof typeof BROADCAST_MACHINE.triggers;

/** What a trigger makes of a broadcast, with the name of the event it causes, if it causes one. */
export type BroadcastMove = { readonly broadcast: Broadcast; readonly emits: string | undefined };

/** Members that a move may set; identity, content and revision are not its business. */
type MoveChanges = Partial<
  Omit<
    Broadcast,
    'id' | 'workspaceId' | 'name' | 'message' | 'state' | 'revision' | 'createdAt' | 'updatedAt'
  >
>;

/** @throws PlatformError with the machine's code if it refuses the trigger, with the states that allow it (G74) */
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
 * Moves a broadcast as the machine's table says; the event comes from there too. @throws PlatformError as `requireAllowed` ·
 * Error for a move that the table does not know, which is a fault of the caller
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
    throw new Error(`${trigger} leads no broadcast from ${before.state} to ${to}`);
  }
  const revision = before.revision + 1;
  return {
    broadcast: { ...before, ...changes, state: to, revision, updatedAt: now },
    emits: reaction.emits,
  };
}

/** The next plan of a broadcast: when to look at it again, by a timer or by the sweep alone; null plans nothing (R30). */
export function replan(
  { planSeq }: Broadcast,
  next: { readonly at: Date; readonly timer: boolean } | null,
): Pick<Broadcast, 'due' | 'planSeq'> {
  const seq = planSeq + 1;
  return { planSeq: seq, due: next && { ...next, seq } };
}

import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import { PlatformError, ValidationError } from '#shared/platform/core/errors.ts';
import { continuedAt } from './broadcast-run.ts';
import { type BroadcastTransition, requireAllowed, transition } from './broadcast-transition.ts';
import type { Broadcast } from './broadcast.ts';
import { requirePlatformBroadcast } from './platform-broadcast.ts';
import { fromUnits } from './price.ts';
import type { PlatformBroadcast } from './recipient.ts';
import type { RunState } from './run-state.ts';
import { watchdog } from './start-broadcast.ts';

/** A broadcast after a pause or its end, with its run and control. */
export type PauseChange = { readonly made: BroadcastTransition; readonly state: RunState };

/**
 * The broadcast, if it can be paused and resumed at all.
 * @throws PlatformError `broadcast_sent_externally` · `broadcast_state_invalid`
 */
export function requirePausable(trigger: 'pause' | 'resume', before: Broadcast): PlatformBroadcast {
  const pausable = requirePlatformBroadcast(before);
  requireAllowed(trigger, before);
  return pausable;
}

/** Pauses a broadcast on request. Returns undefined if it is paused, for whatever reason. @throws as `requirePausable` */
export function pauseBroadcast(before: Broadcast, state: RunState, now: Date): PauseChange | undefined {
  requirePausable('pause', before);
  if (state.control.pausedAt) return undefined;
  const control = { ...state.control, pausedAt: now, pausedReason: 'requested' } as const;
  return { made: transition('pause', before, 'in_flight', {}, now), state: { ...state, control } };
}

/**
 * Continues a paused broadcast at once, with another budget if there is one, and restarts its watchdog. Returns undefined if the broadcast
 * is not paused.
 * @throws ValidationError `out_of_range` for a smaller budget · PlatformError `broadcast_budget_reached` · as `requirePausable`
 */
export function resumeBroadcast(
  before: Broadcast,
  { run, control }: RunState,
  wanted: number | undefined,
  now: Date,
): PauseChange | undefined {
  const { sending } = requirePausable('resume', before);
  if (!control.pausedAt) return undefined;
  const { budget: current, reserved, pausedReason } = control;
  if (wanted !== undefined && (current === null || wanted < current)) throw smallerBudget(current);
  const budget = wanted ?? current;
  if (pausedReason === 'budget_reached' && budget === current) {
    const detail =
      `The messages cost ${fromUnits(reserved)} dollars so far, and the next one would exceed the budget. ` +
      'Send a higher amount in budget.amount.';
    throw new PlatformError(broadcastsErrors.broadcast_budget_reached, detail);
  }
  const changes = { ...watchdog(before, now), sending: { ...sending, budget } };
  return {
    made: transition('resume', before, 'in_flight', changes, now),
    state: {
      run: continuedAt(run, now, now),
      control: { ...control, pausedAt: null, pausedReason: null, budget },
    },
  };
}

function smallerBudget(current: number | null): ValidationError {
  const detail =
    current === null
      ? 'The broadcast has no budget, and a budget can only be raised. Omit it.'
      : `A budget can only be raised. Use at least ${fromUnits(current)}.`;
  return new ValidationError([{ pointer: '#/budget/amount', code: 'out_of_range', detail }]);
}

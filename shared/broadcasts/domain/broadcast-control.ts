import type { PlatformBroadcast } from './recipient.ts';

/** Why a broadcast is paused. */
export const PAUSE_REASONS = [
  'requested',
  'budget_reached',
  'spend_limit_reached',
  'number_unavailable',
] as const;

export type PauseReason = (typeof PAUSE_REASONS)[number];

/**
 * The pause, the end and the budget of a broadcast. The transaction of every claim checks this item, so nothing is claimed after a pause, after
 * the end, or above the budget.
 */
export type BroadcastControl = {
  readonly broadcastId: string;
  readonly workspaceId: string;
  readonly pausedAt: Date | null;
  readonly pausedReason: PauseReason | null;
  /** Whether the broadcast has ended. */
  readonly isStopped: boolean;
  /** In units of `price.ts`; null for none. */
  readonly budget: number | null;
  /** The sum of the prices of all claimed messages, in units, without those that were certainly not sent. */
  readonly reserved: number;
};

/** The control of a broadcast that starts. */
export function newControl({ id, workspaceId, sending }: PlatformBroadcast): BroadcastControl {
  return {
    broadcastId: id,
    workspaceId,
    pausedAt: null,
    pausedReason: null,
    isStopped: false,
    budget: sending.budget,
    reserved: 0,
  };
}

/** Why no recipient can be claimed. `changed`: the budget has changed since the control was read. */
export type Hold = 'paused' | 'stopped' | 'changed' | Exclude<PauseReason, 'requested'>;

/** Why a message with this price must not be sent, by the control of its broadcast; undefined if it may be. */
export function holdOf(
  { pausedAt, isStopped, budget, reserved }: BroadcastControl,
  price: number,
): Hold | undefined {
  if (isStopped) return 'stopped';
  if (pausedAt !== null) return 'paused';
  return budget !== null && reserved + price > budget ? 'budget_reached' : undefined;
}

/** The broadcast is paused, has ended or has used up its budget, so no recipient was claimed. */
export class BroadcastHeldError extends Error {
  override readonly name = 'BroadcastHeldError';
  readonly hold: Hold;

  constructor(hold: Hold) {
    super(`The broadcast sends nothing: ${hold}`);
    this.hold = hold;
  }
}

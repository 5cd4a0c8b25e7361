import { countOf } from '#console/parts/counted.ts';
import type { Broadcast } from '#console/screens/broadcasts/broadcast-reads.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#shared/platform/core/time-units.ts';

export type SendingProgress = NonNullable<Broadcast['progress']>;
export type RecipientStatus = keyof SendingProgress['counts'];
export type PauseReason = NonNullable<SendingProgress['paused_reason']>;

/** The statuses of recipients in their order, each with its word on the screen. */
export const STATUSES: readonly (readonly [RecipientStatus, string])[] = [
  ['pending', 'waiting'],
  ['sending', 'being sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
  ['unknown', 'unknown'],
  ['skipped', 'skipped'],
];

/** Why a broadcast is paused, and what to do. */
const PAUSES: Readonly<Record<PauseReason, string>> = {
  requested: 'The broadcast was paused on request. Resume it to continue.',
  budget_reached:
    'The next message would exceed the budget. To continue, resume the broadcast with a higher budget. To end it, cancel it.',
  spend_limit_reached:
    'The spend limit of this installation at AWS is reached. Ask its operator to raise the limit, then resume the broadcast.',
  number_unavailable:
    'The phone number is no longer verified. Verify it again under Phone numbers, then resume the broadcast.',
};

const DOLLARS = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 5,
});

/** Why a broadcast is paused, and what to do; a sentence for a reason that a later version of the API adds. */
export function pauseSentence(reason: string | null): string {
  const known = reason !== null && isPauseReason(reason) ? PAUSES[reason] : undefined;
  return known ?? 'The broadcast sends nothing now. Resume it to continue.';
}

/** An amount of dollars, such as `$12.50`. */
export function dollars(amount: string): string {
  return DOLLARS.format(Number(amount));
}

/** A duration without false precision, such as `3 minutes`. */
export function durationInWords(seconds: number): string {
  const [minutes, hours] = [Math.round(seconds / 60), Math.round(seconds / HOUR_SECONDS)];
  if (seconds < 60) return 'less than a minute';
  if (minutes < 60) return countOf(minutes, 'minute');
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.round(seconds / DAY_SECONDS), 'day');
}

/** How many recipients have an outcome, and how many there are. Skipped recipients are not in either number. */
export function doneOf({ counts }: Pick<SendingProgress, 'counts'>): {
  readonly done: number;
  readonly recipients: number;
} {
  const { pending, sending, skipped: _, ...ended } = counts;
  const done = Object.values(ended).reduce((sum, count) => sum + count, 0);
  return { done, recipients: done + pending + sending };
}

function isPauseReason(reason: string): reason is PauseReason {
  return Object.hasOwn(PAUSES, reason);
}

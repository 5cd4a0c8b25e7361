import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { endOfLife } from './message-progress.ts';
import type { Message, SentMessage } from './message.ts';

/** How long a claim is valid, in milliseconds: longer than the function that sends can run. */
export const LEASE_MS = 60_000;

/** Wait before the second attempt in milliseconds; each further wait is twice as long, up to the longest. */
const FIRST_WAIT_MS = 5000;
const MAX_WAIT_MS = 5 * MINUTE_MS;

/** What a job of a message does. */
export type MessageAction =
  /** An earlier run has done it, or the message has changed. */
  | { readonly kind: 'outdated' }
  /** The job arrived before its time. */
  | { readonly kind: 'early'; readonly at: Date }
  | { readonly kind: 'send' }
  /** The message waited too long. */
  | { readonly kind: 'expire' }
  /** The lease has ended without a result. */
  | { readonly kind: 'lose' };

/** Decides by the stored state, so that a job that is repeated, late or early does nothing else. */
export function decideMessageJob(
  message: Message | undefined,
  { seq }: Pick<ScheduledJob, 'seq'>,
  now: Date,
): MessageAction {
  if (message?.due?.seq !== seq) return { kind: 'outdated' };
  const { due, status } = message;
  if (due.at > now) return { kind: 'early', at: due.at };
  if (status === 'sending') return { kind: 'lose' };
  if (status !== 'queued') return { kind: 'outdated' };
  return now >= endOfLife(message) ? { kind: 'expire' } : { kind: 'send' };
}

/** When a message that the provider deferred is sent again, but not after the end of its life, when it fails. */
export function nextAttemptAt(message: SentMessage, retryAfterMs: number | null, now: Date): Date {
  const doubled = FIRST_WAIT_MS * 2 ** Math.max(0, message.attempts - 1);
  const wait = retryAfterMs ?? Math.min(doubled, MAX_WAIT_MS);
  return new Date(Math.min(now.getTime() + wait, Math.max(endOfLife(message).getTime(), now.getTime())));
}

import type { Delivery, DeliveryState } from './delivery.ts';
import type { DeliveryReason } from './delivery-reason.ts';

const REASONS: Readonly<Record<DeliveryReason, string>> = {
  receiver_rejected:
    'A 4xx answer says that the request is wrong, which trying again would not change. Mend the receiver, then resend.',
  redirect_refused:
    'The receiver answered with a redirect, and redirects are not followed. Set the URL it points to.',
  address_blocked: 'The host does not lead to a public address. Correct the URL or its DNS, then resend.',
  attempts_exhausted: 'All six attempts failed. Mend the receiver, then resend or recover.',
  receiver_error: 'The receiver answered with an error that may pass.',
  receiver_timeout: 'The receiver did not answer within 8 seconds. Answer first, work later.',
  connection_failed: 'No connection to the receiver came about.',
  receiver_asked_to_wait: 'The receiver asked to wait with Retry-After.',
  attempt_interrupted: 'The attempt was broken off on our side.',
  endpoint_unresponsive:
    'The receiver gave no answer to several deliveries in a row, so this one waits while it is tried with single ones.',
  endpoint_edited: 'The endpoint was edited after this was queued. Resend it to use the new settings.',
  endpoint_paused: 'The endpoint was paused after this was queued. Enable it, then resend.',
  endpoint_deleted: 'The endpoint was deleted.',
  endpoint_suspended: 'The admin responsible for the endpoint lost access. Another admin can take it over.',
  payload_expired: 'The payload is no longer stored.',
  superseded_by_resend: 'A resend of this delivery succeeded.',
};

/** In words: why a delivery stands as it does, and what happens next. */
export type Explanation = { readonly why: string; readonly next: string };

/** Explains a delivery by its state as shown, so that nobody has to know the retry rules by heart. */
export function explainDelivery(
  { state, reason }: { readonly state: DeliveryState; readonly reason: DeliveryReason | null },
  { nextAttemptAt, attempts }: Pick<Delivery, 'nextAttemptAt' | 'attempts'>,
): Explanation {
  if (state === 'succeeded')
    return { why: 'The receiver answered with a 2xx.', next: 'Nothing: it is delivered.' };
  const status = attempts.at(-1)?.statusCode ?? null;
  const answered = status === null ? '' : `The last answer was ${status}. `;
  const until =
    reason === 'receiver_asked_to_wait' && nextAttemptAt
      ? ` It waits until ${nextAttemptAt.toISOString()}.`
      : '';
  const why =
    reason === null ? 'It is waiting for its first attempt.' : `${answered}${REASONS[reason]}${until}`;
  return { why, next: nextOf(state, reason, nextAttemptAt, attempts.length) };
}

function nextOf(
  state: DeliveryState,
  reason: DeliveryReason | null,
  nextAttemptAt: Date | null,
  made: number,
): string {
  if (reason === 'endpoint_unresponsive' && nextAttemptAt) {
    return `Attempt ${made + 1} is made as soon as the receiver answers again, at the latest at about ${nextAttemptAt.toISOString()}.`;
  }
  if (state === 'queued') return 'The first attempt is made within a minute.';
  if (state === 'retrying' && nextAttemptAt) {
    return `Attempt ${made + 1} is made at about ${nextAttemptAt.toISOString()}.`;
  }
  if (state === 'held') return 'Nothing until the endpoint is taken over; then it can be resent.';
  return 'Nothing more by itself. It can be resent while its payload is stored.';
}

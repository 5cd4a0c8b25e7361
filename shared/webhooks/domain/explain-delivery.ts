import type { DeliveryReason, Delivery, DeliveryState } from './delivery.ts';

const REASONS: Readonly<Record<DeliveryReason, string>> = {
  receiver_rejected:
    'The receiver rejected the request with a 4xx status. A retry would not change that. Fix the ' +
    'receiver, then resend.',
  redirect_refused:
    'The receiver returned a 3xx status, which is not a success, and redirects are not followed. Respond with 2xx, or set ' +
    'the endpoint URL to the target of the redirect.',
  address_blocked:
    'The host does not resolve to a public address. Correct the URL or its DNS records, then resend.',
  attempts_exhausted: 'All six attempts failed. Fix the receiver, then resend or recover.',
  receiver_error: 'A response with the status 408, 429 or 5xx is retried.',
  receiver_timeout:
    'The receiver did not respond within 8 seconds. Respond first, and process the event afterwards.',
  connection_failed: 'No connection to the receiver was established, or it was closed before a response.',
  receiver_asked_to_wait: 'The receiver requested a delay with Retry-After.',
  attempt_interrupted: 'The platform aborted the attempt.',
  endpoint_unresponsive:
    'The receiver did not respond to several deliveries in a row. Until it responds again, only one ' +
    'delivery at a time is sent, as a test; the others wait.',
  endpoint_edited:
    'The endpoint was edited after this delivery was queued. Resend it to use the new settings.',
  endpoint_paused:
    'The endpoint was paused after this delivery was queued. Enable the endpoint, then resend.',
  endpoint_deleted: 'The endpoint was deleted.',
  endpoint_suspended:
    'The admin responsible for the endpoint lost access, so nothing is sent. Another admin can take over the ' +
    'endpoint.',
  payload_expired: 'The payload is no longer stored.',
  superseded_by_resend: 'A resend of this delivery succeeded.',
};

/** Explains why a delivery is in its state, and what happens next. */
export type Explanation = { readonly why: string; readonly next: string };

/** Explains the state of a delivery, so that readers do not need to know the retry rules. */
export function explainDelivery(
  { state, reason }: { readonly state: DeliveryState; readonly reason: DeliveryReason | null },
  { nextAttemptAt, attempts }: Pick<Delivery, 'nextAttemptAt' | 'attempts'>,
): Explanation {
  if (state === 'succeeded')
    return { why: 'The receiver returned a 2xx status.', next: 'Nothing: the delivery is complete.' };
  const status = attempts.at(-1)?.statusCode ?? null;
  const lastStatus = status === null ? '' : `The last response had status ${status}. `;
  const until =
    reason === 'receiver_asked_to_wait' && nextAttemptAt
      ? ` The delivery waits until ${nextAttemptAt.toISOString()}.`
      : '';
  const why =
    reason === null
      ? 'The delivery is waiting for its first attempt.'
      : `${lastStatus}${REASONS[reason]}${until}`;
  return { why, next: explainNext(state, reason, nextAttemptAt, attempts.length) };
}

function explainNext(
  state: DeliveryState,
  reason: DeliveryReason | null,
  nextAttemptAt: Date | null,
  attemptCount: number,
): string {
  if (reason === 'endpoint_unresponsive' && nextAttemptAt) {
    return (
      `Attempt ${attemptCount + 1} is sent once the receiver responds again, or at about ` +
      `${nextAttemptAt.toISOString()} if it does not.`
    );
  }
  if (state === 'queued') return 'The first attempt is sent within a minute.';
  if (state === 'retrying' && nextAttemptAt) {
    return `Attempt ${attemptCount + 1} is sent at about ${nextAttemptAt.toISOString()}.`;
  }
  if (state === 'held')
    return 'Nothing is sent while the endpoint is suspended. When an admin takes over the endpoint, the delivery is cancelled; recoverEndpoint then resends it.';
  if (reason === 'payload_expired')
    return 'Nothing. The delivery cannot be resent, because its payload is no longer stored.';
  return 'Nothing happens automatically. The delivery can be resent while its payload is stored.';
}

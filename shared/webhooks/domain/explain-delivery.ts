import type { DeliveryReason, Delivery, DeliveryState } from './delivery.ts';

const REASONS: Readonly<Record<DeliveryReason, string>> = {
  receiver_rejected: 'The receiver rejected the request with a 4xx status. A retry would not change that.',
  redirect_refused:
    'The receiver returned a 3xx status, which is not a success, and redirects are not followed. Respond with 2xx, or set ' +
    'the endpoint URL to the target of the redirect.',
  address_blocked: 'The host does not resolve to a public address.',
  attempts_exhausted: 'All six attempts failed.',
  receiver_error: 'A response with the status 408, 429 or 5xx is retried.',
  receiver_timeout:
    'The receiver did not respond within 8 seconds. Respond first, and process the event afterwards.',
  connection_failed: 'No connection to the receiver was established, or it was closed before a response.',
  receiver_asked_to_wait: 'The receiver requested a delay with Retry-After.',
  attempt_interrupted: 'The platform aborted the attempt.',
  endpoint_unresponsive:
    'The receiver did not respond to several deliveries in a row. Until it responds again, only one ' +
    'delivery at a time is sent, as a test; the others wait.',
  endpoint_edited: 'The endpoint was edited after this delivery was queued.',
  endpoint_paused: 'The endpoint was paused after this delivery was queued.',
  endpoint_deleted: 'The endpoint was deleted.',
  endpoint_suspended:
    'The admin responsible for the endpoint lost access, so nothing is sent. Another admin can take over the ' +
    'endpoint.',
  payload_expired: 'The payload is no longer stored.',
  superseded_by_resend: 'A resend of this delivery succeeded.',
};

/** Advice that follows the reason as long as the delivery can be resent. */
const ADVICE: Partial<Readonly<Record<DeliveryReason, string>>> = {
  receiver_rejected: ' Fix the receiver, then resend.',
  address_blocked: ' Correct the URL or its DNS records, then resend.',
  attempts_exhausted: ' Fix the receiver, then resend or recover.',
  endpoint_edited: ' Resend it to use the new settings.',
  endpoint_paused: ' Enable the endpoint, then resend.',
};

/** Explains why a delivery is in its state, and what happens next. */
export type Explanation = { readonly why: string; readonly next: string };

/** What else decides what happens next. */
export type Circumstances = {
  readonly isSuspended?: boolean;
  /** Why the payload cannot be sent again, as the beginning of a sentence; undefined while it is stored. */
  readonly payloadGone?: string | undefined;
};

type Shown = { readonly state: DeliveryState; readonly reason: DeliveryReason | null };

/** Explains the state of a delivery, so that readers do not need to know the retry rules. */
export function explainDelivery(
  { state, reason }: Shown,
  { nextAttemptAt, attempts }: Pick<Delivery, 'nextAttemptAt' | 'attempts'>,
  circumstances: Circumstances = {},
): Explanation {
  if (state === 'succeeded')
    return { why: 'The receiver returned a 2xx status.', next: 'Nothing: the delivery is complete.' };
  const status = attempts.at(-1)?.statusCode ?? null;
  const lastStatus = status === null ? '' : `The last response had status ${status}. `;
  const until =
    reason === 'receiver_asked_to_wait' && nextAttemptAt
      ? ` The delivery waits until ${nextAttemptAt.toISOString()}.`
      : '';
  const advice = (circumstances.payloadGone === undefined && reason !== null && ADVICE[reason]) || '';
  const why =
    reason === null
      ? 'The first attempt has not ended yet.'
      : `${lastStatus}${REASONS[reason]}${advice}${until}`;
  return { why, next: explainNext({ state, reason }, nextAttemptAt, attempts.length + 1, circumstances) };
}

const AFTER_TAKE_OVER =
  'When an admin takes over the endpoint, the delivery is cancelled; recoverEndpoint then resends it.';

function explainNext(
  { state, reason }: Shown,
  nextAttemptAt: Date | null,
  attempt: number,
  { isSuspended, payloadGone }: Circumstances,
): string {
  const isPlanned = state === 'queued' || state === 'retrying';
  const at = nextAttemptAt ? ` at about ${nextAttemptAt.toISOString()}` : '';
  if (payloadGone !== undefined)
    return isPlanned
      ? `${payloadGone}, so attempt ${attempt} is not sent: the delivery fails${at}.`
      : `Nothing. ${payloadGone}, so the delivery cannot be resent.`;
  if (isPlanned && isSuspended)
    return `Attempt ${attempt} is not sent, because the endpoint is suspended: the delivery becomes held${at}. ${AFTER_TAKE_OVER}`;
  if (reason === 'endpoint_unresponsive' && nextAttemptAt)
    return `Attempt ${attempt} is sent once the receiver responds again, or${at} if it does not.`;
  if (state === 'queued') return 'The first attempt is in progress, or starts within a minute.';
  if (state === 'retrying' && nextAttemptAt) return `Attempt ${attempt} is sent${at}.`;
  if (state === 'held') return `Nothing is sent while the endpoint is suspended. ${AFTER_TAKE_OVER}`;
  if (reason === 'payload_expired')
    return 'Nothing. The delivery cannot be resent, because its payload is no longer stored.';
  return 'Nothing happens automatically. The delivery can be resent while its payload is stored.';
}

import * as v from 'valibot';
import { type BroadcastEstimate, ESTIMATE_STATES } from '#shared/broadcasts/domain/broadcast-estimate.ts';
import { fromUnits } from '#shared/broadcasts/domain/price.ts';
import { count, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/** An estimate in responses. */
export const estimateSchema = withDescription(
  withTitle(
    'BroadcastEstimate',
    v.object({
      broadcast_id: withDescription(uuid, 'ID of the broadcast'),
      state: withDescription(
        v.picklist(ESTIMATE_STATES),
        '`counting` until all contacts are counted, then `ready`. `failed` if the message, the audience, the platform or the rate was ' +
          'edited during the counting, if the list of the audience has expired, or after 8 attempts without progress',
      ),
      is_current: withDescription(
        v.boolean(),
        'Whether the message, the audience, the platform and the rate of the broadcast are still those that were counted',
      ),
      recipients: withDescription(
        v.nullable(count),
        'Contacts who would get a message; null until it is known',
      ),
      skipped: withDescription(
        v.object({
          opted_out: withDescription(
            v.nullable(count),
            'Contacts who have opted out; null until it is known',
          ),
          contact_unreachable: withDescription(
            v.nullable(count),
            'Contacts without a phone number; null until it is known',
          ),
        }),
        'Contacts of the audience who would get no message',
      ),
      parts: withDescription(
        v.nullable(count),
        'Parts in which carriers would send all messages together; null until it is known',
      ),
      price: withDescription(
        v.object({
          amount: withDescription(
            v.nullable(v.string()),
            'Dollars, as a decimal number in a string; null until it is known',
          ),
        }),
        'What all messages would cost at the prices of the installation',
      ),
      seconds: withDescription(
        v.nullable(count),
        'Seconds that sending would take at the rate of the broadcast, without quiet hours and other broadcasts; null until it is known',
      ),
      requested_at: withDescription(timestamp, 'When the estimate was requested. It is deleted 7 days later'),
      counted_at: withDescription(v.nullable(timestamp), 'When all contacts were counted; null before'),
    }),
  ),
  'How many recipients a broadcast would have now, and what it would cost',
);

/** The body of every response with an estimate. */
export const estimateResponseSchema = v.object({ data: estimateSchema });

/** Converts an estimate to its representation. @param basis that of the broadcast now */
export function estimateView(
  estimate: BroadcastEstimate,
  basis: string,
): v.InferInput<typeof estimateSchema> {
  const { broadcastId, state, requestedAt, countedAt, seconds } = estimate;
  const counts = state === 'ready' ? estimate.counts : undefined;
  return {
    broadcast_id: broadcastId,
    state,
    is_current: estimate.basis === basis,
    recipients: counts?.recipients ?? null,
    skipped: { opted_out: counts?.optedOut ?? null, contact_unreachable: counts?.unreachable ?? null },
    parts: counts?.parts ?? null,
    price: { amount: counts ? fromUnits(counts.price) : null },
    seconds,
    requested_at: requestedAt.toISOString(),
    counted_at: countedAt && countedAt.toISOString(),
  };
}

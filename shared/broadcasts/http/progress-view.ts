import * as v from 'valibot';
import { type BroadcastControl, PAUSE_REASONS } from '#shared/broadcasts/domain/broadcast-control.ts';
import { fromUnits } from '#shared/broadcasts/domain/price.ts';
import type { RecipientCounts } from '#shared/broadcasts/domain/recipient-counts.ts';
import { count, timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

/** The progress of a broadcast that the platform sends. */
export type Progress = { readonly control: BroadcastControl; readonly counts: RecipientCounts };

/** The progress in responses. */
export const progressSchema = v.object({
  paused_at: withDescription(
    v.nullable(timestamp),
    'When the broadcast was paused; null if it is not paused',
  ),
  paused_reason: withDescription(
    v.nullable(v.picklist(PAUSE_REASONS)),
    'Why the broadcast is paused: on request, because the next message would exceed the budget, because the AWS account has reached ' +
      'its spend limit, or because the phone number is no longer verified. Null if it is not paused',
  ),
  counts: withDescription(
    v.object({
      pending: withDescription(count, 'Recipients who wait for their message'),
      sending: withDescription(count, 'Recipients whose message is being sent'),
      sent: withDescription(count, 'Recipients whose message the channel accepted, without a later status'),
      delivered: withDescription(count, 'Recipients who got the message'),
      read: withDescription(count, 'Recipients who read the message'),
      failed: withDescription(count, 'Recipients whose message failed'),
      unknown: withDescription(count, 'Recipients who may have got the message: its result is not known'),
      skipped: withDescription(count, 'Contacts of the audience who get no message'),
    }),
    'Recipients by their status',
  ),
  cost: withDescription(
    v.object({
      reserved: withDescription(
        v.string(),
        'Dollars for all messages that were claimed, without those that were certainly not sent, as a decimal number in a string',
      ),
    }),
    'What the messages cost at the prices of the installation',
  ),
});

/** Converts the progress to its representation. */
export function progressView({ control, counts }: Progress): v.InferInput<typeof progressSchema> {
  const { pausedAt, pausedReason, reserved } = control;
  return {
    paused_at: pausedAt && pausedAt.toISOString(),
    paused_reason: pausedReason,
    counts: { ...counts },
    cost: { reserved: fromUnits(reserved) },
  };
}

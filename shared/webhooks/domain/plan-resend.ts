import { EVENT_CODES, isEventName } from '#shared/events/catalogue/event-codes.ts';
import { encodeSubscriptions, isSubscribed } from '#shared/events/subscriptions/subscription-set.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { type DeliveryJob, toDeliveryJob } from './delivery-message.ts';
import { withShardOf } from './delivery-shards.ts';
import type { Delivery } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';

/** Why a delivery cannot be sent again. */
export type ResendObstacle = 'endpoint_not_subscribed' | 'payload_expired';

/** The first reason why a delivery cannot be resent to an enabled endpoint; undefined if it can. */
export function resendObstacle(
  delivery: Delivery,
  endpoint: Endpoint,
  now: Date,
): ResendObstacle | undefined {
  const { event, channel } = delivery;
  if (!isEventName(event)) return 'endpoint_not_subscribed';
  const subscriptions = encodeSubscriptions(endpoint.subscriptions);
  if (!isSubscribed(subscriptions, { code: EVENT_CODES[event] }, channel ?? undefined)) {
    return 'endpoint_not_subscribed';
  }
  return delivery.payloadExpiresAt > now ? undefined : 'payload_expired';
}

/** Requires that a delivery can be resent. @throws PlatformError `endpoint_not_subscribed` · `payload_expired` */
export function requireResendable(delivery: Delivery, endpoint: Endpoint, now: Date): void {
  const obstacle = resendObstacle(delivery, endpoint, now);
  if (obstacle === 'endpoint_not_subscribed') {
    throw new PlatformError(
      webhooksErrors.endpoint_not_subscribed,
      'Add a subscription for the event and channel to the endpoint first.',
    );
  }
  if (obstacle) {
    const expiry = delivery.payloadExpiresAt.toISOString();
    throw new PlatformError(
      webhooksErrors.payload_expired,
      `The payload expired at ${expiry}. The delivery can no longer be resent.`,
    );
  }
}

/**
 * The delivery of a resend: same event and body, linked to the original (docs/specification/webhooks.md#resend). It is in the shard of the
 * original, so that each leads to the other without a search: its id is the given new one, with the last four bits of the original.
 */
export function planResend(original: Delivery, endpoint: Endpoint, id: string, now: Date): Delivery {
  return {
    ...original,
    id: withShardOf(id, original.id),
    state: 'queued',
    reason: null,
    resendOf: original.resendOf ?? original.id,
    resendCount: 0,
    lastResendId: null,
    deliveredBy: null,
    settingsVersion: endpoint.settingsVersion,
    attempts: [],
    createdAt: now,
    nextAttemptAt: now,
    finishedAt: null,
  };
}

/**
 * The message of the first attempt of a resend. The body is read from the event, because it may be larger than a message.
 */
export function resendJob(resend: Delivery, original: Delivery): DeliveryJob {
  return {
    ...toDeliveryJob(resend),
    supersedes: [...new Set([original.id, resend.resendOf ?? original.id])],
  };
}

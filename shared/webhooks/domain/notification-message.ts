import * as v from 'valibot';

const uuid = v.pipe(v.string(), v.uuid());
/** Epoch milliseconds. */
const time = v.pipe(v.number(), v.safeInteger());
const ofEndpoint = { workspaceId: uuid, endpointId: uuid, at: time };

/** What a function has observed about an endpoint. Observing the same again is harmless: it is notified once. */
export const observationSchema = v.variant('observed', [
  v.object({
    observed: v.literal('delivery_failed'),
    ...ofEndpoint,
    deliveryId: uuid,
    exhausted: v.boolean(),
  }),
  /** `at` is when the breaker opened, which identifies the opening. */
  v.object({ observed: v.literal('breaker_opened'), ...ofEndpoint }),
  v.object({ observed: v.literal('breaker_closed'), ...ofEndpoint, openedAt: time }),
  /** The endpoint was suspended. The settings change when another admin takes over, so their version identifies the suspension. */
  v.object({
    observed: v.literal('responsible_admin_lost'),
    ...ofEndpoint,
    settingsVersion: v.pipe(v.number(), v.safeInteger()),
  }),
  /** `at` is the planned time of the notice, which identifies the rotation (`rotationNoticeAt`). */
  v.object({ observed: v.literal('rotation_ending'), ...ofEndpoint }),
  v.object({
    observed: v.literal('test_requested'),
    workspaceId: uuid,
    at: time,
    targetId: uuid,
    notificationId: uuid,
  }),
  /** The owner of an email address must be asked to confirm it. `notificationId` identifies the request. */
  v.object({
    observed: v.literal('confirmation_requested'),
    workspaceId: uuid,
    at: time,
    targetId: uuid,
    notificationId: uuid,
  }),
]);

export type Observation = v.InferOutput<typeof observationSchema>;

/** The next attempt at a recorded notification. */
const attemptSchema = v.object({
  observed: v.literal('nothing'),
  workspaceId: uuid,
  notificationId: uuid,
});

/** The message on the notification queue: an observation, or the next attempt at a notification. */
export const notificationMessageSchema = v.variant('observed', [...observationSchema.options, attemptSchema]);

export type NotificationMessage = v.InferOutput<typeof notificationMessageSchema>;

/** The message that makes the next attempt at a notification. */
export function attemptMessage({
  workspaceId,
  id,
}: {
  readonly workspaceId: string;
  readonly id: string;
}): NotificationMessage {
  return { observed: 'nothing', workspaceId, notificationId: id };
}

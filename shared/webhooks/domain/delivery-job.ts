import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/platform/core/channels.ts';

/**
 * Bodies of at most this many bytes travel in the message; larger ones are read from the event item
 * (docs/failure-histories.md#write-amplification).
 */
export const INLINE_BODY_BYTES = 4096;

/** The message on the delivery queue: one planned attempt of one delivery. Producers and consumer share this schema. */
export const deliveryJobSchema = v.object({
  delivery_id: v.pipe(v.string(), v.uuid()),
  endpoint_id: v.pipe(v.string(), v.uuid()),
  workspace_id: v.pipe(v.string(), v.uuid()),
  event_id: v.pipe(v.string(), v.uuid()),
  event: v.string(),
  product: v.picklist(PRODUCTS),
  channel: v.nullable(v.picklist(CHANNELS)),
  test: v.boolean(),
  resend_of: v.nullable(v.pipe(v.string(), v.uuid())),
  /** Deliveries whose automatic retries end when this resend succeeds. */
  supersedes: v.array(v.pipe(v.string(), v.uuid())),
  settings_version: v.pipe(v.number(), v.safeInteger()),
  /** Number of the attempt, from 1. */
  attempt: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Epoch milliseconds before which the attempt must not be sent. A message received earlier is sent back with a delay. */
  due_at: v.pipe(v.number(), v.safeInteger()),
  /** Creation of the delivery in epoch milliseconds: the time of the event, or later for a resend. */
  created_at: v.pipe(v.number(), v.safeInteger()),
  /** When the event was recorded, in epoch milliseconds. The retention of the payload counts from this time. */
  recorded_at: v.pipe(v.number(), v.safeInteger()),
  /**
   * The exact bytes of a small first attempt. Null for large bodies and retries: they are read from the event item, so
   * that an erased or expired payload is not sent.
   */
  body: v.nullable(v.string()),
  correlation_id: v.string(),
  /** True if the message travels in the slow lane, because its endpoint is slow or unresponsive. */
  slow: v.optional(v.boolean()),
  /** True if the circuit breaker has deferred this attempt; it is deferred only once. */
  deferred: v.optional(v.boolean()),
});

/** A message that matches the schema. */
export type DeliveryJob = v.InferOutput<typeof deliveryJobSchema>;

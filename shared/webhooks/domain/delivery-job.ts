import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/platform/core/channels.ts';

/** Bodies up to this many bytes travel in the message; larger ones are read from the event item (H13). */
export const INLINE_BODY_BYTES = 4096;

/**
 * The message on the delivery queue: one planned attempt of one delivery. What `dispatch-event` and the retry planner
 * write is, by this schema, what `deliver-webhook` reads.
 */
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
  /** Deliveries whose automatic retries end when this resend succeeds (G107). */
  supersedes: v.array(v.pipe(v.string(), v.uuid())),
  settings_version: v.pipe(v.number(), v.safeInteger()),
  /** 1-based number of the attempt this message asks for. */
  attempt: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Not before this instant, epoch milliseconds: a message that wakes early is sent again with a delay (H8). */
  due_at: v.pipe(v.number(), v.safeInteger()),
  /** When the delivery came to be, epoch milliseconds: with its event, or later when it is a resend. */
  created_at: v.pipe(v.number(), v.safeInteger()),
  /** When the event was recorded, epoch milliseconds; the payload's retention counts from here (R23). */
  recorded_at: v.pipe(v.number(), v.safeInteger()),
  /** The exact bytes of a first attempt, or null: then, and on retries, they are read from the event item (H13, H22). */
  body: v.nullable(v.string()),
  correlation_id: v.string(),
  /** Travels in the slow lane: its endpoint takes its time, or gives no answer at all (H27). */
  slow: v.optional(v.boolean()),
  /** The circuit breaker put this attempt off once; it is not put off again (R26). */
  deferred: v.optional(v.boolean()),
});

export type DeliveryJob = v.InferOutput<typeof deliveryJobSchema>;

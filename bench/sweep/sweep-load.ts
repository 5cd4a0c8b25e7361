import * as v from 'valibot';

/** What a stub of DynamoDB holds, for one part of the sweep. */
export const sweepLoadSchema = v.object({
  /** The first minute that the shards have not read, in milliseconds. */
  from: v.number(),
  /** Events of each shard and minute, and deliveries of each event, all of which are recorded. */
  eventsPerShard: v.number(),
  endpoints: v.number(),
  shards: v.array(v.number()),
});

export type SweepLoad = v.InferOutput<typeof sweepLoadSchema>;

/**
 * Response times of DynamoDB and SQS in milliseconds: single-digit milliseconds for one item or an empty page, more for a page of 1 MB and for
 * 100 items. Assumptions of the upper side, because no account measured them.
 */
export const RESPONSE_MS = { page: 30, batch: 15, other: 6 } as const;

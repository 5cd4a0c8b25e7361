import * as v from 'valibot';

/** Figures of a broadcast; memory in bytes, durations in seconds. */
export const figuresSchema = v.object({
  recipients: v.number(),
  /** Messages that the provider got, and contacts that got more than one. */
  sent: v.number(),
  repeated: v.number(),
  /** Invocations of the function, and how long the longest one took. */
  runs: v.number(),
  longestRunSeconds: v.number(),
  /** From the first invocation to the end of the last one. */
  seconds: v.number(),
  /** The heap after garbage collection, at the end of the run in which each tenth of the recipients was reached. */
  heapAfterTenths: v.array(v.number()),
  peakRss: v.number(),
  /** Calls of DynamoDB for each recipient, with the units that it bills. */
  callsPerRecipient: v.number(),
  writeUnitsPerRecipient: v.number(),
  readUnitsPerRecipient: v.number(),
  /** Of the broadcast at the end: it is `finished`, and its counts say that all recipients have been sent to. */
  state: v.string(),
  counted: v.number(),
});

export type BroadcastFigures = v.InferOutput<typeof figuresSchema>;

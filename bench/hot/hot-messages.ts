import * as v from 'valibot';

/** What a delivering process is asked for: batches of message bodies, one after the other. */
export type DeliverOrder = { readonly batches: readonly (readonly string[])[] };

/** What it says: that it is there, and what its own work on an order took; milliseconds. */
export const deliverAnswerSchema = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('delivered'), cpuMs: v.number(), wallMs: v.number(), failures: v.number() }),
]);

export type DeliverAnswer = v.InferOutput<typeof deliverAnswerSchema>;

/** What an operation costs, as the process says that calls it. */
export const updateAnswerSchema = v.array(
  v.object({
    name: v.string(),
    calls: v.number(),
    requestsPerSecond: v.number(),
    medianMs: v.number(),
    p99Ms: v.number(),
    cpuMsPerCall: v.number(),
  }),
);

export type UpdateFigures = v.InferOutput<typeof updateAnswerSchema>[number];

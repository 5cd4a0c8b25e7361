import * as v from 'valibot';

/** The order to a delivering process: batches of message bodies, processed one after another. */
export type DeliverOrder = { readonly batches: readonly (readonly string[])[] };

/** The messages of the process: that it is ready, and the time an order took, in milliseconds. */
export const deliverReportSchema = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('delivered'), cpuMs: v.number(), wallMs: v.number(), failures: v.number() }),
]);

export type DeliverReport = v.InferOutput<typeof deliverReportSchema>;

/** The cost of an operation, as reported by the calling process. */
export const updateReportSchema = v.array(
  v.object({
    name: v.string(),
    calls: v.number(),
    requestsPerSecond: v.number(),
    medianMs: v.number(),
    p99Ms: v.number(),
    cpuMsPerCall: v.number(),
  }),
);

export type UpdateFigures = v.InferOutput<typeof updateReportSchema>[number];

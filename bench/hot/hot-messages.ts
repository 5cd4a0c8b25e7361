import * as v from 'valibot';

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

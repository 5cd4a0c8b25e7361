import * as v from 'valibot';

/** The functions on the path of an event. */
export const PATH_FUNCTIONS = ['ingest-event', 'dispatch-event', 'deliver-webhook'] as const;

export type PathFunction = (typeof PATH_FUNCTIONS)[number];

/** Our function, or the baseline of plain SDK code. */
export type PathSide = 'own' | 'floor';

/** A message to a measured process: events for its function, which it processes one after another. */
export type PathOrder = { readonly events: readonly unknown[] };

/** The messages of a measured process: that it is ready, and the CPU time of a message's events in milliseconds. */
export const pathReportSchema = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('done'), cpuMs: v.number(), failures: v.array(v.string()) }),
]);

export type PathReport = v.InferOutput<typeof pathReportSchema>;

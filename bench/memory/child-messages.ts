import * as v from 'valibot';

/** Orders to the measured process: become idle, or deliver batches of message bodies one after another. */
export type ChildOrder =
  | { readonly kind: 'rest' }
  | { readonly kind: 'deliver'; readonly batches: readonly (readonly string[])[] };

/** Messages of the measured process; memory is resident memory in bytes. */
export const childReportSchema = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('rested'), rss: v.number() }),
  /** `failures` counts messages that would be received again. */
  v.object({ kind: v.literal('delivered'), peak: v.number(), failures: v.number() }),
]);

export type ChildReport = v.InferOutput<typeof childReportSchema>;

/** Messages of the receiver: first its port, then its counters on request. */
export const receiverReportSchema = v.union([
  v.object({ port: v.number() }),
  v.object({ requests: v.number(), written: v.number() }),
]);

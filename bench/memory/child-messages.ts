import * as v from 'valibot';

/** What the measured process is asked to do: come to rest, or deliver batches of message bodies one after the other. */
export type ChildOrder =
  | { readonly kind: 'rest' }
  | { readonly kind: 'deliver'; readonly batches: readonly (readonly string[])[] };

/** What the measured process says; memory is resident memory in bytes. */
export const childAnswerSchema = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('rested'), rss: v.number() }),
  /** `failures` counts messages that would be received again. */
  v.object({ kind: v.literal('delivered'), peak: v.number(), failures: v.number() }),
]);

export type ChildAnswer = v.InferOutput<typeof childAnswerSchema>;

/** What the receiver says: first its port, then its counts whenever it is asked. */
export const receiverAnswerSchema = v.union([
  v.object({ port: v.number() }),
  v.object({ requests: v.number(), written: v.number() }),
]);

import * as v from 'valibot';

/** A receipt of the sandbox, as a message of the queue of receipts. */
export const sandboxReceiptSchema = v.object({
  source: v.literal('sandbox'),
  status: v.picklist(['delivered', 'failed']),
  providerMessageId: v.string(),
  stage: v.string(),
  workspaceId: v.string(),
  messageId: v.string(),
  /** Milliseconds since the epoch. */
  at: v.number(),
});

export type SandboxReceipt = v.InferOutput<typeof sandboxReceiptSchema>;

import type { StatusNews } from '#shared/messaging/domain/message-progress.ts';

/** A receipt of a provider that has the provider's ID of a message, and no ID of the platform. */
export type PendingReceipt = {
  readonly providerMessageId: string;
  readonly provider: string;
  readonly news: StatusNews;
};

/** The messages of providers' IDs, and receipts that arrived before the ID was known. */
export type ReceiptStore = {
  /**
   * The message with this ID of a provider. If the platform does not know the ID yet, the receipt is kept for some days, and recording the
   * ID returns the receipt. Strongly consistent, so that the later of two calls always finds what the earlier one wrote. A repeated receipt
   * is kept once.
   */
  findOrKeep(
    receipt: PendingReceipt,
  ): Promise<{ readonly workspaceId: string; readonly messageId: string } | undefined>;

  /**
   * Records the message of a provider's ID, and returns the receipts that arrived before, oldest first. Idempotent: a repeated call
   * returns them again. An ID belongs to the first message that it was recorded for; for another message nothing is returned.
   */
  identify(
    provider: string,
    providerMessageId: string,
    message: { readonly workspaceId: string; readonly id: string },
  ): Promise<readonly StatusNews[]>;
};

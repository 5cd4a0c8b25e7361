import type { StatusNews } from '#shared/messaging/domain/message-progress.ts';

/** A receipt of a provider that has the provider's id of a message, and no id of the platform. */
export type PendingReceipt = {
  readonly providerMessageId: string;
  readonly provider: string;
  readonly news: StatusNews;
};

/** The messages of providers' ids, and receipts that arrived before the id was known. */
export interface ReceiptStore {
  /**
   * The message with this id of a provider. If the platform does not know the id yet, the receipt is kept for some days, and recording the
   * id returns the receipt. Strongly consistent, so that one of both sides always sees the other one. A repeated receipt is kept once.
   */
  findOrKeep(
    receipt: PendingReceipt,
  ): Promise<{ readonly workspaceId: string; readonly messageId: string } | undefined>;

  /**
   * Records the message of a provider's id, and returns the receipts that arrived before, oldest first. Idempotent: a repeated call
   * returns them again. An id belongs to the first message that it was recorded for; for another message nothing is returned.
   */
  identify(
    provider: string,
    providerMessageId: string,
    message: { readonly workspaceId: string; readonly id: string },
  ): Promise<readonly StatusNews[]>;
}

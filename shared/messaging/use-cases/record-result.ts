import { nextAttemptAt } from '#shared/messaging/domain/message-job.ts';
import { channelOf } from '#shared/messaging/domain/message-platform.ts';
import { released, type StatusNews } from '#shared/messaging/domain/message-progress.ts';
import type { Message, SentMessage } from '#shared/messaging/domain/message.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { SendResult } from '#shared/messaging/ports/message-sender.ts';
import type { ReceiptStore } from '#shared/messaging/ports/receipt-store.ts';
import { createNewsRecorder, type NewsDependencies } from '#shared/messaging/use-cases/record-news.ts';
import { createWishRecorder } from '#shared/messaging/use-cases/record-opt-out.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';

export type ResultDependencies = NewsDependencies & {
  readonly contacts: Pick<ContactStore, 'find' | 'save'>;
  readonly receipts: Pick<ReceiptStore, 'identify'>;
};

/** Records the receipts that arrived before the ID of the provider was known. Repeatable: an interrupted run may have left some. */
export function createKeptReceiptRecorder(deps: ResultDependencies) {
  const recordNews = createNewsRecorder(deps);
  return async (
    {
      workspaceId,
      id,
      provider,
      providerMessageId,
    }: Pick<Message, 'workspaceId' | 'id' | 'provider' | 'providerMessageId'>,
    newChange: () => Change,
  ): Promise<void> => {
    if (provider === null || providerMessageId === null) return;
    const kept = await deps.receipts.identify(provider, providerMessageId, { workspaceId, id });
    for (const news of kept) await recordNews({ workspaceId, messageId: id }, news, newChange);
  };
}

/**
 * Records what a send returned. A crash in here leaves the message `sending`: the end of its lease makes the result unknown, and a receipt
 * still moves it forward. So no order of these writes can cause a second send.
 */
export function createResultRecorder(deps: ResultDependencies) {
  const { store, receipts } = deps;
  const recordNews = createNewsRecorder(deps);
  const recordWish = createWishRecorder(deps);

  return async (
    claimed: SentMessage,
    { provider, result }: { readonly provider: string; readonly result: SendResult },
    newChange: () => Change,
  ): Promise<void> => {
    const { workspaceId, id: messageId } = claimed;
    const identity = { workspaceId, messageId };
    switch (result.kind) {
      case 'accepted': {
        const { providerMessageId } = result;
        // Identified first: even if this run ends here, later receipts find the message. A redelivery of the job asks again.
        const early = await receipts.identify(provider, providerMessageId, { workspaceId, id: messageId });
        const at = newChange().at;
        const sent: StatusNews = { status: 'sent', at, errorCode: null, provider, providerMessageId };
        // Receipts that arrived first are recorded after `sent`, so that the times of the steps are right.
        for (const news of [sent, ...early]) await recordNews(identity, news, newChange);
        return;
      }
      case 'rejected': {
        const { code: errorCode } = result;
        const at = newChange().at;
        const failed: StatusNews = { status: 'failed', at, errorCode, provider, providerMessageId: null };
        // The opt-out first: a redelivery of the job does nothing once the message has failed.
        const channel = errorCode === 'opted_out' ? channelOf(claimed.platform) : undefined;
        if (channel !== undefined) await recordWish(claimed, { channel, kind: 'stop', at }, newChange);
        await recordNews(identity, failed, newChange);
        return;
      }
      case 'deferred':
        return release(claimed, { provider, ...result }, newChange);
      default:
      // The job at the end of the lease records that the result is unknown, unless a receipt comes first.
    }
  };

  /**
   * Releases the message. If its lease has ended meanwhile, the message is not queued again: it fails, because it was certainly not sent.
   */
  async function release(
    claimed: SentMessage,
    {
      provider,
      code,
      retryAfterMs,
    }: Extract<SendResult, { kind: 'deferred' }> & { readonly provider: string },
    newChange: () => Change,
  ): Promise<void> {
    const change = newChange();
    const again = nextAttemptAt(claimed, retryAfterMs, change.at);
    try {
      await store.save(claimed, released(claimed, again, code, change.at), [], {
        change,
        idempotencyRecord: null,
      });
    } catch (error) {
      if (!(error instanceof ConcurrentUpdateError)) throw error;
      const { workspaceId, id: messageId } = claimed;
      const failed = {
        status: 'failed',
        at: change.at,
        errorCode: code,
        provider,
        providerMessageId: null,
      } as const;
      await recordNews({ workspaceId, messageId }, failed, newChange);
    }
  }
}

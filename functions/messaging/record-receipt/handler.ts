import { channelOf } from '#shared/messaging/domain/message-platform.ts';
import type { StatusNews } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { Receipt, StatusReport } from '#shared/messaging/domain/provider-report.ts';
import { MESSAGING_METRICS, type ReceiptOutcome } from '#shared/messaging/metrics.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageStore, SentMessages } from '#shared/messaging/ports/message-store.ts';
import type { ReceiptStore } from '#shared/messaging/ports/receipt-store.ts';
import { createNewsRecorder, type MessageIdentity } from '#shared/messaging/use-cases/record-news.ts';
import { createWishRecorder } from '#shared/messaging/use-cases/record-opt-out.ts';
import { type Change, systemChange } from '#shared/platform/core/change.ts';
import type { MessageMetadata } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Metrics } from '#shared/platform/runtime/metrics.ts';
import { createReceiver, type ReceiveDependencies } from './receive-message.ts';

const RECORDED = { code: 'RECEIPT_RECORDED', message: 'Receipt of a provider was handled' };
const UNREADABLE = {
  code: 'RECEIPT_UNREADABLE',
  message: 'Parts of a receipt have an unknown form and were ignored',
};

export type Dependencies = ReceiveDependencies & {
  /** Messages of conversations and of broadcasts. */
  readonly store: SentMessages & Pick<MessageStore, 'receive'>;
  readonly contacts: Pick<
    ContactStore,
    'find' | 'save' | 'findByAddress' | 'findKeptOptOuts' | 'findSameNumber'
  >;
  readonly conversations: Pick<ConversationReader, 'find' | 'findOpen'>;
  readonly receipts: ReceiptStore;
  readonly metrics: Pick<Metrics, 'add'>;
  /** Receipts of other stages in the same account are ignored. */
  readonly stage: string;
  readonly clock: Clock;
  readonly newNonce: () => string;
};

/**
 * Records what providers report: the status of messages, and messages from contacts. A receipt can be repeated, late, missing, or about
 * a message that is being sent at this moment. Every report of a receipt is repeatable, so an error repeats the whole receipt.
 */
export function createHandler(deps: Dependencies) {
  const { store, receipts, metrics, stage, clock, newNonce, log } = deps;
  const recordNews = createNewsRecorder(deps);
  const recordWish = createWishRecorder(deps);
  const receiveMessage = createReceiver(deps);

  return async ({ reports, unreadable }: Receipt, receipt: MessageMetadata): Promise<void> => {
    const newChange = () => changeAt(receipt.messageId);
    if (unreadable > 0) log.warn(UNREADABLE, { message_id: receipt.messageId, parts: unreadable });
    for (const report of reports) {
      const outcome =
        report.kind === 'incoming'
          ? await receiveMessage(report, receipt.receiveCount, newChange)
          : await recordStatus(report, newChange);
      // Receipts of the sandbox would hide missing ones of AWS.
      if (providerOf(report) !== 'sandbox') metrics.add(MESSAGING_METRICS.receipts, 1, { outcome });
      log.debug(RECORDED, { message_id: receipt.messageId, kind: report.kind, outcome });
    }
  };

  async function recordStatus(report: StatusReport, newChange: () => Change): Promise<ReceiptOutcome> {
    const { message, news } = report;
    if (message !== null && message.stage !== stage) return 'ignored';
    const identity = message ?? (await findMessage(report));
    if (identity === undefined) return 'kept';
    const early = await identifyOthers(identity, report);
    if (isOptOut(news)) await optOut(identity, news, newChange);
    for (const each of early) await recordNews(identity, each, newChange);
    return recordNews(identity, news, newChange);
  }

  /** The message of a receipt without an ID of the platform. The receipt is kept if the IDs of the provider are not known yet. */
  async function findMessage({
    providerMessageIds,
    news,
  }: StatusReport): Promise<MessageIdentity | undefined> {
    for (const providerMessageId of providerMessageIds) {
      const found = await receipts.findOrKeep({ provider: news.provider, providerMessageId, news });
      if (found) return found;
    }
    return undefined;
  }

  /**
   * WhatsApp has two IDs for a message. Later receipts can have the second one only. Returns the receipts that arrived under one of the IDs
   * before.
   */
  async function identifyOthers(
    { workspaceId, messageId }: MessageIdentity,
    { providerMessageIds, news, message }: StatusReport,
  ): Promise<readonly StatusNews[]> {
    if (message !== null || providerMessageIds.length < 2) return [];
    const early: StatusNews[] = [];
    for (const id of providerMessageIds)
      early.push(...(await receipts.identify(news.provider, id, { workspaceId, id: messageId })));
    return early;
  }

  /** A receipt that is repeated does not opt the contact out again: the contact may have allowed messages since then. */
  async function optOut(
    { workspaceId, messageId }: MessageIdentity,
    { at }: StatusNews,
    newChange: () => Change,
  ): Promise<void> {
    const message = await store.find(workspaceId, messageId);
    const channel = message && channelOf(message.platform);
    if (!message || channel === undefined || isOptOut(message)) return;
    const now = clock();
    await recordWish(message, { channel, kind: 'stop', at: at < now ? at : now }, newChange);
  }

  function changeAt(requestId: string): Change {
    const nonce = newNonce();
    return systemChange('record-receipt', { requestId, nonce, at: clock() });
  }
}

function isOptOut({ status, errorCode }: Pick<StatusNews | Message, 'status' | 'errorCode'>): boolean {
  return status === 'failed' && errorCode === 'opted_out';
}

function providerOf(report: Receipt['reports'][number]): string {
  return report.kind === 'incoming' ? report.provider : report.news.provider;
}

import type { ReceiptStore } from '#shared/messaging/ports/receipt-store.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { updateItem } from '#shared/platform/store/write.ts';
import { fromProviderMessageItem, receiptKey, toKeptNews } from './receipt-items.ts';

/** How long an ID of a provider is known, and an unknown receipt is kept: longer than AWS and WhatsApp report about a message. */
const KEPT_MS = 8 * DAY_MS;

const TTL = { '#ttl': 'ttl' };

/**
 * The messages of providers' IDs in the core table. The ID and its early receipts are one item, so DynamoDB orders the writes of both:
 * the receipt finds the message, or the sender finds the receipt.
 */
export function createDynamoReceiptStore(table: WritableTable, clock: Clock): ReceiptStore {
  const ttl = () => ttlOf(new Date(clock().getTime() + KEPT_MS));

  return {
    async findOrKeep({ provider, providerMessageId, news }) {
      const keep = {
        expression: 'SET #ttl = :ttl ADD news :news',
        names: TTL,
        values: { ':ttl': ttl(), ':news': new Set([toKeptNews(news)]) },
      };
      const isUnknown = { expression: 'attribute_not_exists(messageId)' };
      const key = receiptKey(provider, providerMessageId);
      const { written, item } = await tryWrite(table, updateItem(key, keep, isUnknown));
      return written || !item ? undefined : fromProviderMessageItem(item).message;
    },

    async identify(provider, providerMessageId, { workspaceId, id }) {
      const record = {
        expression: 'SET #ttl = :ttl, workspaceId = :workspace, messageId = :message',
        names: TTL,
        values: { ':ttl': ttl(), ':workspace': workspaceId, ':message': id },
      };
      const isFree = {
        expression: 'attribute_not_exists(messageId) OR (workspaceId = :workspace AND messageId = :message)',
      };
      const key = receiptKey(provider, providerMessageId);
      const { written, item } = await tryWrite(table, updateItem(key, record, isFree));
      return written && item ? fromProviderMessageItem(item).news : [];
    },
  };
}

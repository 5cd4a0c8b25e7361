import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { StatusNews } from '#shared/messaging/domain/message-progress.ts';
import { instant, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { providerMessageKey } from './keys.ts';

const keptNews = v.object({
  status: v.picklist(['sent', 'delivered', 'read', 'failed']),
  at: instant,
  errorCode: v.nullable(v.string()),
  provider: v.string(),
  providerMessageId: v.nullable(v.string()),
});

/** Receipts are a set of texts, so that a repeated one is kept once. */
const providerMessageItem = v.object({
  workspaceId: v.optional(v.string()),
  messageId: v.optional(v.string()),
  news: v.optional(v.set(v.pipe(v.string(), v.parseJson(), keptNews))),
});

/** The key of a provider's ID. */
export function receiptKey(provider: string, providerMessageId: string): Key {
  return providerMessageKey(provider, createHash('sha256').update(providerMessageId).digest('hex'));
}

/** A receipt in its stored form. */
export function toKeptNews(news: StatusNews): string {
  const { status, at, errorCode, provider, providerMessageId } = news;
  return JSON.stringify({ status, at: at.getTime(), errorCode, provider, providerMessageId });
}

/** The message of a provider's ID, and the receipts that were kept, oldest first. @throws MalformedItemError */
export function fromProviderMessageItem(item: Item) {
  const { workspaceId, messageId, news = new Set<StatusNews>() } = parseItem(providerMessageItem, item);
  return {
    message: workspaceId === undefined || messageId === undefined ? undefined : { workspaceId, messageId },
    news: [...news].toSorted(byTime),
  };
}

/** Two receipts of one instant are in the order of their text, so that the order is always the same. */
function byTime(one: StatusNews, other: StatusNews): number {
  const difference = one.at.getTime() - other.at.getTime();
  if (difference !== 0) return difference;
  return toKeptNews(one) < toKeptNews(other) ? -1 : 1;
}

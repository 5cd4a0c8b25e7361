import { isDeepStrictEqual } from 'node:util';
import type { StatusNews } from '#shared/messaging/domain/message-progress.ts';
import type { ReceiptStore } from '#shared/messaging/ports/receipt-store.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** The ids and receipts of providers over a memory core. */
export function createMemoryReceiptStore({ receipts }: MemoryCore): ReceiptStore {
  return {
    async findOrKeep({ provider, providerMessageId, news }) {
      const place = placeOfReceipts(provider, providerMessageId);
      const known = receipts.get(place);
      if (known?.message) return known.message;
      const kept = known?.news ?? [];
      const isKept = kept.some((each) => isDeepStrictEqual(each, news));
      if (!isKept) receipts.set(place, { message: undefined, news: [...kept, structuredClone(news)] });
      return undefined;
    },

    async identify(provider, providerMessageId, { workspaceId, id }) {
      const place = placeOfReceipts(provider, providerMessageId);
      const { message, news } = receipts.get(place) ?? { news: [] };
      const isOther = message && (message.messageId !== id || message.workspaceId !== workspaceId);
      if (isOther) return [];
      receipts.set(place, { message: { workspaceId, messageId: id }, news });
      return news.toSorted((one: StatusNews, other: StatusNews) => one.at.getTime() - other.at.getTime());
    },
  };
}

/** The place of a provider's id in the core. */
export function placeOfReceipts(provider: string, providerMessageId: string): string {
  return `${provider}/${providerMessageId}`;
}

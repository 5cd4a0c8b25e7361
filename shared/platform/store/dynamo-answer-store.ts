import type { AnswerStore } from '#shared/platform/core/answer-store.ts';
import { answerItem, rememberWrite } from './command-items.ts';
import { commit } from './commit.ts';
import { parseItem } from './item-schema.ts';
import { answerKey } from './keys.ts';
import type { Table } from './table.ts';

/** Remembered answers in the core table. TTL deletes late, so expiry is compared on read. */
export function createDynamoAnswerStore(table: Table): AnswerStore {
  return {
    async find(id, now) {
      const item = await table.get(answerKey(id));
      if (item === undefined) return undefined;
      const { sealed_secret, expires_at, ...answer } = parseItem(answerItem, item);
      return expires_at > now ? { ...answer, sealedSecret: sealed_secret, expiresAt: expires_at } : undefined;
    },

    async remember(answer, change) {
      await commit(table.client, [rememberWrite(table.name, answer, change)], change.nonce);
    },
  };
}

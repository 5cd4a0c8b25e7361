import { setTimeout as wait } from 'node:timers/promises';
import { type DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDynamoBlockStore } from '#shared/biolinks/store/dynamo-block-store.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { LINK, startBlockApi } from '#test/support/fixtures/biolinks/block-api.ts';

const WRITERS = 30;
/** The timeout of an API function. */
const TIMEOUT_MS = 10_000;

/** Time is simulated, so that a busy machine changes nothing. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], fakeNodeBuiltins: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The same pauses in each run. */
function seedPauses(seed: number): void {
  let state = seed;
  vi.spyOn(Math, 'random').mockImplementation(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  });
}

/** A page whose blocks are read within `readMs` and written by transactions of `writeMs`, which conflict with each other. */
async function contestedPage({ readMs, writeMs }: { readonly readMs: number; readonly writeMs: number }) {
  const page = await startBlockApi();
  await page.add();
  const store = page.api.blocks;
  const stored = { read: store.read, create: store.create };
  let isHeld = false;
  let transactions = 0;

  store.read = async (pageId) => {
    await wait(Math.random() * readMs);
    const found = await stored.read(pageId);
    await wait(Math.random() * readMs);
    return found;
  };
  store.create = async (before, block, position, context, guard) => {
    const send = async () => {
      transactions += 1;
      if (isHeld) {
        await wait(writeMs / 2);
        throw cancelled('TransactionConflict');
      }
      isHeld = true;
      await wait(writeMs);
      isHeld = false;
      if ((await stored.read(block.pageId)).revision !== before.revision)
        throw cancelled('ConditionalCheckFailed');
      await stored.create(before, block, position, context, guard);
    };
    const client = { send } as unknown as DynamoDBClient;
    await createDynamoBlockStore(createTable(client, 'core')).create(before, block, position, context, guard);
  };
  return { page, transactions: () => transactions };
}

/** The order of the blocks is the first item of the transaction. */
function cancelled(code: string): TransactionCanceledException {
  const CancellationReasons = [{ Code: code }, { Code: 'None' }];
  return new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
}

describe(`${WRITERS} requests that add a block at the same time, in simulated time`, () => {
  it.each([
    { readMs: 10, writeMs: 20 },
    { readMs: 80, writeMs: 80 },
    { readMs: 150, writeMs: 100 },
  ])('all succeed within a function with reads of $readMs ms and writes of $writeMs ms', async (latency) => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      seedPauses(seed);
      const { page, transactions } = await contestedPage(latency);
      const requests = Array.from({ length: WRITERS }, () => page.create(LINK));
      await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
      const statuses = (await Promise.all(requests)).map(({ status }) => status);

      expect(statuses).toEqual(statuses.map(() => 201));
      // After a conflict, a transaction is not repeated if its condition can no longer hold.
      expect(transactions() / WRITERS).toBeLessThan(12);
    }
  });
});

import { randomInt } from 'node:crypto';
import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { type Block, BLOCK_LIMIT } from '#shared/biolinks/domain/block.ts';
import { withEdited } from '#shared/biolinks/domain/page-blocks.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { pageKey } from '#shared/biolinks/store/keys.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { aBlock } from '#test/support/builders/biolinks/block-builders.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aNewWorkspace } from '#test/support/builders/workspaces/workspace-builders.ts';
import { LINK } from '#test/support/fixtures/biolinks/block-api.ts';
import { fillPage } from '#test/support/fixtures/biolinks/fill-page.ts';
import { cancelled, lostResponse, seen } from '#test/support/fixtures/platform/faults/faults.ts';
import { slowDown, tearQueries } from '#test/support/fixtures/platform/faults/slow-table.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';
import { operationFunctions } from '#test/support/fixtures/platform/operation-functions.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

/** More than the 10 s of a function: the requests of 30 functions share the CPU of this process. */
const TIME_MS = 60_000;

const { emulator, fixture, faults } = emulatedStores();

async function createdPage(overrides: Partial<Page> = {}): Promise<Page> {
  const page = aPage(overrides);
  await fixture.pages.create(page, aContext());
  return page;
}

async function pageWith(count: number): Promise<{ page: Page; blocks: readonly Block[] }> {
  const page = await createdPage();
  const blocks = await fillPage(fixture.blocks, page.id, count);
  return { page, blocks };
}

/** Every item of a page's partition, raw. */
async function itemsOf(page: Page): Promise<string[]> {
  const { Items = [] } = await emulator.client.send(
    new QueryCommand({
      TableName: emulator.core.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': pageKey(page.id).pk }),
    }),
  );
  return Items.map((item) => String(unmarshall(item)['sk']));
}

/** Operations on blocks over the emulator, with a key for them. */
async function startFunctions() {
  const newWorkspace = aNewWorkspace();
  const text = generateApiKey((below) => randomInt(below));
  const permissions = ['biolinks:pages:read', 'biolinks:pages:write'] as const;
  const keys = [{ ...newWorkspace.key, hash: hashApiKey(text), permissions }];
  await fixture.workspaces.create({ ...newWorkspace, keys }, aContext().change);
  const { apiKeys: keysStore, responses } = fixture;
  const services = { clock: createTestClock(), log: createRecordingLog(), keys: keysStore, responses };
  const functions = operationFunctions({ ...fixture }, services);
  const page = await createdPage({ workspaceId: newWorkspace.workspace.id });

  async function call(
    name: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<HttpReply> {
    const event = anHttpEvent({
      method: name === 'create-block' ? 'POST' : 'GET',
      json,
      params: { page: page.id },
      headers: { authorization: `Bearer ${text}`, ...headers },
    });
    return readAnswer(
      await functions(name)(event, aLambdaContext({ getRemainingTimeInMillis: () => TIME_MS })),
    );
  }
  return { page, call };
}

/** Codes of the errors among responses. */
function codesOf(responses: readonly HttpReply[]): unknown[] {
  return responses.flatMap(({ status, body }) => (status === 201 ? [] : [body.code]));
}

describe('30 requests that add a block at the same time', () => {
  it('add 30, each of them once', async () => {
    const { call } = await startFunctions();
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        call('create-block', { ...LINK, position: 0, title: `${index}` }),
      ),
    );
    const added: string[] = responses.map(({ body }) => body.data?.id);
    const { body } = await call('list-blocks');
    const listed: string[] = body.data.map(({ id }: { id: string }) => id);

    expect(codesOf(responses)).toEqual([]);
    expect(listed.toSorted()).toEqual(added.toSorted());
    expect(new Set(listed).size).toBe(30);
    expect(body.revision).toBe('30');
  });

  it.each([
    { about: 'each call takes 20 ms', callMs: 20, queryMs: 20 },
    { about: 'queries read items 150 ms apart', callMs: 20, queryMs: 150 },
  ])('add 30 also if $about, and transactions conflict', async ({ callMs, queryMs }) => {
    const { call } = await startFunctions();
    const { stop, disturbances } = slowDown(emulator.client, { callMs, queryMs });
    try {
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, index) => call('create-block', { ...LINK, title: `${index}` })),
      );

      expect(codesOf(responses)).toEqual([]);
      expect((await call('list-blocks')).body.data).toHaveLength(30);
      expect(disturbances.conflicts).toBeGreaterThan(0);
      expect(disturbances.torn).toBeGreaterThan(0);
    } finally {
      stop();
    }
  });

  it('of one revision: one is added, 29 get the error for an outdated revision', async () => {
    const { call } = await startFunctions();
    await call('create-block', LINK);
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => call('create-block', LINK, { 'if-match': '"1"' })),
    );

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(29);
    expect((await call('list-blocks')).body).toMatchObject({ revision: '2', data: [{}, {}] });
  });

  it('under one Idempotency-Key add one, and all return it', async () => {
    const { call } = await startFunctions();
    const headers = { 'idempotency-key': 'one' };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => call('create-block', LINK, headers)),
    );

    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await call('list-blocks')).body.data).toHaveLength(1);
  });

  it('stop at the limit', async () => {
    const { page, blocks } = await pageWith(BLOCK_LIMIT - 1);
    const before = await fixture.blocks.read(page.id);
    const settled = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        fixture.blocks.create(before, aBlock({ pageId: page.id }), 0, aContext()),
      ),
    );

    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await fixture.blocks.read(page.id)).blocks).toHaveLength(blocks.length + 1);
  });
});

describe('a read that meets writes', () => {
  it.each([
    { about: 'queries that always miss a block of the order', kind: 'early' as const, count: Infinity },
    { about: 'ten queries with a block that is newer than the order', kind: 'late' as const, count: 10 },
  ])('returns the blocks despite $about', async ({ kind, count }) => {
    const { page } = await pageWith(3);
    const stop = tearQueries(emulator.client, kind, count);
    try {
      expect((await fixture.blocks.read(page.id)).blocks).toHaveLength(3);
    } finally {
      stop();
    }
  });
});

describe('deleting a page while blocks are added', () => {
  it('leaves no block behind, whichever request wins', async () => {
    for (const count of [0, 2]) {
      const { page } = await pageWith(count);
      const before = await fixture.blocks.read(page.id);
      const [removal] = await Promise.allSettled([
        fixture.pages.remove(page, aContext()),
        fixture.blocks.create(before, aBlock({ pageId: page.id }), 0, aContext()),
      ]);
      if (removal.status === 'rejected') await fixture.pages.remove(page, aContext());

      expect(await itemsOf(page)).toEqual([]);
    }
  });

  it('leaves no block of a full page behind', async () => {
    const { page } = await pageWith(BLOCK_LIMIT);
    await fixture.pages.remove(page, aContext());

    expect(await itemsOf(page)).toEqual([]);
  });
});

describe('reading blocks while a write lands', () => {
  /** The result of a query that read the blocks, was overtaken by a write, and then read their order. */
  function torn(act: () => Promise<unknown>) {
    overtaken(act, false);
  }

  /** The result of a query that read the order, was overtaken by a write, and then read the blocks. */
  function tornLate(act: () => Promise<unknown>) {
    overtaken(act, true);
  }

  function overtaken(act: () => Promise<unknown>, orderFirst: boolean) {
    faults.script({
      command: 'Query',
      at: 'call',
      async happen(_input, pass) {
        const early = (await pass()) as QueryCommandOutput;
        await act();
        const late = (await pass()) as QueryCommandOutput;
        const isOrder = (item: Record<string, { S?: string }>) => item['sk']?.S === 'BO';
        const Items = [
          ...(early.Items ?? []).filter((item) => isOrder(item) === orderFirst),
          ...(late.Items ?? []).filter((item) => isOrder(item) !== orderFirst),
        ];
        return { ...early, Items };
      },
    });
  }

  it('returns no block as newer than it is', async () => {
    const { page, blocks } = await pageWith(2);
    const [first = aBlock(), second] = blocks;
    const before = await fixture.blocks.read(page.id);
    const after = { ...first, visible: false, updatedAt: secondsAfterNow(60) };
    torn(() => fixture.blocks.save(before, after, aContext()));

    expect(await fixture.blocks.read(page.id)).toEqual({ blocks: [after, second], revision: 3 });
  });

  it('omits no block, and returns no deleted one', async () => {
    const { page, blocks } = await pageWith(1);
    const [first = aBlock()] = blocks;
    const third = aBlock({ pageId: page.id });
    const before = await fixture.blocks.read(page.id);
    torn(() => fixture.blocks.create(before, third, 0, aContext()));
    const grown = await fixture.blocks.read(page.id);
    torn(() => fixture.blocks.remove(grown, first, aContext()));

    expect(grown).toEqual({ blocks: [third, first], revision: 2 });
    expect(await fixture.blocks.read(page.id)).toEqual({ blocks: [third], revision: 3 });
  });

  it('fails with a retryable error when it never finds a consistent state', async () => {
    const { page, blocks } = await pageWith(1);
    const [first = aBlock()] = blocks;
    let before = await fixture.blocks.read(page.id);
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      tornLate(async () => {
        const after = { ...first, updatedAt: secondsAfterNow(attempt) };
        await fixture.blocks.save(before, after, aContext());
        before = withEdited(before, after);
      });
    }
    const read = fixture.blocks.read(page.id);

    await expect(read).rejects.toThrow(PlatformError);
    await expect(read).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  });
});

describe('a write of blocks', () => {
  it('is one transaction over the block and the order', async () => {
    const { page } = await pageWith(1);
    const sizes: number[] = [];
    const look = (input: object) =>
      'TransactItems' in input && sizes.push([input.TransactItems].flat().length);
    const before = await fixture.blocks.read(page.id);
    faults.script(seen('TransactWriteItems', look));
    await fixture.blocks.create(before, aBlock({ pageId: page.id }), 0, aContext());

    expect(sizes).toEqual([2]);
  });

  it('survives a lost response and conflicts, and is written once', async () => {
    const { page, blocks } = await pageWith(1);
    const before = await fixture.blocks.read(page.id);
    const [second, third] = [aBlock({ pageId: page.id }), aBlock({ pageId: page.id })];
    faults.script(lostResponse('TransactWriteItems'));
    await fixture.blocks.create(before, second, 1, aContext());
    faults.script(cancelled('TransactionConflict', 0), cancelled('TransactionConflict', 0));
    await fixture.blocks.create(await fixture.blocks.read(page.id), third, 2, aContext());

    expect(await fixture.blocks.read(page.id)).toEqual({ blocks: [...blocks, second, third], revision: 3 });
  });

  it('fails at once when it conflicts with another write of blocks, if its command is repeated', async () => {
    const { page } = await pageWith(1);
    const before = await fixture.blocks.read(page.id);
    const create = (isRepeatable: boolean) =>
      fixture.blocks.create(before, aBlock({ pageId: page.id }), 1, { ...aContext(), isRepeatable });
    faults.script(cancelled('TransactionConflict', 0));
    await expect(create(true)).rejects.toThrow(ConcurrentUpdateError);

    expect((await fixture.blocks.read(page.id)).revision).toBe(1);
    // The store repeats a throttled transaction, and a transaction whose command is not repeatable.
    faults.script(cancelled('ThrottlingError', 0));
    await create(true);
    faults.script(cancelled('TransactionConflict', 0));
    await expect(create(false)).rejects.toThrow(ConcurrentUpdateError);

    expect(faults.pending()).toBe(0);
    expect((await fixture.blocks.read(page.id)).revision).toBe(2);
  });

  it('of a new order survives a lost response too', async () => {
    const { page, blocks } = await pageWith(2);
    const before = await fixture.blocks.read(page.id);
    faults.script(lostResponse('UpdateItem'));
    await fixture.blocks.reorder(before, page.id, blocks.map(({ id }) => id).toReversed(), aContext());

    expect(await fixture.blocks.read(page.id)).toEqual({ blocks: blocks.toReversed(), revision: 3 });
    await expect(fixture.blocks.reorder(before, page.id, [], aContext())).rejects.toThrow(
      ConcurrentUpdateError,
    );
  });
});

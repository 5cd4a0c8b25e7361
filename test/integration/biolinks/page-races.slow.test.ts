import { randomInt, randomUUID } from 'node:crypto';
import { DescribeTableCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStreamReader } from '#local/pollers/stream-reader.ts';
import { BLOCK_LIMIT } from '#shared/biolinks/domain/block.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { pageKey, slugKey, slugOwner } from '#shared/biolinks/store/keys.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { hashPassword, verifyPassword } from '#shared/platform/runtime/password-hash.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { aBlock } from '#test/support/builders/biolinks/block-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aNewWorkspace } from '#test/support/builders/workspaces/workspace-builders.ts';
import { fillPage } from '#test/support/fixtures/biolinks/fill-page.ts';
import { PAGE_PERMISSIONS } from '#test/support/fixtures/biolinks/page-api.ts';
import { lostResponse, meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';
import { operationFunctions } from '#test/support/fixtures/platform/operation-functions.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

type Request = {
  readonly page?: string;
  readonly json?: unknown;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
};

const WRITERS = 50;
const log = createRecordingLog();
const { emulator, fixture, faults } = emulatedStores();
let functions: ReturnType<typeof operationFunctions>;
let key: string;
let workspaceId: string;

beforeAll(async () => {
  const newWorkspace = aNewWorkspace();
  key = generateApiKey((below) => randomInt(below));
  workspaceId = newWorkspace.workspace.id;
  const keys = [{ ...newWorkspace.key, hash: hashApiKey(key), permissions: PAGE_PERMISSIONS }];
  await fixture.workspaces.create({ ...newWorkspace, keys }, aContext().change);
  functions = operationFunctions(
    {
      ...fixture,
      hashPassword: async (password: string) => ({ scrypt: await hashPassword(password) }),
      origin: 'https://pages.example.com',
    },
    { clock: systemClock, log, keys: fixture.apiKeys, responses: fixture.responses },
  );
});
async function call(name: string, { page, json, ifMatch, idempotencyKey }: Request) {
  const event = anHttpEvent({
    method: name === 'update-page' ? 'PATCH' : 'POST',
    path: `/${page ?? ''}`,
    json,
    params: page === undefined ? {} : { page },
    headers: {
      authorization: `Bearer ${key}`,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
  });
  return readAnswer(await functions(name)(event, aLambdaContext()));
}

async function createPage(fields: object = {}): Promise<string> {
  const { status, body } = await call('create-page', {
    json: { title: 'Ada', slug: randomUUID(), ...fields },
  });
  expect(status).toBe(201);
  return String(body.data.id);
}

function together(count: number, run: (index: number) => Promise<HttpReply>): Promise<HttpReply[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)));
}

function stored(page: string): Promise<Page | undefined> {
  return fixture.pages.find(workspaceId, page);
}

function patch(page: string, json: unknown, ifMatch = '"1"') {
  return call('update-page', { page, json, ifMatch });
}

describe('update-page, at the same time', () => {
  it('lets one of 50 at the same revision win, and stores the page of the winner', async () => {
    const page = await createPage();
    const responses = await together(WRITERS, (index) => patch(page, { title: `Writer ${index}` }));
    const winners = responses.filter(({ status }) => status === 200);
    const losers = responses.filter(({ status }) => status === 412);

    expect([winners.length, losers.length]).toEqual([1, 49]);
    expect(new Set(losers.map(({ headers }) => headers['ETag']))).toEqual(new Set(['"2"']));
    const { body } = await call('get-page', { page });
    expect(winners[0]?.body).toEqual({ ...body, warnings: [] });
  });

  // Some 1,300 requests.
  it('loses no update: 50 writers that each add 1 end at 50', async () => {
    const page = await createPage({ tagline: '0' });
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let status: number | undefined; status !== 200;) {
          const { data } = (await call('get-page', { page })).body;
          const tagline = String(Number(data.tagline) + 1);
          ({ status } = await patch(page, { tagline }, `"${data.revision}"`));
          expect([200, 412]).toContain(status);
        }
      }),
    );

    expect(await stored(page)).toMatchObject({ tagline: '50', revision: 51 });
  });

  it('assigns one slug to one of two pages', async () => {
    const [one, two] = [await createPage(), await createPage()];
    const slug = randomUUID();
    const responses = await together(2, (index) => patch(index === 0 ? one : two, { slug }));
    const pages = await Promise.all([one, two].map(stored));

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('slug_taken');
    expect(pages.filter((page) => page?.slug === slug)).toHaveLength(1);
    expect(pages.find((page) => page?.slug !== slug)?.revision).toBe(1);
  });

  it('assigns one slug to one of twenty new pages', async () => {
    const slug = randomUUID();
    const responses = await together(20, () => call('create-page', { json: { title: 'x', slug } }));

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.code === 'slug_taken')).toHaveLength(19);
  });

  it('moves one page once when ten requests move it at the same revision', async () => {
    const page = await createPage();
    const responses = await together(10, () => patch(page, { slug: randomUUID() }));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(9);
    expect((await stored(page))?.slug).toBe(responses.find(({ status }) => status === 200)?.body.data.slug);
  });
});

describe('update-page, on the table', () => {
  it('is one conditional write', async () => {
    const page = await createPage();
    faults.clear();
    await patch(page, { title: 'New', settings: { seo: { title: 'x' } } });
    const own = faults.wire.filter((command) => command !== 'UpdateItem' && command !== 'GetItem');

    expect(own).toEqual([]);
    expect(faults.wire.filter((command) => command === 'UpdateItem')).toHaveLength(1);
  });

  it.each(['UpdateItem', 'TransactWriteItems'])(
    'succeeds when only the response of its %s was lost',
    async (command) => {
      const page = await createPage();
      faults.script(lostResponse(command));
      const sent = command === 'UpdateItem' ? { title: 'New' } : { slug: randomUUID() };

      expect(await patch(page, sent)).toMatchObject({ status: 200, body: { data: sent } });
      expect(faults.pending()).toBe(0);
      expect((await stored(page))?.revision).toBe(2);
    },
  );

  it('keeps the claim in the index of the sitemap exactly while the page is listable', async () => {
    const page = await createPage();
    const isListed = async () => {
      const { slug, domainId } = (await stored(page)) ?? { slug: '', domainId: '' };
      const rows = await emulator.core.query({
        index: CORE_TABLE.indexes[0],
        pk: slugOwner(domainId),
        from: slug,
        to: slug,
        descending: false,
        limit: 2,
      });
      return rows.length === 1 && rows[0]?.['pk'] === slugKey(domainId, slug).pk;
    };
    const edit = async (json: unknown) => {
      const { status } = await patch(page, json, '*');
      expect(status).toBe(200);
      return isListed();
    };
    const setStatus = async (status: string) => {
      await call('set-page-status', { page, json: { status }, ifMatch: '*' });
      return isListed();
    };

    expect(await isListed()).toBe(false);
    expect(await setStatus('active')).toBe(true);
    expect(await edit({ title: 'New' })).toBe(true);
    expect(await edit({ slug: randomUUID() })).toBe(true);
    expect(await edit({ settings: { seo: { noindex: true } } })).toBe(false);
    expect(await edit({ slug: randomUUID() })).toBe(false);
    expect(await edit({ settings: { seo: { noindex: false } } })).toBe(true);
    expect(await edit({ settings: { protection: { password: 'enigma' } } })).toBe(false);
    expect(await edit({ settings: { protection: { clear_password: true } } })).toBe(true);
    expect(await setStatus('archived')).toBe(false);
  });
});

describe('an earlier slug', () => {
  it('redirects to the page, and is not in the index of the sitemap', async () => {
    const slug = randomUUID();
    const page = await createPage({ slug });
    await call('set-page-status', { page, json: { status: 'active' }, ifMatch: '*' });
    const claim = async () => emulator.core.get(slugKey((await stored(page))?.domainId ?? '', slug));
    expect(await claim()).toMatchObject({ pageId: page, moved: false, ownerSk: slug });

    await patch(page, { slug: randomUUID() }, '*');
    expect(await claim()).toMatchObject({ pageId: page, moved: true });
    expect(await claim()).not.toHaveProperty('ownerPk');
  });
});

describe('delete-page, with blocks', () => {
  async function addBlock(pageId: string): Promise<void> {
    const before = await fixture.blocks.read(pageId);
    await fixture.blocks.create(before, aBlock({ pageId }), before.blocks.length, aContext());
  }

  it('deletes a block that is added concurrently', async () => {
    for (const earlier of [0, 1]) {
      const page = await createPage();
      for (let count = 0; count < earlier; count += 1) await addBlock(page);
      faults.script(meanwhile('TransactWriteItems', () => addBlock(page)));

      expect((await call('delete-page', { page, ifMatch: '"1"' })).status).toBe(204);
      expect(await partitionOf(page)).toEqual([]);
    }
  });

  it('leaves nothing of a page with a hundred blocks and five earlier slugs', async () => {
    const page = await createPage();
    for (let count = 0; count < 5; count += 1) await patch(page, { slug: randomUUID() }, '*');
    await fillPage(fixture.blocks, page, BLOCK_LIMIT);
    const { status } = await call('delete-page', { page, ifMatch: '*' });

    expect(status).toBe(204);
    expect(await partitionOf(page)).toEqual([]);
    expect((await readItems()).filter((item) => item['pageId'] === page)).toEqual([]);
  });

  async function partitionOf(page: string) {
    return (await readItems()).filter((item) => item['pk'] === pageKey(page).pk);
  }
});

describe('a password', () => {
  it('is in no response, log line, item or stream image, and the stored value verifies it', async () => {
    const secret = `enigma-${randomUUID()}`;
    const settings = { protection: { password: secret } };
    const responses = [
      await call('create-page', {
        json: { title: 'x', slug: randomUUID(), settings },
        idempotencyKey: randomUUID(),
      }),
    ];
    const page = String(responses[0]?.body.data.id);
    responses.push(
      await patch(page, { settings }),
      await patch(page, { settings, slug: randomUUID() }, '*'),
      await patch(page, { settings, theme: 'none' }, '*'),
      await patch(page, { settings }, '"0"'),
    );

    expect(responses.map(({ status }) => status)).toEqual([201, 200, 200, 422, 412]);
    const everywhere = [responses, log.lines, await readItems(), await readStream()].map((each) =>
      JSON.stringify(each),
    );
    for (const text of everywhere) {
      // What was scanned is what was written, so that an empty result is meaningful.
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4));
    }
    const found = await stored(page);
    expect(everywhere.slice(2).map((text) => text.includes(found?.password?.scrypt ?? '-'))).toEqual([
      true,
      true,
    ]);
    expect(await verifyPassword(secret, found?.password?.scrypt ?? '')).toBe(true);
  });
});

async function readItems() {
  const { Items = [] } = await emulator.client.send(
    new ScanCommand({ TableName: emulator.core.name, ConsistentRead: true }),
  );
  return Items.map((item) => unmarshall(item));
}

async function readStream() {
  const { Table } = await emulator.client.send(new DescribeTableCommand({ TableName: emulator.core.name }));
  const { endpoint, region, credentials } = emulator.client.config;
  const streams = new DynamoDBStreamsClient({ ...(endpoint ? { endpoint } : {}), region, credentials });
  const reader = createStreamReader({
    streams,
    streamArn: Table?.LatestStreamArn ?? '',
    eventSourceArn: 'arn',
  });
  const records: unknown[] = [];
  for (;;) {
    const page = await reader.next();
    if (page.records.length === 0) break;
    records.push(...page.records);
  }
  streams.destroy();
  return records;
}

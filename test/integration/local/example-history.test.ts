import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import type { History } from '#local/example/history/history.ts';
import { createPhoneNumbers } from '#shared/messaging/adapters/phone-numbers.ts';
import { DAY_MS, HOUR_MS } from '#shared/platform/core/time-units.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { startOf } from '#shared/webhooks/domain/attempt-counter.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';
import { operationFunctions } from '#test/support/fixtures/platform/operation-functions.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { itemsOf, startHistoryFixture, writeHistory } from './history-fixture.ts';

const FILLED_WITHIN_MS = 240_000;

const PHONE_NUMBERS = createPhoneNumbers(
  deployedFiles(new URL('../../../functions/messaging/create-contact/index.ts', import.meta.url).href),
);

type ReadRequest = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};

type Step = { readonly start: string; readonly attempts: number; readonly successes: number };

describe('the history of the example', () => {
  let fixture: Awaited<ReturnType<typeof startHistoryFixture>>;
  let history: History;
  let read: (name: string, request?: ReadRequest) => Promise<HttpReply>;

  beforeAll(async () => {
    fixture = await startHistoryFixture();
    const { stores } = fixture;
    const { history: opened, apiKey } = await fixture.open();
    history = opened;
    await writeHistory(history);
    // The first run of the sweep, which adds up the counters of past hours.
    const until = startOf(new Date(NOW.getTime() - HOUR_MS), HOUR_MS);
    await stores.sweep.resume('counts', { minute: until, shard: 0 });

    const clock = () => NOW;
    const log = createRecordingLog();
    const functions = operationFunctions(
      {
        ...stores,
        keys: stores.managedKeys,
        clock,
        randomBytes,
        origin: 'https://pages.example.com',
        phoneNumbers: PHONE_NUMBERS,
      },
      { clock, log, keys: stores.apiKeys },
    );
    read = async (name, { params, query } = {}) => {
      const { routes = [] } = OPERATIONS.find((operation) => operation.name === name) ?? {};
      const routePath = routes[0]?.path ?? '';
      const given: Readonly<Record<string, string>> = { workspace: history.workspaceId, ...params };
      const path = routePath.replaceAll(/\{(\w+)\}/gu, (_, param: string) => given[param] ?? '');
      const event = anHttpEvent({
        path,
        routePath,
        ...(routePath.includes('{') ? { params: given } : {}),
        ...(query ? { query } : {}),
        headers: { authorization: `Bearer ${apiKey}` },
      });
      const answer = readAnswer(await functions(name)(event, aLambdaContext()));
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer;
    };
  }, FILLED_WITHIN_MS);

  afterAll(() => fixture.stop());

  async function endpoint(name: string): Promise<string> {
    const { body } = await read('list-endpoints');
    const found = body.data.find((each: { readonly name: string }) => each.name === name);
    return String(found.id);
  }

  async function metrics(step: string, from: number, id?: string): Promise<readonly Step[]> {
    const query = { step, from: new Date(NOW.getTime() - from).toISOString() };
    const { body } =
      id === undefined
        ? await read('get-workspace-metrics', { query })
        : await read('get-endpoint-metrics', { query, params: { endpoint: id } });
    return body.data.steps;
  }

  it('gives charts of a day, a week and a month a shape', async () => {
    const day = await metrics('1h', DAY_MS);
    const week = await metrics('1h', 7 * DAY_MS);
    const month = await metrics('1d', 29 * DAY_MS);
    const fine = await metrics('5m', DAY_MS);
    const sum = (rows: readonly Step[]) => rows.reduce((total, { attempts }) => total + attempts, 0);
    const isWeekend = ({ start }: Step) => [0, 6].includes(new Date(start).getUTCDay());
    const average = (rows: readonly Step[]) => sum(rows) / rows.length;
    const complete = month.slice(1, -1);

    expect(day.filter(({ attempts }) => attempts > 0).length).toBeGreaterThan(10);
    expect(sum(week)).toBeGreaterThan(300);
    expect(month.every(({ attempts }) => attempts > 0)).toBe(true);
    expect(sum(fine)).toBe(sum(day.slice(-24)));
    // Nights are quiet, and so are weekends. The last week is busier than the first one.
    expect(Math.max(...day.map(({ attempts }) => attempts))).toBeGreaterThan(2 * average(day));
    expect(average(complete.filter(isWeekend))).toBeLessThan(
      0.8 * average(complete.filter((row) => !isWeekend(row))),
    );
    expect(sum(month.slice(-8, -1))).toBeGreaterThan(1.2 * sum(month.slice(1, 8)));
  });

  it('has an incident a week ago, an endpoint that has failed for hours, and a slow one', async () => {
    const month = await metrics('1d', 10 * DAY_MS);
    const share = ({ attempts, successes }: Step) => successes / attempts;
    const incident = month.find(({ start }) => start.startsWith('2026-05-25'));
    const failing = await metrics('1h', 15 * HOUR_MS, await endpoint('Accounting'));
    const params = { endpoint: await endpoint('Warehouse') };
    const slow = await read('get-endpoint-metrics', { params, query: { step: '1d' } });

    expect(incident && share(incident)).toBeLessThan(0.85);
    expect(failing.some(({ attempts }) => attempts > 0)).toBe(true);
    expect(failing.every(({ successes }) => successes === 0)).toBe(true);
    expect(slow.body.data.p50_ms).toBeGreaterThan(1000);
  });

  it('lists deliveries with attempts, whose payloads are readable for a week', async () => {
    const id = await endpoint('CRM');
    const list = async (until: number) => {
      const query = { limit: '100', until: new Date(NOW.getTime() - until).toISOString() };
      return (await read('list-deliveries', { params: { endpoint: id }, query })).body.data;
    };
    const payloadOf = async (delivery: string) => {
      const params = { endpoint: id, delivery };
      return (await read('get-delivery', { params })).body.data.payload;
    };
    const [young] = await list(2 * DAY_MS);
    const [old] = await list(8 * DAY_MS);
    const [oldest] = await list(20 * DAY_MS);

    expect(young).toMatchObject({ state: 'succeeded', attempts: [{ status_code: 200 }] });
    expect(await payloadOf(young.id)).not.toBeNull();
    expect(await payloadOf(old.id)).toBeNull();
    expect(await payloadOf(oldest.id)).toBeNull();
  });

  it('plans the next attempts of the failing endpoint for the future', async () => {
    const id = await endpoint('Accounting');
    const query = { limit: '100', state: 'retrying' };
    const { body } = await read('list-deliveries', { params: { endpoint: id }, query });
    const next = body.data.map((each: { next_attempt_at: string }) => Date.parse(each.next_attempt_at));

    expect(next.length).toBeGreaterThan(0);
    expect(Math.min(...next)).toBeGreaterThan(NOW.getTime());
  });

  it('has visitors on every day, more of them at weekends, and a peak', async () => {
    const { data: pages } = (await read('list-pages')).body;
    const { body } = await read('get-page-analytics', { params: { page: pages[0].id } });
    const views = body.data.rows.map((row: { views: number }) => row.views);

    expect(pages).toHaveLength(1);
    expect(Math.min(...views)).toBeGreaterThan(20);
    expect(Math.max(...views)).toBeGreaterThan((1.8 * body.data.totals.views) / views.length);
    expect(body.data.totals.clicks).toBeGreaterThan(500);
  });

  it('has posts of four weeks and of the next one, with their results', async () => {
    const { data: posts } = (await read('list-posts', { query: { limit: '100' } })).body;
    const count = (status: string) =>
      posts.filter((each: { status_name: string }) => each.status_name === status).length;
    const failed = posts.find((each: { status_name: string }) => each.status_name === 'failed');
    const { body } = await read('get-post', { params: { post: failed.id } });

    expect(['published', 'failed', 'scheduled', 'needs_approval', 'draft'].map(count)).toEqual([
      17, 1, 3, 2, 1,
    ]);
    expect(body.data.publications.map((each: { state: string }) => each.state).toSorted()).toEqual([
      'failed',
      'published',
    ]);
  });

  it('has contacts and conversations, some of which are open and belong to nobody', async () => {
    const { data: contacts } = (await read('list-contacts', { query: { limit: '100' } })).body;
    const { data: conversations } = (await read('list-conversations', { query: { limit: '100' } })).body;
    const free = conversations.filter(
      (each: { status: string; assigned_to: unknown }) => each.status === 'open' && each.assigned_to === null,
    );
    const messages = await read('list-conversation-messages', {
      params: { conversation: conversations.at(-1).id },
    });

    expect(contacts).toHaveLength(40);
    expect(conversations).toHaveLength(15);
    expect(free).toHaveLength(3);
    expect(messages.body.data).toHaveLength(4);
  });

  it('has nothing that production would have deleted by now, and only some thousand items', async () => {
    const tables = await Promise.all([itemsOf(history.core), itemsOf(history.deliveries)]);
    const items = tables.flatMap((table) => [...table.values()]);
    const ends = items.flatMap(({ ttl }) => (typeof ttl === 'number' ? [ttl * 1000] : []));
    const events = items.filter(({ pk }) => String(pk).startsWith('EV#'));

    expect(items.length).toBeLessThan(6500);
    expect(ends.length).toBeGreaterThan(1000);
    expect(Math.min(...ends)).toBeGreaterThan(NOW.getTime());
    expect(Math.min(...events.map(({ recordedAt }) => Number(recordedAt)))).toBeGreaterThan(
      NOW.getTime() - 14 * DAY_MS,
    );
  });

  it('has changes by three members, which the audit log shows', async () => {
    const items = [...(await itemsOf(history.core)).values()];
    const changes = items.flatMap(({ lastChange }) => (lastChange === undefined ? [] : [Object(lastChange)]));

    expect(new Set(changes.flatMap(({ member }) => member ?? [])).size).toBeGreaterThanOrEqual(3);
  });

  it(
    'is the same after a second run',
    async () => {
      const before = await Promise.all([itemsOf(history.core), itemsOf(history.deliveries)]);
      await writeHistory(history);
      const after = await Promise.all([itemsOf(history.core), itemsOf(history.deliveries)]);
      const changed = after.flatMap((table, index) =>
        [...table]
          .filter(([key, item]) => !isDeepStrictEqual(before[index]?.get(key), item))
          .map(([key]) => key),
      );

      expect(changed).toEqual([]);
      expect(after.map(({ size }) => size)).toEqual(before.map(({ size }) => size));
    },
    FILLED_WITHIN_MS,
  );
});

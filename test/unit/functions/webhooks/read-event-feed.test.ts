import { describe, expect } from 'vitest';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { WAITS_PER_KEY } from '#shared/webhooks/ports/feed-waits.ts';
import { aContext, aLogEntry, anEvent, NOW } from '#test/support/builders/platform/builders.ts';
import { startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const DAY = 86_400;

const it = itWith(setUp);

async function setUp() {
  const api = await startMemoryApi();
  const { workspaceId } = api;

  /** Records one event per item, and lists them as one batch. */
  async function record(...all: readonly Partial<RecordedEvent>[]): Promise<RecordedEvent[]> {
    const events = all.map((overrides) =>
      anEvent({ workspaceId, id: newId(overrides.recordedAt ?? api.clock()), ...overrides }),
    );
    for (const event of events) await api.events.record(event, aContext(), undefined);
    await list(events);
    return events;
  }

  const list = (events: readonly RecordedEvent[]) =>
    api.eventLog.append(
      workspaceId,
      events.map(({ id, event, channel }) => aLogEntry({ id, event, channel })),
      api.clock(),
    );
  const read = (query: Record<string, string> = {}, key = api.defaultKey) =>
    api.call('read-event-feed', { query, key });
  const idsIn = ({ body }: Awaited<ReturnType<typeof read>>): string[] =>
    body.data.map(({ id }: { id: string }) => id);

  /** The ids on all pages, each page with the cursor of the one before. */
  async function readAll(query: Record<string, string>): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await read({ ...query, ...(cursor === undefined ? {} : { cursor }) });
      ids.push(...idsIn(page));
      cursor = page.body.next_cursor;
      if (!page.body.has_more) return ids;
    }
  }

  return { api, record, list, read, readAll, idsIn };
}

describe('read-event-feed, happy', () => {
  it('returns the stored body and the headers of a delivery without signatures', async ({
    api,
    record,
    read,
  }) => {
    const body = '{ "id":"x", "n": 1.50, "name": "Zoë 🥐" }';
    const [event] = await record({ body, event: 'salesbot.message.sent', channel: 'sms', test: true });
    const key = [...api.core.apiKeys.values()].find(({ permissions }) =>
      permissions.includes('salesbot:events:write'),
    );
    const { status, body: page } = await read();

    expect(status).toBe(200);
    expect(page.data).toEqual([
      {
        id: event?.id,
        event: 'salesbot.message.sent',
        product: 'salesbot',
        channel: 'sms',
        test: true,
        recorded_at: NOW.toISOString(),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'workspace-platform-webhooks/1',
          'x-webhook-event': 'salesbot.message.sent',
          'x-webhook-delivery': deliveryIdFor(event ?? anEvent(), key?.id ?? ''),
          'webhook-id': event?.id,
        },
        body,
      },
    ]);
    expect(page.has_more).toBe(false);
  });

  it('continues after the last event with every page size, and has a cursor without events', async (setup) => {
    const { record, read, readAll, idsIn } = setup;
    const empty = await read();
    expect([empty.body.data, empty.body.has_more]).toEqual([[], false]);
    const events = [...(await record({}, {}, {})), ...(await record({})), ...(await record({}, {}))];
    const ids = events.map(({ id }) => id);

    for (let limit = 1; limit <= 7; limit += 1) expect(await readAll({ limit: String(limit) })).toEqual(ids);
    expect(idsIn(await read({ cursor: empty.body.next_cursor }))).toEqual(ids);
  });

  it('starts after the newest event with the cursor latest', async ({ record, read, idsIn }) => {
    await record({}, {});
    const { body } = await read({ cursor: 'latest' });
    expect([body.data, body.has_more]).toEqual([[], false]);
    const [next] = await record({});

    expect(idsIn(await read({ cursor: body.next_cursor }))).toEqual([next?.id]);
  });

  it('filters by event and channel, which can change between requests', async ({ record, read, idsIn }) => {
    const [sent, paid, last] = await record(
      { event: 'salesbot.message.sent', channel: 'sms' },
      {},
      { event: 'salesbot.message.sent', channel: 'whatsapp' },
    );
    const first = await read({ event: 'salesbot.message.sent', limit: '1' });

    expect(idsIn(first)).toEqual([sent?.id]);
    expect(idsIn(await read({ cursor: first.body.next_cursor }))).toEqual([paid?.id, last?.id]);
    expect(idsIn(await read({ channel: 'whatsapp' }))).toEqual([last?.id]);
  });

  it('starts with the oldest event whose payload is stored', async ({ api, record, read, idsIn }) => {
    for (let batch = 0; batch < 5; batch += 1) await record({});
    api.clock.advance(6 * DAY);
    const [kept] = await record({ recordedAt: api.clock() });
    api.clock.advance(DAY);

    expect(idsIn(await read())).toEqual([kept?.id]);
    api.clock.advance(7 * DAY);
    const { body } = await read();
    expect([body.data, body.has_more]).toEqual([[], false]);
    const [next] = await record({ recordedAt: api.clock() });
    expect(idsIn(await read({ cursor: body.next_cursor }))).toEqual([next?.id]);
  });

  it('leaves out events whose payload has expired, also after an old cursor', async ({
    api,
    record,
    read,
    idsIn,
  }) => {
    const { body } = await read();
    await record({});
    api.clock.advance(7 * DAY);
    const [kept] = await record({ recordedAt: api.clock() });

    expect(idsIn(await read({ cursor: body.next_cursor }))).toEqual([kept?.id]);
  });

  it('leaves out erased events, and lists a repeated batch once on a page', async ({
    record,
    list,
    read,
    idsIn,
  }) => {
    const [one, , three] = await record({}, { body: '' }, {});
    await list([anEvent({ id: one?.id ?? '' })]);

    expect(idsIn(await read())).toEqual([one?.id, three?.id]);
  });

  it('ends a page whose bodies would become too large for a response', async ({
    record,
    read,
    readAll,
    idsIn,
  }) => {
    const body = JSON.stringify({ text: 'x'.repeat(900_000) });
    const events = await record({ body }, { body }, { body }, { body });
    const first = await read();

    expect([idsIn(first).length, first.body.has_more]).toEqual([2, true]);
    expect(await readAll({})).toEqual(events.map(({ id }) => id));
  });

  it('reads no more events than the page can have', async ({ api, record, read }) => {
    await record(...Array.from({ length: 30 }, () => ({})));
    let reads = 0;
    const find = api.events.find.bind(api.events);
    api.events.find = (id) => {
      reads += 1;
      return find(id);
    };
    await read({ limit: '3' });

    expect(reads).toBe(3);
  });
});

describe('read-event-feed, waiting', () => {
  it('returns an event that is listed while the request waits', async ({
    api,
    list,
    record,
    read,
    idsIn,
  }) => {
    const { body } = await read({ cursor: 'latest' });
    const readFrom = api.eventLog.readFrom.bind(api.eventLog);
    const event = anEvent({ workspaceId: api.workspaceId, id: newId(api.clock()) });
    let polls = 0;
    api.eventLog.readFrom = async (...args) => {
      polls += 1;
      if (polls === 4) {
        await api.events.record(event, aContext(), undefined);
        await list([event]);
      }
      return readFrom(...args);
    };
    const before = api.clock();
    const waited = await read({ cursor: body.next_cursor, wait: '8' });

    expect(idsIn(waited)).toEqual([event.id]);
    expect(api.clock().getTime() - before.getTime()).toBe(1500);
    expect(await record({})).toHaveLength(1);
  });

  it('ends without an event after the time, and then has the same cursor', async ({ api, read }) => {
    const { body } = await read();
    const before = api.clock();
    const waited = await read({ cursor: body.next_cursor, wait: '3' });

    expect(waited.body).toEqual(body);
    expect(api.clock().getTime() - before.getTime()).toBe(3000);
  });

  it('does not wait if there is an event, or without the parameter', async ({ api, record, read }) => {
    await read();
    await record({});
    const before = api.clock();
    await read({ wait: '8' });
    await read({ cursor: 'latest' });

    expect(api.clock()).toEqual(before);
  });

  it('rejects the sixth waiting request of a key, and no request that does not wait', async ({
    api,
    record,
    read,
  }) => {
    const key = [...api.core.apiKeys.values()].find(({ permissions }) =>
      permissions.includes('salesbot:events:write'),
    );
    for (let place = 0; place < WAITS_PER_KEY; place += 1)
      await api.feedWaits.enter(key?.id ?? '', api.clock(), new Date(api.clock().getTime() + 10_000));
    const rejected = await read({ wait: '1' });

    expect(codeOf(rejected)).toBe('429 rate_limited');
    expect(rejected.headers['Retry-After']).toBe('1');
    expect(rejected.body).toMatchObject({ limit: 5, limit_of: 'key' });
    expect((await read()).status).toBe(200);
    await record({});
    expect((await read({ wait: '1' })).status).toBe(200);
  });

  it('leaves its place, also if a read fails', async ({ api, read }) => {
    const readFrom = api.eventLog.readFrom.bind(api.eventLog);
    let reads = 0;
    api.eventLog.readFrom = (...args) => {
      reads += 1;
      return reads % 2 === 0 ? Promise.reject(new Error('The table does not respond')) : readFrom(...args);
    };
    for (let request = 0; request <= WAITS_PER_KEY; request += 1)
      expect((await read({ wait: '1' })).status).toBe(500);
  });
});

describe('read-event-feed, unhappy', () => {
  it.each([
    [{ event: 'salesbot.fax.sent' }, '422 event_unknown'],
    [{ channel: 'all' }, '422 invalid_format'],
    [{ limit: '0' }, '422 out_of_range'],
    [{ limit: 'all' }, '422 invalid_type'],
    [{ wait: 'long' }, '422 invalid_type'],
    [{ wait: '9' }, '422 out_of_range'],
    [{ wait: '-1' }, '422 out_of_range'],
    [{ product: 'salesbot' }, '422 unknown_parameter'],
    [{ cursor: 'invented' }, '400 cursor_invalid'],
    [{ cursor: '' }, '400 cursor_invalid'],
  ])('rejects %j as %s', async (query, code) => {
    const { read } = await setUp();
    expect(codeOf(await read(query as Record<string, string>))).toBe(code);
  });

  it('rejects the cursor of another workspace', async ({ api, read }) => {
    const { body } = await read();
    const other = await api.createOtherWorkspace();

    expect(codeOf(await read({ cursor: body.next_cursor }, other.key))).toBe('400 cursor_invalid');
  });
});

describe('read-event-feed, permissions', () => {
  it('leaves out the events of products that the key cannot subscribe to', async ({
    api,
    record,
    read,
    idsIn,
  }) => {
    const [published, paid] = await record({ event: 'publishing.post.published', product: 'publishing' }, {});
    const keyOf = (permission: 'publishing:webhooks:subscribe' | 'salesbot:webhooks:subscribe') =>
      api.grant([permission]);

    expect(idsIn(await read({}, keyOf('publishing:webhooks:subscribe')))).toEqual([published?.id]);
    expect(idsIn(await read({}, keyOf('salesbot:webhooks:subscribe')))).toEqual([paid?.id]);
    expect(codeOf(await read({}, api.grant(['publishing:posts:read'])))).toBe('403 permission_missing');
  });
});

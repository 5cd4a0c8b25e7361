import { describe, expect } from 'vitest';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { encodeCursor } from '#shared/platform/http/cursor.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { WAITS_PER_KEY, WAITS_PER_WORKSPACE } from '#shared/webhooks/ports/feed-waits.ts';
import { aLogEntry, anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
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
  it('returns the stored body and the headers of a delivery without signatures', async (feed) => {
    const body = '{ "id":"x", "n": 1.50, "name": "Zoë 🥐" }';
    const [event] = await feed.record({ body, event: 'salesbot.message.sent', channel: 'sms', test: true });
    const key = [...feed.api.core.apiKeys.values()].find(({ permissions }) =>
      permissions.includes('salesbot:events:write'),
    );
    const { status, body: page } = await feed.read();

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

  it('starts after the newest event with the cursor latest', async (feed) => {
    await feed.record({}, {});
    const { body } = await feed.read({ cursor: 'latest' });
    expect([body.data, body.has_more]).toEqual([[], false]);
    const [next] = await feed.record({});

    expect(feed.idsIn(await feed.read({ cursor: body.next_cursor }))).toEqual([next?.id]);
  });

  it('filters by event and channel, which can change between requests', async (feed) => {
    const [sent, paid, last] = await feed.record(
      { event: 'salesbot.message.sent', channel: 'sms' },
      {},
      { event: 'salesbot.message.sent', channel: 'whatsapp' },
    );
    const first = await feed.read({ event: 'salesbot.message.sent', limit: '1' });

    expect(feed.idsIn(first)).toEqual([sent?.id]);
    expect(feed.idsIn(await feed.read({ cursor: first.body.next_cursor }))).toEqual([paid?.id, last?.id]);
    expect(feed.idsIn(await feed.read({ channel: 'whatsapp' }))).toEqual([last?.id]);
  });

  it('starts with the oldest event whose payload is stored', async (feed) => {
    for (let batch = 0; batch < 5; batch += 1) await feed.record({});
    feed.api.clock.advance(6 * DAY);
    const [kept] = await feed.record({ recordedAt: feed.api.clock() });
    feed.api.clock.advance(DAY);

    expect(feed.idsIn(await feed.read())).toEqual([kept?.id]);
    feed.api.clock.advance(7 * DAY);
    const { body } = await feed.read();
    expect([body.data, body.has_more]).toEqual([[], false]);
    const [next] = await feed.record({ recordedAt: feed.api.clock() });
    expect(feed.idsIn(await feed.read({ cursor: body.next_cursor }))).toEqual([next?.id]);
  });

  it('leaves out events whose payload has expired, also after an old cursor', async (feed) => {
    const { body } = await feed.read();
    await feed.record({});
    feed.api.clock.advance(7 * DAY);
    const [kept] = await feed.record({ recordedAt: feed.api.clock() });

    expect(feed.idsIn(await feed.read({ cursor: body.next_cursor }))).toEqual([kept?.id]);
  });

  it('leaves out erased events, and lists a repeated batch once on a page', async (feed) => {
    const [one, , three] = await feed.record({}, { body: '' }, {});
    await feed.list([anEvent({ id: one?.id ?? '' })]);

    expect(feed.idsIn(await feed.read())).toEqual([one?.id, three?.id]);
  });

  it('ends a page whose bodies would become too large for a response', async (feed) => {
    const body = JSON.stringify({ text: 'x'.repeat(900_000) });
    const events = await feed.record({ body }, { body }, { body }, { body });
    const first = await feed.read();

    expect([feed.idsIn(first).length, first.body.has_more]).toEqual([2, true]);
    expect(await feed.readAll({})).toEqual(events.map(({ id }) => id));
  });

  it('reads no more events than the page can have', async (feed) => {
    await feed.record(...Array.from({ length: 30 }, () => ({})));
    let reads = 0;
    const find = feed.api.events.find.bind(feed.api.events);
    feed.api.events.find = (id) => {
      reads += 1;
      return find(id);
    };
    await feed.read({ limit: '3' });

    expect(reads).toBe(3);
  });
});

describe('read-event-feed, waiting', () => {
  it('returns an event that is listed while the request waits', async (feed) => {
    const { body } = await feed.read({ cursor: 'latest' });
    const readFrom = feed.api.eventLog.readFrom.bind(feed.api.eventLog);
    const event = anEvent({ workspaceId: feed.api.workspaceId, id: newId(feed.api.clock()) });
    let polls = 0;
    feed.api.eventLog.readFrom = async (...args) => {
      polls += 1;
      if (polls === 4) {
        await feed.api.events.record(event, aContext(), undefined);
        await feed.list([event]);
      }
      return readFrom(...args);
    };
    const before = feed.api.clock();
    const waited = await feed.read({ cursor: body.next_cursor, wait: '8' });

    expect(feed.idsIn(waited)).toEqual([event.id]);
    expect(feed.api.clock().getTime() - before.getTime()).toBe(1500);
    expect(await feed.record({})).toHaveLength(1);
  });

  it('ends without an event after the time, and then has the same cursor', async (feed) => {
    const { body } = await feed.read();
    const before = feed.api.clock();
    const waited = await feed.read({ cursor: body.next_cursor, wait: '3' });

    expect(waited.body).toEqual(body);
    expect(feed.api.clock().getTime() - before.getTime()).toBe(3000);
  });

  it('does not wait if there is an event, or without the parameter', async (feed) => {
    await feed.read();
    await feed.record({});
    const before = feed.api.clock();
    await feed.read({ wait: '8' });
    await feed.read({ cursor: 'latest' });

    expect(feed.api.clock()).toEqual(before);
  });

  it('answers the sixth waiting request of a key at once, as without a wait', async (feed) => {
    const key = [...feed.api.core.apiKeys.values()].find(({ permissions }) =>
      permissions.includes('salesbot:events:write'),
    );
    for (let place = 0; place < WAITS_PER_KEY; place += 1)
      await feed.api.feedWaits.enter(
        { workspaceId: feed.api.workspaceId, keyId: key?.id ?? '' },
        feed.api.clock(),
        new Date(feed.api.clock().getTime() + 10_000),
      );
    const before = feed.api.clock();
    const answered = await feed.read({ wait: '8' });

    expect([answered.status, answered.body]).toEqual([200, (await feed.read()).body]);
    expect(feed.api.clock()).toEqual(before);
    const [event] = await feed.record({});
    expect(feed.idsIn(await feed.read({ cursor: answered.body.next_cursor, wait: '1' }))).toEqual([
      event?.id,
    ]);
  });

  it('answers at once if 20 requests of other keys of the workspace wait, and waits beside those of another workspace', async (feed) => {
    const { workspaceId: own, clock, feedWaits } = feed.api;
    const { workspaceId: other } = await feed.api.createOtherWorkspace();
    const fill = async (workspaceId: string) => {
      for (let place = 0; place < WAITS_PER_WORKSPACE; place += 1)
        await feedWaits.enter(
          { workspaceId, keyId: `key ${place % 10}` },
          clock(),
          new Date(clock().getTime() + 60_000),
        );
    };
    const took = async () => {
      const before = clock().getTime();
      expect((await feed.read({ wait: '8' })).status).toBe(200);
      return clock().getTime() - before;
    };
    await fill(other);
    expect(await took()).toBe(8000);
    await fill(own);

    expect(await took()).toBe(0);
  });

  it('leaves its place, also if a read fails', async (feed) => {
    const readFrom = feed.api.eventLog.readFrom.bind(feed.api.eventLog);
    let reads = 0;
    feed.api.eventLog.readFrom = (...args) => {
      reads += 1;
      return reads % 2 === 0 ? Promise.reject(new Error('The table does not respond')) : readFrom(...args);
    };
    for (let request = 0; request <= WAITS_PER_KEY; request += 1)
      expect((await feed.read({ wait: '1' })).status).toBe(500);
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

  it.each(['9007199254740992', '9999999999999999', '99999999999999999'])(
    'rejects a cursor that a client has made for position %s, and accepts each cursor that it returns',
    async (position) => {
      const { read, api } = await setUp();
      const cursorAt = (at: string) => encodeCursor(at, { list: 'feed', workspace: api.workspaceId });
      expect(codeOf(await read({ cursor: cursorAt(position) }))).toBe('400 cursor_invalid');
      const last = await read({ cursor: cursorAt('9007199254740991') });

      expect((await read({ cursor: last.body.next_cursor })).status).toBe(200);
    },
  );

  it('rejects the cursor of another workspace', async (feed) => {
    const { body } = await feed.read();
    const other = await feed.api.createOtherWorkspace();

    expect(codeOf(await feed.read({ cursor: body.next_cursor }, other.key))).toBe('400 cursor_invalid');
  });
});

describe('read-event-feed, permissions', () => {
  it('leaves out the events of products that the key cannot subscribe to', async (feed) => {
    const [published, paid] = await feed.record(
      { event: 'publishing.post.published', product: 'publishing' },
      {},
    );
    const keyOf = (permission: 'publishing:webhooks:subscribe' | 'salesbot:webhooks:subscribe') =>
      feed.api.grant([permission]);

    expect(feed.idsIn(await feed.read({}, keyOf('publishing:webhooks:subscribe')))).toEqual([published?.id]);
    expect(feed.idsIn(await feed.read({}, keyOf('salesbot:webhooks:subscribe')))).toEqual([paid?.id]);
    expect(codeOf(await feed.read({}, feed.api.grant(['publishing:posts:read'])))).toBe(
      '403 permission_missing',
    );
  });
});

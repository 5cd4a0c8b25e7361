import { describe, expect } from 'vitest';
import { contactInLog, type LogEntry } from '#shared/events/recording/log-entry.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aLogEntry } from '#test/support/builders/events/event-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { type ApiRequest, BOTH_PRODUCTS, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

const CONTACT = '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d';

async function setUp() {
  const api = await startMemoryApi();
  const entry = (seconds: number, overrides: Partial<LogEntry> = {}) =>
    aLogEntry({ id: newId(secondsAfterNow(seconds)), ...overrides });

  /** Lists one event per item, a second apart. */
  async function record(...all: readonly Partial<LogEntry>[]): Promise<string[]> {
    const entries = all.map((overrides, index) => entry(index, overrides));
    for (const [index, each] of entries.entries())
      await api.eventLog.append(api.workspaceId, [each], secondsAfterNow(index));
    api.clock.advance(entries.length);
    return entries.map(({ id }) => id);
  }

  const list = (query: Record<string, string> = {}, request: ApiRequest = {}) =>
    api.call('list-events', { query, ...request });
  const idsIn = ({ body }: Awaited<ReturnType<typeof list>>): string[] =>
    body.data.map(({ id }: { id: string }) => id);
  return { api, record, list, idsIn };
}

describe('list-events, happy', () => {
  it('lists events newest first, with everything but the contact', async ({ record, list }) => {
    const ids = await record(
      { matches: 2, channel: 'sms', event: 'salesbot.message.sent', test: true },
      { event: 'publishing.post.published', contact: contactInLog(hashContact(CONTACT)) },
    );
    const { status, body } = await list();

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: ids[1],
          event: 'publishing.post.published',
          product: 'publishing',
          channel: null,
          test: false,
          recorded_at: secondsAfterNow(1).toISOString(),
          matched_endpoints: 0,
          filtered_endpoints: 0,
        },
        {
          id: ids[0],
          event: 'salesbot.message.sent',
          product: 'salesbot',
          channel: 'sms',
          test: true,
          recorded_at: secondsAfterNow(0).toISOString(),
          matched_endpoints: 2,
          filtered_endpoints: 0,
        },
      ],
      next_cursor: null,
      has_more: false,
      searched_until: null,
    });
  });

  it('is empty for a workspace without events', async ({ record, list, api }) => {
    await record({}, {});
    const other = await api.createOtherWorkspace();

    expect((await list({}, { key: other.key })).body).toEqual({
      data: [],
      next_cursor: null,
      has_more: false,
      searched_until: null,
    });
  });

  it('filters by each parameter', async ({ record, list, idsIn }) => {
    const [sent, published, paid] = await record(
      { event: 'salesbot.message.sent', channel: 'sms', matches: 1 },
      { event: 'publishing.post.published' },
      { contact: contactInLog(hashContact(CONTACT)) },
    );
    const found = async (query: Record<string, string>) => idsIn(await list(query));

    expect(await found({ event: 'salesbot.message.sent' })).toEqual([sent]);
    expect(await found({ product: 'publishing' })).toEqual([published]);
    expect(await found({ channel: 'sms' })).toEqual([sent]);
    expect(await found({ matched: 'false' })).toEqual([paid, published]);
    expect(await found({ matched: 'true' })).toEqual([sent]);
    expect(await found({ contact_id: CONTACT.toUpperCase() })).toEqual([paid]);
    expect(await found({ since: secondsAfterNow(1).toISOString() })).toEqual([paid, published]);
    expect(await found({ until: secondsAfterNow(0).toISOString() })).toEqual([sent]);
  });

  it('shows how far a page has searched', async ({ record, list }) => {
    await record({}, {}, {});
    const first = await list({ limit: '1' });
    expect(first.body).toMatchObject({
      has_more: true,
      searched_until: secondsAfterNow(2).toISOString(),
    });
    const second = await list({ limit: '2', cursor: first.body.next_cursor });

    expect(second.body).toMatchObject({ has_more: false, next_cursor: null, searched_until: null });
    expect(second.body.data).toHaveLength(2);
  });
});

describe('list-events, unhappy', () => {
  it.each([
    [{ event: 'salesbot.fax.sent' }, '422 event_unknown'],
    [{ product: 'biolinks' }, '422 invalid_format'],
    [{ product: 'publishing', event: 'salesbot.message.sent' }, '422 event_unknown'],
    [{ channel: 'all' }, '422 invalid_format'],
    [{ matched: 'no' }, '422 invalid_format'],
    [{ contact_id: 'Ada' }, '422 invalid_format'],
    [{ since: 'yesterday' }, '422 invalid_format'],
    [{ since: '2026-11-22T00:00:00 01:00' }, '422 invalid_format'],
    [{ until: '2026-11-22t00:00:00.5 05:30' }, '422 invalid_format'],
    [{ since: '2026-11-22T00:00:00Z', until: '2026-11-21T00:00:00Z' }, '422 out_of_range'],
    [{ limit: '101' }, '422 out_of_range'],
    [{ order: 'asc' }, '422 unknown_parameter'],
  ])('rejects %j as %s', async (query, code) => {
    const { list } = await setUp();
    expect(codeOf(await list(query as Record<string, string>))).toBe(code);
  });

  it('says what to send instead of a "+" that arrived as a space', async () => {
    const { list } = await setUp();
    const { body } = await list({ since: '2026-11-22T00:00:00 01:00' });

    expect(body.errors).toEqual([
      expect.objectContaining({ parameter: 'since', detail: expect.stringContaining('%2B') }),
    ]);
  });

  it('rejects a cursor of other filters', async ({ record, list }) => {
    await record({}, {});
    const { body } = await list({ limit: '1' });

    expect(codeOf(await list({ limit: '1', cursor: body.next_cursor, matched: 'false' }))).toBe(
      '400 cursor_invalid',
    );
  });
});

describe('list-events, event and product', () => {
  it('accepts the product of the event', async ({ record, list, idsIn }) => {
    const ids = await record({ event: 'salesbot.message.sent' }, { event: 'publishing.post.published' });

    expect(idsIn(await list({ product: 'salesbot', event: 'salesbot.message.sent' }))).toEqual([ids[0]]);
  });
});

describe('list-events, permissions', () => {
  it('omits events of products that the key cannot subscribe to', async ({ api, record, list, idsIn }) => {
    const [, published] = await record(
      { event: 'salesbot.message.sent' },
      { event: 'publishing.post.published' },
    );
    const key = api.grant(['publishing:webhooks:subscribe']);

    expect(idsIn(await list({}, { key }))).toEqual([published]);
    expect(idsIn(await list({ product: 'salesbot' }, { key }))).toEqual([]);
  });

  it('requires a permission to subscribe', async ({ api, list }) => {
    const key = api.grant(['salesbot:events:write']);
    const { status, body } = await list({}, { key });

    expect([status, body.code]).toEqual([403, 'permission_missing']);
    expect(BOTH_PRODUCTS.every((permission) => body.required_permissions.includes(permission))).toBe(true);
  });
});

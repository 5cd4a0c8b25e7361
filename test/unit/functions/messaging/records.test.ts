import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { RECORD_TYPES, type RecordType } from '#shared/events/catalogue/record-type.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { newsWith } from '#test/support/builders/events/record-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { type ApiRequest, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const PERMISSIONS: readonly Permission[] = [
  'salesbot:contacts:read',
  'salesbot:contacts:write',
  'salesbot:conversations:read',
  'salesbot:broadcasts:read',
  'salesbot:broadcasts:write',
  'salesbot:webhooks:subscribe',
];

/** Types whose operations read only records of other systems. */
const ONLY_EXTERNAL = RECORD_TYPES.filter((type) => type !== 'contact' && type !== 'broadcast');

const it = itWith(async () => {
  const api = await startMemoryApi();
  const key = api.grant(PERMISSIONS);
  const { workspaceId } = api;
  let second = 0;
  return {
    api,
    key,

    /** Learns of a record from an event a second after the last one. */
    async learn(type: RecordType, id: string, fields: object = {}, owner = workspaceId): Promise<void> {
      second += 1;
      const recordedAt = secondsAfterNow(second);
      await api.externalRecords.learn([
        newsWith({ [type]: { id, ...fields } }, { workspaceId: owner, recordedAt }),
      ]);
    },

    get: (type: RecordType, id: string, request: ApiRequest = {}) =>
      api.call(`get-${type}`, { key, params: { [type]: id }, ...request }),

    list: (type: RecordType, query: Record<string, string> = {}) =>
      // The list of conversations contains those of this platform by default.
      api.call(`list-${type}s`, {
        key,
        query: type === 'conversation' ? { ...query, source: 'external' } : query,
      }),
  };
});

describe('get-…, for a record of another system', () => {
  it.each(RECORD_TYPES)('returns a %s with null for what no event had', async (type, { learn, get }) => {
    const id = randomUUID();
    await learn(type, id, { status: 'x', name: 'y' });
    const { status, headers, body } = await get(type, id);
    const { revision, last_event: lastEvent, ...fields } = body.data;

    expect([status, headers['ETag']]).toEqual([200, `"${revision}"`]);
    expect(fields).toMatchObject({ id, source: 'external' });
    expect(lastEvent).toEqual({ id: expect.any(String), occurred_at: expect.any(String) });
    expect(Object.values(fields)).toContain(null);
  });

  it.each(RECORD_TYPES)('returns 304 for a known revision of a %s', async (type, { learn, get }) => {
    const id = randomUUID();
    await learn(type, id, { status: 'x', name: 'y' });
    const { headers } = await get(type, id);
    const known = { headers: { 'if-none-match': String(headers['ETag']) } };
    expect((await get(type, id, known)).status).toBe(304);
    await learn(type, id, { status: 'z', name: 'z' });

    expect((await get(type, id, known)).status).toBe(200);
  });

  it('never returns 304 for the revision of an erased record', async ({ api, get }) => {
    const [contact, order] = [randomUUID(), randomUUID()];
    const { workspaceId } = api;
    const say = (status: string, second: number) => {
      const told = { workspaceId, recordedAt: secondsAfterNow(second) };
      const data = { contact: { id: contact }, order: { id: order, status } };
      return api.externalRecords.learn([newsWith(data, told)]);
    };
    await say('paid', 0);
    const { headers } = await get('order', order);
    const erased = {
      workspaceId,
      contact: hashContact(contact),
      requestedAt: secondsAfterNow(1),
      isLast: true,
    };
    await api.externalRecords.erase(erased, () => true);
    await say('refunded', 2);
    const again = await get('order', order, { headers: { 'if-none-match': String(headers['ETag']) } });

    expect([again.status, again.body?.data.status]).toEqual([200, 'refunded']);
  });

  it.each(RECORD_TYPES)(
    'returns 404 for a %s that no event of the workspace has named',
    async (type, { learn, get }) => {
      const id = randomUUID();
      await learn(type, id, {}, randomUUID());

      expect(codeOf(await get(type, id))).toBe(`404 ${type}_not_found`);
      expect(codeOf(await get(type, 'nonsense'))).toBe(`404 ${type}_not_found`);
    },
  );

  it('names the records that the record belongs to', async ({ api, get }) => {
    const [contact, conversation, message] = [randomUUID(), randomUUID(), randomUUID()];
    const data = {
      channel: 'sms',
      contact: { id: contact },
      conversation: { id: conversation },
      message: { id: message },
    };
    await api.externalRecords.learn([newsWith(data, { workspaceId: api.workspaceId })]);

    expect((await get('message', message)).body.data).toMatchObject({
      contact_id: contact,
      conversation_id: conversation,
      channel: 'sms',
      text: null,
    });
    expect((await get('conversation', conversation)).body.data).toMatchObject({ contact_id: contact });
  });

  it('returns the contact and the broadcast of this platform instead', async ({ api, key, learn, get }) => {
    const contact = await api.call('create-contact', { key, json: { name: 'Ada' } });
    const message = { type: 'text', body: 'Hello' };
    const broadcast = await api.call('create-broadcast', { key, json: { name: 'Spring', message } });
    for (const [type, { body }] of [
      ['contact', contact],
      ['broadcast', broadcast],
    ] as const) {
      await learn(type, body.data.id, { name: 'Foreign' });
      expect((await get(type, body.data.id)).body).toEqual(body);
      expect(body.data.source).toBe('platform');
    }
  });
});

describe('list-…, for records of other systems', () => {
  it.each(ONLY_EXTERNAL)(
    'returns every %s once, in the order of their first events',
    async (type, { learn, list }) => {
      const ids = [randomUUID(), randomUUID(), randomUUID()];
      for (const id of ids) await learn(type, id, { status: 'a', name: 'a' });
      await learn(type, ids[0] ?? '', { status: 'b', name: 'b' });
      const first = await list(type, { limit: '2', order: 'asc' });
      const second = await list(type, { limit: '2', order: 'asc', cursor: first.body.next_cursor });
      const idsOf = ({ body }: typeof first) => body.data.map(({ id }: { id: string }) => id);

      expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
      expect([first.body.has_more, second.body.has_more, second.body.next_cursor]).toEqual([
        true,
        false,
        null,
      ]);
      expect(idsOf(await list(type))).toEqual(ids.toReversed());
    },
  );

  it('ends a page before it is too large for a response', async ({ learn, list }) => {
    const ids = Array.from({ length: 100 }, () => randomUUID());
    const large = { text: '💡'.repeat(10_000), type: '💡'.repeat(1000), error_code: '💡'.repeat(1000) };
    for (const id of ids) await learn('message', id, large);
    const seen: string[] = [];
    const sizes: number[] = [];
    let query: Record<string, string> = { limit: '100', order: 'asc' };
    for (;;) {
      const { text, body } = await list('message', query);
      sizes.push(Buffer.byteLength(text ?? ''));
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.has_more) break;
      query = { limit: '100', order: 'asc', cursor: body.next_cursor };
    }

    expect(seen).toEqual(ids);
    expect(Math.max(...sizes)).toBeLessThan(4.5 * 1024 * 1024);
    expect(sizes).toHaveLength(2);
  });

  it('rejects the cursor of another list', async ({ learn, list }) => {
    for (const type of ['payment', 'booking', 'booking'] as const) await learn(type, randomUUID());
    const { body } = await list('booking', { limit: '1' });

    expect(codeOf(await list('payment', { limit: '1', cursor: body.next_cursor }))).toBe(
      '400 cursor_invalid',
    );
  });

  it.each(ONLY_EXTERNAL)('rejects an unknown order of %s records', async (type, { list }) => {
    expect(codeOf(await list(type, { order: 'up' }))).toBe('422 invalid_format');
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pathOfRecord, withIds } from '#scripts/lib/samples/sample-records.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { RECORD_TYPES, type RecordType } from '#shared/events/catalogue/record-type.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

const MESSAGING_EVENTS = EVENT_CATALOGUE.filter(({ name }) => name.startsWith('salesbot.'));

type Data = Readonly<Record<string, unknown>>;

describe('records of events over HTTP', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  const read = (type: RecordType, id: string) => api('GET', pathOfRecord(type, id));

  /** The records that the data of an event name, with their types. */
  function recordsIn(data: Data): [RecordType, Data][] {
    return RECORD_TYPES.flatMap((type) => (data[type] ? [[type, Object(data[type])]] : []));
  }

  async function ingest(event: string, { event: _, ...data }: Record<string, unknown>): Promise<string> {
    const { status, body } = await api('POST', '/api/v1/salesbot/events', { body: { event, data } });
    expect([event, status]).toEqual([event, 202]);
    return String(body.data.id);
  }

  it('are named by every messaging event of the catalogue', () => {
    const named = MESSAGING_EVENTS.map(({ sampleData }) => recordsIn(sampleData).length);

    expect([named.length, Math.min(...named)]).toEqual([35, 1]);
    expect(named.reduce((sum, each) => sum + each)).toBe(66);
  });

  it.each(MESSAGING_EVENTS)(
    '$name: every id in its sample is readable, with what the event said',
    async (event) => {
      const ids = new Map(RECORD_TYPES.map((type) => [type, randomUUID()]));
      const data = withIds(event.sampleData, ids);
      const eventId = await ingest(event.name, data);

      for (const [type, record] of recordsIn(data)) {
        const { body, headers } = await waitFor(`the ${type} of ${event.name}`, async () => {
          const answer = await read(type, String(record['id']));
          return answer.status === 200 && answer;
        });

        expect(body.data).toMatchObject({ ...record, source: 'external' });
        expect(body.data.last_event.id).toBe(eventId);
        expect(headers.get('etag')).toBe(`"${body.data.revision}"`);
      }
    },
  );

  it('are listed by type, and each page continues after the previous one', async () => {
    const ids: string[] = Array.from({ length: 5 }, () => randomUUID());
    for (const id of ids) await ingest('salesbot.payment.succeeded', { payment: { id, amount: '1.00' } });
    const seen: string[] = [];
    await waitFor('the payments', async () => {
      seen.length = 0;
      let query = '?limit=2';
      for (;;) {
        const { body } = await api('GET', `/api/v1/salesbot/payments${query}`);
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        if (body.next_cursor === null) break;
        query = `?limit=2&cursor=${encodeURIComponent(String(body.next_cursor))}`;
      }
      return ids.every((id) => seen.includes(id));
    });

    expect(seen.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each([
    ['contact', 'salesbot.contact.created'],
    ['broadcast', 'salesbot.broadcast.sent'],
  ] as const)('cannot be changed through the API: %s', async (type, event) => {
    const id = randomUUID();
    await ingest(event, { [type]: { id, name: 'Ours' } });
    await waitFor(`the ${type}`, async () => (await read(type, id)).status === 200);
    const path = pathOfRecord(type, id);

    expect((await api('PATCH', path, { body: { name: 'Other' } })).body.code).toBe(`${type}_not_found`);
    expect((await api('DELETE', path)).body.code).toBe(`${type}_not_found`);
    expect((await read(type, id)).body.data.name).toBe('Ours');
  });
});

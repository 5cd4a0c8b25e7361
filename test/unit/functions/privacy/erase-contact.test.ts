import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { createHandler as createRedactPayloadsHandler } from '#functions/privacy/redact-payloads/handler.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { createExportedCopiesEraser } from '#shared/privacy/use-cases/erase-exported-copies.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';
import type { ApiRequest } from '#test/support/fakes/platform/memory-api.ts';
import { createMemoryExportedCopies } from '#test/support/fakes/privacy/memory-exported-copies.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

const CONTACT = '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d';

/** An API whose endpoint returned 404 for an event about a contact. */
async function setUp() {
  const fixture = await startEndpointApi();
  const { api, endpoint } = fixture;
  const order = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' };
  const data = { contact: { id: CONTACT.toUpperCase(), name: 'Ada Lovelace' }, order };
  const { body } = await api.call('ingest-event', { json: { event: 'salesbot.store.order_paid', data } });
  const eventId = String(body.data.id);
  const { settingsVersion, workspaceId } = fixture.stored();
  const id = deliveryIdFor({ id: eventId, recordedAt: NOW }, endpoint);
  const delivery = aDelivery({ id, eventId, endpointId: endpoint, workspaceId, settingsVersion });
  const ended = {
    state: 'failed',
    reason: 'receiver_rejected',
    nextAttemptAt: null,
    finishedAt: NOW,
  } as const;
  await api.deliveries.recordAttempt(delivery, anAttempt({ responseText: 'Ada?' }), ended);
  api.clock.advance(60);

  const erase = (request: ApiRequest = {}) =>
    api.call('erase-contact', { json: { contact_id: CONTACT }, ...request });
  const blank = createRedactPayloadsHandler({
    ...api,
    scans: api.erasureScans,
    redactions: api.logRedactions,
    erasers: {
      records: [api.externalRecords],
      copies: createExportedCopiesEraser(createMemoryExportedCopies()),
    },
    wait: async () => {},
  });
  const runMinute = () => {
    api.clock.advance(60);
    return blank({}, { getRemainingTimeInMillis: () => 60_000 });
  };
  const on = ({ id: deliveryId }: Pick<Delivery, 'id'>) => ({ params: { delivery: deliveryId } });
  return {
    ...fixture,
    erase,
    erasures: () => [...api.core.erasures.values()],
    runMinute,
    read: async () => (await fixture.run('get-delivery', on(delivery))).body.data,
    resend: () => fixture.run('resend-delivery', on(delivery)),
  };
}

describe('erase-contact, happy', () => {
  it('returns 202 with a pending erasure', async ({ erase, erasures, api }) => {
    const { status, body } = await erase();
    const [erasure] = erasures();

    expect(status).toBe(202);
    expect(body).toEqual({ data: { id: erasure?.id, state: 'queued' } });
    expect(erasure).toMatchObject({ workspaceId: api.workspaceId, contact: hashContact(CONTACT), pass: 1 });
  });

  it('does not store the id of the contact in plain text', async ({ erase, erasures }) => {
    await erase();

    expect(JSON.stringify(erasures())).not.toContain(CONTACT);
  });

  it('accepts the id in upper and lower case, as events do', async ({ erase, erasures }) => {
    await erase({ json: { contact_id: CONTACT.toUpperCase() } });

    expect(erasures()[0]?.contact).toBe(hashContact(CONTACT));
  });

  it('returns the same for an unknown contact', async ({ erase }) => {
    expect((await erase({ json: { contact_id: randomUUID() } })).status).toBe(202);
  });

  it('returns the same response again for the same Idempotency-Key', async ({ erase, erasures }) => {
    const headers = { 'idempotency-key': 'forget-1' };
    const first = await erase({ headers });
    const again = await erase({ headers });

    expect(again.body).toEqual(first.body);
    expect(erasures()).toHaveLength(1);
  });
});

describe('erase-contact, for the same contact again', () => {
  it('returns the pending erasure, which covers the events until then', async ({ erase, erasures, api }) => {
    const first = await erase();
    api.clock.advance(14 * 60);
    const again = await erase({ json: { contact_id: CONTACT.toUpperCase() } });

    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(erasures()).toMatchObject([
      { requestedAt: api.clock(), createdAt: new Date(api.clock().getTime() - 840_000) },
    ]);
  });

  it('redacts the events between the two requests', async ({ erase, api, runMinute }) => {
    await erase();
    api.clock.advance(60);
    const data = { contact: { id: CONTACT }, order: { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' } };
    const { body } = await api.call('ingest-event', { json: { event: 'salesbot.store.order_paid', data } });
    api.clock.advance(60);
    await erase();
    await runMinute();

    expect((await api.events.find(String(body.data.id)))?.body).toBe('');
  });

  it('creates another erasure after 15 minutes, and after a scan has begun', async ({
    erase,
    erasures,
    api,
    runMinute,
  }) => {
    await erase();
    api.clock.advance(15 * 60);
    await erase();
    expect(erasures()).toHaveLength(2);
    await runMinute();
    await erase();

    expect(erasures()).toHaveLength(3);
  });

  it('takes one place of the quota, and 1,000 contacts use it up', async ({ erase, erasures }) => {
    for (let made = 0; made < 1000; made += 1)
      expect((await erase({ json: { contact_id: randomUUID() } })).status).toBe(202);
    const [one] = erasures();
    expect(one).toBeDefined();

    const response = await erase();
    expect(codeOf(response)).toBe('409 quota_exceeded');
    expect(response.body).toMatchObject({ resource: 'erasures', limit: 1000 });
  });
});

describe('erase-contact, once it is complete', () => {
  it('shows the delivery without its payload and without the response bodies', async () => {
    const { erase, runMinute, read } = await setUp();
    expect(await read()).toMatchObject({ payload: {}, attempts: [{ response_text: 'Ada?' }] });
    await erase();
    await runMinute();
    const shown = await read();

    expect(shown).toMatchObject({ state: 'failed', payload: null });
    expect(JSON.stringify(shown)).not.toContain('Ada');
  });

  it('rejects resending the delivery', async ({ erase, runMinute, resend }) => {
    await erase();
    await runMinute();

    expect(codeOf(await resend())).toBe('410 payload_expired');
  });

  it('leaves nothing for a recovery to send', async ({ erase, runMinute, run }) => {
    const count = async () => {
      const json = { since: new Date(0).toISOString(), dry_run: true };
      return (await run('recover-endpoint', { json })).body.data.matched;
    };
    expect(await count()).toBe(1);
    await erase();
    await runMinute();

    expect(await count()).toBe(0);
  });
});

describe('erase-contact, error', () => {
  it.each<[unknown, string]>([
    [{}, '422 required'],
    [{ contact_id: 'ada@example.com' }, '422 invalid_format'],
    [{ contact_id: 7 }, '422 invalid_type'],
    [{ contact_id: CONTACT, reason: 'x' }, '422 unknown_field'],
    [{ contact_id: CONTACT, state: 'completed' }, '422 field_not_updatable'],
  ])('rejects %o', async (json, code, { erase, erasures }) => {
    expect(codeOf(await erase({ json }))).toBe(code);
    expect(erasures()).toEqual([]);
  });
});

describe('erase-contact, security', () => {
  it('does not affect what another workspace stores about the contact', async () => {
    const { api, runMinute, read, erase } = await setUp();
    const other = await api.createOtherWorkspace();
    const key = api.grant(['salesbot:events:write'], { workspaceId: other.workspaceId });
    expect((await erase({ key })).status).toBe(202);
    await runMinute();

    expect((await read()).payload).not.toBeNull();
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const CONTACTS = '/api/v1/salesbot/contacts';
const CONTACT = '/api/v1/salesbot/contacts/{contact}';

const EVENTS = [
  'salesbot.contact.created',
  'salesbot.contact.updated',
  'salesbot.contact.tagged',
  'salesbot.contact.untagged',
  'salesbot.contact.stage_changed',
] as const;

describe('contacts over HTTP', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let secret: string;

  beforeAll(async () => {
    ({ secret } = await createEnabledEndpoint(api, receiver.url, EVENTS));
  });

  const of = (contact: string) => ({ path: { contact } });

  async function create(body: components['schemas']['CreateContactBody']) {
    return expectStatus(await api.POST(CONTACTS, { body }), 201).body.data;
  }

  /** Short names of the webhooks about a contact so far, each verified. */
  function webhooksOf(id: string): string[] {
    return receiver.requests
      .map((request) => verifyDelivery(request, secret))
      .filter((body) => JSON.stringify(body['data']).includes(id))
      .map(({ event }) => String(event).replace('salesbot.contact.', ''))
      .toSorted();
  }

  it('are created, changed and found, and each change is one webhook', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    const { id } = await create({ name: 'Ada', email, platform: 'whatsapp', stage: 'lead', tags: ['new'] });
    const edit = { stage: 'customer', add_tags: ['vip'], remove_tags: ['new'], opted_out: ['sms' as const] };
    const changed = expectStatus(await api.PATCH(CONTACT, { params: of(id), body: edit }), 200).body.data;
    expect(changed).toMatchObject({
      previous_stage: 'lead',
      tags: ['vip'],
      opted_out: ['sms'],
      revision: '2',
    });

    await waitFor('the webhooks', () => webhooksOf(id).length >= EVENTS.length);
    expect(webhooksOf(id)).toEqual(['created', 'stage_changed', 'tagged', 'untagged', 'updated']);

    const byEmail = await api.GET(CONTACTS, { params: { query: { email: email.toUpperCase() } } });
    expect(expectStatus(byEmail, 200).body.data).toEqual([changed]);
    const twin = await api.POST(CONTACTS, { body: { email } });
    expect(expectStatus(twin, 409).body).toMatchObject({
      code: 'contact_exists',
      contact: id,
      field: 'email',
    });
  });

  it('are found by an address that the first contact of a workspace gets later', async () => {
    const other = apiClient(stack.baseUrl, stack.otherApiKey);
    const { id } = expectStatus(await other.POST(CONTACTS, { body: { name: 'Eve' } }), 201).body.data;
    const email = `eve-${randomUUID()}@example.com`;
    const changed = await other.PATCH(CONTACT, { params: of(id), body: { email } });
    const found = await other.GET(CONTACTS, { params: { query: { email } } });

    expect(expectStatus(found, 200).body.data).toEqual([expectStatus(changed, 200).body.data]);
  });

  it('are listed by tag over several pages', async () => {
    const tag = randomUUID();
    const made = [];
    for (const name of ['One', 'Two', 'Three']) made.push((await create({ name, tags: [tag, 'other'] })).id);
    await create({ name: 'Four', tags: ['other'] });

    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { tag, limit: 2, order: 'asc', ...(cursor === undefined ? {} : { cursor }) } as const;
      const { data, next_cursor } = expectStatus(await api.GET(CONTACTS, { params: { query } }), 200).body;
      seen.push(...data.map(({ id }: { id: string }) => id));
      cursor = next_cursor;
    }
    expect(seen).toEqual(made);
  });

  it('create one contact of many concurrent requests with one phone number', async () => {
    const phone = `+4930${String(Date.now()).slice(-8)}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.POST(CONTACTS, { body: { phone } })),
    );
    const codes = answers.map(({ status }) => status).toSorted((a, b) => a - b);

    expect(codes).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const found = await api.GET(CONTACTS, { params: { query: { phone } } });
    expect(expectStatus(found, 200).body.data).toHaveLength(1);
  });

  it('are deleted although their erasure has been requested before', async () => {
    const { id } = await create({ name: 'Twice' });
    const erasure = await api.POST('/api/v1/salesbot/erasures', { body: { contact_id: id } });
    expectStatus(erasure, 202);
    expectStatus(await api.DELETE(CONTACT, { params: of(id) }), 204);

    expectStatus(await api.GET(CONTACT, { params: of(id) }), 404);
    const again = await api.POST('/api/v1/salesbot/erasures', { body: { contact_id: id } });
    expect(expectStatus(again, 202).body.data.id).toBe(expectStatus(erasure, 202).body.data.id);
  });

  it('are deleted with their addresses, and their erasure is requested', async () => {
    const email = `gone-${randomUUID()}@example.com`;
    const { id } = await create({ name: 'Gone', email });
    expectStatus(await api.DELETE(CONTACT, { params: of(id) }), 204);

    expectStatus(await api.GET(CONTACT, { params: of(id) }), 404);
    await create({ name: 'Again', email });
    const entries = await waitFor('the audit entries', async () => {
      const response = await api.GET('/api/v1/audit-events', {
        params: { query: { operation: 'delete-contact' } },
      });
      const { data } = expectStatus(response, 200).body;
      return data.length >= 2 && data;
    });
    expect(entries.map(({ resource }: { resource: { type: string } }) => resource.type).toSorted()).toEqual(
      expect.arrayContaining(['contact', 'erasure']),
    );
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fileOf } from '#test/support/fixtures/messaging/imports-api.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const IMPORTS = '/api/v1/salesbot/contacts/imports';
const IMPORT = '/api/v1/salesbot/contacts/imports/{import}';

describe('imports of contacts over HTTP', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  const of = (id: string) => ({ params: { path: { import: id } } });

  async function create(size: number) {
    return expectStatus(await api.POST(IMPORTS, { body: { size } }), 201).body;
  }

  async function upload(
    { url, headers }: { url: string; headers: Record<string, string> },
    body: Uint8Array<ArrayBuffer>,
  ) {
    return (await fetch(url, { method: 'PUT', headers, body })).status;
  }

  const read = async (id: string) => expectStatus(await api.GET(IMPORT, of(id)), 200).body.data;

  const ended = (id: string) =>
    waitFor('the import has ended', async () => {
      const data = await read(id);
      return data.state === 'completed' || data.state === 'failed' ? data : undefined;
    });

  it('create, change and reject contacts, each with its webhook, and a second import changes nothing', async () => {
    const events = ['salesbot.contact.created', 'salesbot.contact.stage_changed'] as const;
    const { secret } = await createEnabledEndpoint(api, receiver.url, events);
    const marker = randomUUID();
    const people = Array.from({ length: 40 }, (_, index) => ({
      name: `Person ${index}`,
      email: `${index}-${marker}@example.com`,
      tags: [marker],
    }));
    const file = fileOf(
      ...people,
      'not json',
      { email: `0-${marker}@example.com`, stage: 'customer' },
      { name: 'No address' },
    );
    const { data, upload: form } = await create(file.length);
    expectStatus(await api.POST(`${IMPORT}/start`, of(data.id)), 409);
    const { 'Content-Length': _, ...shorter } = form.headers;
    expect(await upload({ url: form.url, headers: shorter }, file.slice(1))).toBe(403);
    expect(await upload(form, file)).toBe(200);
    expectStatus(await api.POST(`${IMPORT}/start`, of(data.id)), 202);

    expect(await ended(data.id)).toMatchObject({
      state: 'completed',
      lines: 43,
      created: 40,
      updated: 1,
      rejected: 2,
      rejected_lines: [
        { line: 41, code: 'malformed_json', pointer: '#' },
        { line: 43, code: 'required', pointer: '#' },
      ],
    });
    await waitFor('the webhooks', () => receiver.requests.length >= 41);
    const names = receiver.requests.map((request) => String(verifyDelivery(request, secret)['event']));
    expect(names.filter((name) => name === 'salesbot.contact.created')).toHaveLength(40);
    expect(names.filter((name) => name === 'salesbot.contact.stage_changed')).toHaveLength(1);

    const again = await create(file.length);
    await upload(again.upload, file);
    expectStatus(await api.POST(`${IMPORT}/start`, of(again.data.id)), 202);
    expect(await ended(again.data.id)).toMatchObject({ created: 0, updated: 0, unchanged: 41, rejected: 2 });
    expect(receiver.requests).toHaveLength(41);
    for (const operation of ['create-contact-import', 'start-contact-import'])
      await waitFor(`the entry of ${operation}`, async () => {
        const found = await api.GET('/api/v1/audit-events', { params: { query: { operation } } });
        return expectStatus(found, 200).body.data.length > 0;
      });
  });
});

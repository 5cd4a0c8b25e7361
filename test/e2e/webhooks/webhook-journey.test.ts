import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const EVENTS = '/api/v1/salesbot/events';
const ENDPOINT = '/api/v1/workspace-webhooks/{endpoint}';
const ingestible = EVENT_CATALOGUE.filter((event) => event.product === 'salesbot');

describe('from an ingested event to a verified webhook', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  /** The newest delivery of an endpoint, if it is in that state. */
  async function newest(endpoint: string, state: string) {
    const params = { path: { endpoint } };
    const response = await api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', { params });
    const [delivery] = expectStatus(response, 200).body.data;
    return delivery?.state === state ? delivery : undefined;
  }

  async function setEnabled(endpoint: string, enabled: boolean): Promise<void> {
    expectStatus(await api.PATCH(ENDPOINT, { params: { path: { endpoint } }, body: { enabled } }), 200);
  }

  it('delivers each of the 35 messaging events according to its schema, signed for third-party verifiers', async () => {
    const catalogue = expectStatus(await api.GET('/api/v1/workspace-webhooks/events'), 200).body.data;
    const endpoint = await createEnabledEndpoint(
      api,
      receiver.url,
      ingestible.map((event) => event.name),
    );
    const expected = new Map<string, string>();

    for (const event of ingestible) {
      // The catalogue pairs each name with its data, but not in its types.
      const response = await api('POST', EVENTS, { body: { event: event.name, data: event.sampleData } });
      expect(expectStatus(response, 202).body.data.matched_endpoints).toBe(1);
      expected.set(response.body.data.id, event.name);
    }
    await receiver.waitFor(ingestible.length);

    expect(expected.size).toBe(35);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const request of receiver.requests) {
      const body = verifyDelivery(request, endpoint.secret);
      const row = catalogue.find((entry) => entry.event === body['event']);
      expect(expected.get(String(body['id']))).toBe(body['event']);
      expect(request.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'workspace-platform-webhooks/1',
        'x-webhook-event': body['event'],
        'x-webhook-delivery': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8/u),
      });
      expect(ajv.validate(row?.schema ?? false, body), ajv.errorsText()).toBe(true);
      expect(body).toMatchObject({
        schema_version: '1',
        product: 'salesbot',
        workspace_id: stack.workspaceId,
        test: false,
      });
    }
  });

  it('shows the delivery with its attempt and its payload', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url, ['salesbot.contact.created']);
    const contact = { id: '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d', name: 'Ada' };
    const body = { event: 'salesbot.contact.created', data: { contact } } as const;
    const ingested = expectStatus(await api.POST(EVENTS, { body }), 202).body.data;

    const listed = await waitFor('the delivery is listed', () => newest(endpoint.id, 'succeeded'));
    const params = { path: { endpoint: endpoint.id, delivery: listed.id } };
    const read = await api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', { params });
    const delivery = expectStatus(read, 200).body.data;

    expect(listed).toMatchObject({
      event_id: ingested.id,
      event: 'salesbot.contact.created',
      reason: null,
    });
    expect(delivery.attempts).toMatchObject([
      { number: 1, status_code: 200, outcome: 'success', error: null },
    ]);
    expect(delivery.payload).toMatchObject({ id: ingested.id, data: { contact } });
  });

  it('retries after failures, with the same ids and a new signature, six times at most', async () => {
    const failing = await startReceiver();
    failing.behave(() => 503);
    const endpoint = await createEnabledEndpoint(api, failing.url, ['salesbot.contact.updated']);
    const contact = { id: '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d' };
    const body = { event: 'salesbot.contact.updated', data: { contact } } as const;
    expectStatus(await api.POST(EVENTS, { body }), 202);

    const failed = () => newest(endpoint.id, 'failed');
    const delivery = await waitFor('the delivery has failed for good', failed, 40_000);
    await failing.close();

    expect(delivery).toMatchObject({ reason: 'attempts_exhausted', next_attempt_at: null });
    expect(delivery.attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(failing.requests).toHaveLength(6);
    expect(new Set(failing.requests.map((request) => request.headers['x-webhook-delivery'])).size).toBe(1);
    expect(new Set(failing.requests.map((request) => request.body.toString())).size).toBe(1);
    for (const request of failing.requests) verifyDelivery(request, endpoint.secret);
  });

  it('sends nothing to a paused endpoint, and the next event to one that was just enabled', async () => {
    const quiet = await startReceiver();
    const endpoint = await createEnabledEndpoint(api, quiet.url);
    await ingestOrderPaid(api, 'while-enabled');
    await quiet.waitFor(1);

    await setEnabled(endpoint.id, false);
    await ingestOrderPaid(api, 'while-paused');
    await setEnabled(endpoint.id, true);
    await ingestOrderPaid(api, 'enabled-again');
    const requests = await quiet.waitFor(2);
    await quiet.close();

    expect(requests.map((request) => JSON.parse(request.body.toString()).data.order.number)).toEqual([
      'while-enabled',
      'enabled-again',
    ]);
  });

  it('keeps keys, secrets, payloads and stack traces out of the logs', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const before = receiver.requests.length;
    await ingestOrderPaid(api, 'a-number-no-log-may-hold');
    await receiver.waitFor(before + 1);
    await api('GET', '/api/v1/me', { key: 'wsk_not-a-key' });

    const logs = await waitFor('the attempt is logged', async () => {
      const text = await stack.logs();
      return text.includes(endpoint.id) && text.includes('ATTEMPT_MADE') ? text : undefined;
    });

    for (const secret of [
      stack.apiKey,
      stack.otherApiKey,
      endpoint.secret,
      endpoint.secret.slice(6),
      'wsk_not-a-key',
    ]) {
      expect(logs.includes(secret)).toBe(false);
    }
    expect(logs).not.toContain('a-number-no-log-may-hold');
    expect(logs).not.toContain('Ada');
    expect(logs).not.toMatch(/\\n\s+at /u);
  });
});

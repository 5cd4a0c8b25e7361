import { describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { expectStatus, ingestOrderPaid } from '#test/support/fixtures/webhooks/webhook-user.ts';

const BASE = '/api/v1/workspace-webhooks';

describe('headers of an endpoint', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function createEnabled(headers: Record<string, string>) {
    const body = {
      name: 'Behind a gateway',
      url: receiver.url,
      subscriptions: [{ event: 'salesbot.store.order_paid' }],
      headers,
    };
    const request = { body, headers: { 'idempotency-key': `headers-${Date.now()}` } };
    const created = expectStatus(await api('POST', BASE, request), 201);
    const path = `${BASE}/${created.body.data.id}`;
    expectStatus(await api('POST', `${path}/enable`), 200);
    return { path, secret: String(created.body.secret), created, repeat: () => api('POST', BASE, request) };
  }

  /** The delivery of an event as listed, once it has ended. */
  function ended(path: string, event: string) {
    return waitFor('the delivery has ended', async () => {
      const { data } = expectStatus(await api('GET', `${path}/deliveries`), 200).body;
      return data.find(
        (row: Record<string, unknown>) => row['event_id'] === event && row['finished_at'] !== null,
      );
    });
  }

  it('arrive at each attempt and resend; a change applies to the next attempt and cancels nothing', async () => {
    const { path, secret } = await createEnabled({ 'X-Api-Key': 'value-one', Authorization: 'Bearer first' });
    const before = receiver.requests.length;
    receiver.behave(async (_, earlier) => {
      if (earlier.length > before) return 200;
      // The edit ends before the first attempt does, so the retry is later.
      expectStatus(await api('PATCH', path, { body: { headers: { 'X-Api-Key': 'value-two' } } }), 200);
      return 503;
    });
    const event = await ingestOrderPaid(api, 'headers');
    const delivery = await ended(path, event);
    expectStatus(await api('POST', `${path}/deliveries/${delivery.id}/resend`), 202);
    const [first, retry, resent] = (await receiver.waitFor(before + 3)).slice(before);
    if (!first || !retry || !resent) throw new Error('Three requests were expected');

    expect(delivery).toMatchObject({
      state: 'succeeded',
      attempts: [{ status_code: 503 }, { status_code: 200 }],
    });
    expect(first.headers).toMatchObject({ 'x-api-key': 'value-one', authorization: 'Bearer first' });
    for (const later of [retry, resent]) {
      expect(later.headers).toMatchObject({ 'x-api-key': 'value-two', 'content-type': 'application/json' });
      expect(later.headers).not.toHaveProperty('authorization');
    }
    for (const request of [first, retry, resent]) verifyDelivery(request, secret);
    expectStatus(await api('DELETE', path), 204);
  });

  it('have values in no response, table or log', async () => {
    const value = 'Bearer s3cret-that-only-the-receiver-sees';
    receiver.behave(() => 200);
    const { path, created, repeat } = await createEnabled({ Authorization: value });
    const event = await ingestOrderPaid(api, 'sealed-headers');
    const delivery = await ended(path, event);
    const replayed = await repeat();
    const reads = [
      created,
      replayed,
      await api('GET', path),
      await api('GET', BASE),
      await api('GET', `${path}/deliveries/${delivery.id}`),
      await api('PATCH', path, { body: { headers: { 'X-New': value } } }),
      await api('PATCH', path, { body: { headers: { 'X-New': `${value}\n` } } }),
      await api('GET', '/api/v1/audit-events'),
    ];
    const tables = openRawTables(stack);
    const items = (await tables.readTexts()).join('\n');
    tables.close();

    expect(receiver.requests.at(-1)?.headers['authorization']).toBe(value);
    expect([replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([created.text, 'true']);
    expect(reads.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 200, 422, 200]);
    for (const text of [...reads.map((read) => read.text), items, await stack.logs()])
      expect(text.includes('s3cret-that-only')).toBe(false);
    // Proves that the scan really read the endpoint.
    expect(items).toContain(created.body.data.id);
    expectStatus(await api('DELETE', path), 204);
  });

  it('are hidden in the response of a receiver that sends them back across the cut of its text', async () => {
    const value = 'Bearer s3cret-that-comes-back';
    receiver.behave(({ headers }) => ({
      status: 400,
      headers: {},
      body: `${'.'.repeat(490)}${headers['authorization']}`,
    }));
    const { path } = await createEnabled({ Authorization: value });
    const delivery = await ended(path, await ingestOrderPaid(api, 'echoed-headers'));
    const { text, body } = expectStatus(await api('GET', `${path}/deliveries/${delivery.id}`), 200);

    expect(body.data.attempts.map((each: Record<string, unknown>) => each['response_text'])).toEqual([
      `${'.'.repeat(490)}•••`,
    ]);
    expect(text).not.toContain('s3cret');
    expectStatus(await api('DELETE', path), 204);
  });
});

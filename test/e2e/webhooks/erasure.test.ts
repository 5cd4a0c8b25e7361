import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invokeFunction } from '#scripts/samples/invoke-sample.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

describe('erasing a contact', () => {
  const stack = forAllTests(startStack, 'discard');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  /** An event about a contact that a receiver rejects; returns the path of its delivery. */
  async function rejectedDelivery(contact: string): Promise<string> {
    const { path } = await createEnabledEndpoint(api, `${stack.receiverUrl}/status/404`);
    const data = { contact: { id: contact, name: 'Ada Lovelace' }, order: { id: randomUUID() } };
    const event = { event: 'salesbot.store.order_paid', data };
    expectStatus(await api('POST', '/api/v1/salesbot/events', { body: event }), 202);
    const delivery = await waitFor('the delivery has ended', async () => {
      const [found] = (await api('GET', `${path}/deliveries?state=failed`)).body.data;
      return found;
    });
    return `${path}/deliveries/${delivery.id}`;
  }

  it('leaves deliveries without payload, and nothing to resend', async () => {
    const [contact, other] = [randomUUID(), randomUUID()];
    const [delivery, others] = [await rejectedDelivery(contact), await rejectedDelivery(other)];
    const body = { contact_id: contact };
    const { id, state } = expectStatus(await api('POST', '/api/v1/salesbot/erasures', { body }), 202).body
      .data;
    expect({ id, state }).toEqual({ id: expect.any(String), state: 'queued' });
    const again = expectStatus(await api('POST', '/api/v1/salesbot/erasures', { body }), 202).body.data;
    expect(again).toEqual({ id, state: 'queued' });

    const gone = async () => {
      await invokeFunction(stack, 'redact-payloads', {});
      return (await api('GET', delivery)).body.data.payload === null;
    };
    // An erasure waits for 15 s before events are scanned.
    await waitFor('the payload is gone', gone, 40_000);
    expect((await api('POST', `${delivery}/resend`, { body: {} })).body.code).toBe('payload_expired');
    expect((await api('GET', others)).body.data.payload.data.contact.id).toBe(other);
    expect((await api('POST', `${others}/resend`, { body: {} })).status).toBe(202);
  });
});

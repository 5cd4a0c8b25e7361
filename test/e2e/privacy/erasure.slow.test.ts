// Slow: a request to erase settles for 15 seconds before anything happens.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invokeFunction } from '#scripts/lib/samples/invoke-sample.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
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

  /** The events about a contact that the log finds. */
  async function eventsAbout(contact: string): Promise<string[]> {
    const { data } = expectStatus(await api('GET', `/api/v1/events?contact_id=${contact}`), 200).body;
    return data.map(({ id }: { id: string }) => id);
  }

  async function createContact(name: string): Promise<string> {
    return expectStatus(await api('POST', '/api/v1/salesbot/contacts', { body: { name } }), 201).body.data.id;
  }

  /** Exports the contacts; returns a function that reads the lines of the file by the URL of the complete export. */
  async function exportContacts(): Promise<() => Promise<readonly string[]>> {
    const { id } = expectStatus(await api('POST', '/api/v1/salesbot/contacts/exports'), 202).body.data;
    const { url } = await waitFor('the export is complete', async () => {
      await invokeFunction(stack, 'export-workspaces', {});
      const { data } = expectStatus(await api('GET', `/api/v1/salesbot/contacts/exports/${id}`), 200).body;
      return data.state === 'completed' && data.files[0];
    });
    return async () => (await (await fetch(url)).text()).split('\n');
  }

  it('leaves deliveries without payload, nothing to resend, events without their contact, and exports without its line', async () => {
    const [contact, other] = [await createContact('Ada'), await createContact('Grace')];
    const readExport = await exportContacts();
    const exported = await readExport();
    expect(exported.filter((line) => line.includes(contact))).toHaveLength(1);
    const [delivery, others] = [await rejectedDelivery(contact), await rejectedDelivery(other)];
    // The newest event is that of the order. The other one is about the creation of the contact.
    const [event = '', , ...more] = await waitFor('the events are listed', async () => {
      const [about, aboutOther] = [await eventsAbout(contact), await eventsAbout(other)];
      return about.length === 2 && aboutOther.length === 2 ? [...about, ...aboutOther] : undefined;
    });
    // The deletion requests the erasure, and the next requests are the same one.
    expect((await api('DELETE', `/api/v1/salesbot/contacts/${contact}`)).status).toBe(204);
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

    await waitFor('the log has no contact', async () => {
      await invokeFunction(stack, 'redact-payloads', {});
      return (await eventsAbout(contact)).length === 0;
    });
    expect(await eventsAbout(other)).toEqual(more);
    const read = expectStatus(await api('GET', `/api/v1/events/${event}`), 200).body.data;
    expect(read).toMatchObject({ payload: null, matched_endpoints: expect.any(Number) });
    expect((await api('GET', '/api/v1/events?limit=100')).body.data).toContainEqual(
      expect.objectContaining({ id: event }),
    );
    const after = await waitFor('the export is without the contact', async () => {
      await invokeFunction(stack, 'redact-payloads', {});
      const lines = await readExport();
      return lines.length < exported.length && lines;
    });
    expect(after).toEqual(exported.filter((line) => !line.includes(contact)));
    expect(after.join()).toContain(other);
  });

  // After the others: its erasure would delay the scan for theirs.
  it('accepts equal requests that arrive at once', async () => {
    const body = { contact_id: randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => api('POST', '/api/v1/salesbot/erasures', { body })),
    );

    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
  });
});

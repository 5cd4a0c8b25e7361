import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import { aRecipient } from '#test/support/builders/broadcasts/platform-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { type BroadcastApi, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const SANDBOX = { sender: 'platform', sending: { platform: 'sandbox' }, audience: {} };

async function withRecipients() {
  const fixture = await startBroadcastApi(SANDBOX);

  function add(fields: Partial<Recipient>): Recipient {
    const recipient = aRecipient(fixture.stored(), fields);
    fixture.api.core.recipients.set(`${recipient.broadcastId}.${recipient.contactId}`, recipient);
    return recipient;
  }

  const failed = [1, 2, 3].map((second) =>
    add({ status: 'failed', reason: 'expired', statusAt: secondsAfterNow(second) }),
  );
  const optedOut = add({ status: 'skipped', reason: 'opted_out' });
  const pending = add({});
  add({ broadcastId: randomUUID(), status: 'failed' });
  return { ...fixture, failed, optedOut, pending, add };
}

const it = itWith(withRecipients);

const list = ({ run }: BroadcastApi, query: Readonly<Record<string, string>> = {}) =>
  run('list-recipients', { query });

async function idsOf(fixture: BroadcastApi, query: Readonly<Record<string, string>>): Promise<string[]> {
  const { status, body } = await list(fixture, query);
  expect(status).toBe(200);
  return body.data.map((each: { contact_id: string }) => each.contact_id);
}

describe('list-recipients', () => {
  it('shows what came of a message', async (fixture) => {
    const sent = fixture.add({
      status: 'delivered',
      sentAt: NOW,
      provider: 'aws',
      providerMessageId: 'abc',
      attempts: 2,
      price: 813,
    });

    expect((await list(fixture, { status: 'delivered' })).body).toEqual({
      data: [
        {
          contact_id: sent.contactId,
          message_id: sent.messageId,
          status: 'delivered',
          status_at: NOW.toISOString(),
          reason: null,
          sent_at: NOW.toISOString(),
          attempts: 2,
          provider: 'aws',
          provider_message_id: 'abc',
          price: { amount: '0.00813' },
        },
      ],
      next_cursor: null,
      has_more: false,
    });
  });

  it('returns all recipients in pages', async (fixture) => {
    const { failed, optedOut, pending } = fixture;
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await list(fixture, { limit: '2', ...(cursor ? { cursor } : {}) });
      found.push(...body.data.map((each: { contact_id: string }) => each.contact_id));
      if (!body.has_more) break;
      cursor = String(body.next_cursor);
    }

    expect(found.toSorted()).toEqual(
      [...failed, optedOut, pending].map(({ contactId }) => contactId).toSorted(),
    );
  });

  it('returns those with a status in the order of its time, in pages', async (fixture) => {
    const ids = fixture.failed.map(({ contactId }) => contactId);
    const first = await list(fixture, { status: 'failed', limit: '2' });
    const cursor = String(first.body.next_cursor);

    expect(await idsOf(fixture, { status: 'failed', limit: '2' })).toEqual(ids.slice(0, 2));
    expect(await idsOf(fixture, { status: 'failed', limit: '2', cursor })).toEqual(ids.slice(2));
    expect((await list(fixture, { status: 'skipped', limit: '2', cursor })).body.code).toBe('cursor_invalid');
    expect((await list(fixture, { limit: '2', cursor })).body.code).toBe('cursor_invalid');
  });

  it('returns those with a reason', async (fixture) => {
    expect(await idsOf(fixture, { status: 'skipped', reason: 'opted_out' })).toEqual([
      fixture.optedOut.contactId,
    ]);
    expect(await idsOf(fixture, { status: 'skipped', reason: 'contact_erased' })).toEqual([]);
  });

  it('rejects a reason without a status, and what is no reason', async (fixture) => {
    expect((await list(fixture, { reason: 'opted_out' })).body.errors).toMatchObject([
      { parameter: 'status', code: 'required' },
    ]);
    expect((await list(fixture, { status: 'skipped', reason: 'Opted out' })).body.errors).toMatchObject([
      { parameter: 'reason', code: 'invalid_format' },
    ]);
    expect((await list(fixture, { status: 'lost' })).status).toBe(422);
  });

  it('returns nothing for a broadcast that an engine sends, and 404 for an unknown one', async () => {
    const external = await startBroadcastApi();

    expect((await list(external)).body).toEqual({ data: [], next_cursor: null, has_more: false });
    expect((await external.run('list-recipients', { params: { broadcast: randomUUID() } })).body.code).toBe(
      'broadcast_not_found',
    );
  });
});

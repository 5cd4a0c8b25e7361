import { describe, expect, it } from 'vitest';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { aRecipient } from '#test/support/builders/broadcasts/platform-builders.ts';
import { startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

const SANDBOX = {
  sender: 'platform',
  sending: { platform: 'sandbox', rate_per_second: 5, budget: { amount: '3' } },
  audience: { stage: 'lead' },
};

async function ended(fields: Partial<Broadcast> = {}, body: Readonly<Record<string, unknown>> = SANDBOX) {
  const fixture = await startBroadcastApi({ ...body, requires_approval: true });
  const { api, broadcast, stored } = fixture;
  api.core.broadcasts.set(broadcast, { ...stored(), state: 'finished', ...fields });

  function fail(status: 'failed' | 'unknown' = 'failed'): void {
    const recipient = aRecipient(stored(), { status });
    api.core.recipients.set(`${broadcast}.${recipient.contactId}`, recipient);
  }

  return { ...fixture, fail };
}

describe('retry-broadcast', () => {
  it.each(['finished', 'cancelled', 'failed'] as const)(
    'creates a draft of one that is %s',
    async (state) => {
      const { api, run, broadcast, stored, fail } = await ended({
        state,
        approval: null,
        error: 'x',
        sent: 3,
      });
      fail();
      const before = stored();
      const { status, headers, body } = await run('retry-broadcast');

      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        revision: '1',
        name: before.name,
        message: before.message,
        sender: 'platform',
        sending: { platform: 'sandbox', rate_per_second: 5, budget: { amount: '3.00000' } },
        audience: { failed_of: broadcast },
        requires_approval: true,
        state: 'draft',
        approval: null,
        recipients: 0,
        sent: 0,
        error: null,
      });
      expect(body.data.id).not.toBe(broadcast);
      expect(headers['Location']).toMatch(new RegExp(`/broadcasts/${body.data.id}$`, 'u'));
      expect(headers['ETag']).toBe('"1"');
      expect(stored()).toEqual(before);
      expect(api.core.broadcasts.size).toBe(2);
    },
  );

  it('rejects a broadcast that has not ended', async () => {
    const { run, fail } = await ended({ state: 'in_flight' });
    fail();

    expect((await run('retry-broadcast')).body).toMatchObject({
      status: 409,
      code: 'broadcast_state_invalid',
      state: 'in_flight',
      allowed_states: ['finished', 'cancelled', 'failed'],
    });
  });

  it('rejects a broadcast without a failed recipient', async () => {
    const { api, run, fail } = await ended();
    fail('unknown');

    expect((await run('retry-broadcast')).body).toMatchObject({
      status: 409,
      code: 'broadcast_nothing_to_retry',
    });
    expect(api.core.broadcasts.size).toBe(1);
  });

  it.each([
    [{ include_unknown: true }, { include_unknown: true }],
    [{ include_unknown: false }, {}],
    [{}, {}],
  ])('includes recipients whose result is unknown only if it is asked to: %j', async (json, more) => {
    const { run, broadcast, fail } = await ended();
    fail('unknown');
    fail('failed');
    const { status, body } = await run('retry-broadcast', { json });

    expect([status, body.data.audience]).toEqual([201, { failed_of: broadcast, ...more }]);
  });

  it('rejects another value than true and false, and other fields', async () => {
    const { run, fail, api } = await ended();
    fail('failed');
    const { status, body } = await run('retry-broadcast', { json: { include_unknown: 'yes', all: true } });

    expect([status, body.code, body.errors]).toMatchObject([
      422,
      'validation_failed',
      [
        { code: 'invalid_type', pointer: '#/include_unknown' },
        { code: 'unknown_field', pointer: '#/all' },
      ],
    ]);
    expect(api.core.broadcasts.size).toBe(1);
  });

  it('retries a broadcast that has only unknown results, and says so if it is not asked to', async () => {
    const { run, fail } = await ended();
    fail('unknown');
    const { body } = await run('retry-broadcast');

    expect(body.detail).toContain('the result of 1 is unknown');
    expect(body.detail).toContain('a second time');
    expect((await run('retry-broadcast', { json: { include_unknown: true } })).status).toBe(201);
  });

  it('rejects a broadcast that an engine sent', async () => {
    const { run } = await ended({}, {});

    expect((await run('retry-broadcast')).body).toMatchObject({
      status: 409,
      code: 'broadcast_sent_externally',
    });
  });

  it('creates one draft for a repeated request', async () => {
    const { api, run, fail } = await ended();
    fail();
    const headers = { 'idempotency-key': 'retry-1' };
    const [first, second] = [
      await run('retry-broadcast', { headers }),
      await run('retry-broadcast', { headers }),
    ];

    expect(second.body.data.id).toBe(first.body.data.id);
    expect(api.core.broadcasts.size).toBe(2);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { newRecipient } from '#shared/broadcasts/domain/recipient.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aBroadcastBody, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

const SANDBOX = { sender: 'platform', sending: { platform: 'sandbox' }, audience: {} };
const NUMBER = '01980000-0000-7000-8000-0000000000c1';
const FILE = '01980000-0000-7000-8000-0000000000d1';
const TEMPLATE = { language: 'de', parameters: ['Ada'] };

type Started = Awaited<ReturnType<typeof startBroadcastApi>>;

async function created(fields: Readonly<Record<string, unknown>>) {
  const { api, key } = await startBroadcastApi();
  return api.call('create-broadcast', { key, json: aBroadcastBody(fields) });
}

describe('create-broadcast with the sender platform', () => {
  it('needs only the platform', async () => {
    const { status, body } = await created(SANDBOX);

    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      sender: 'platform',
      channel: 'all',
      audience: {},
      sending: {
        platform: 'sandbox',
        phone_number_id: null,
        rate_per_second: null,
        quiet_hours: null,
        budget: null,
        message_events: 'failed',
        template: null,
        media_id: null,
      },
      progress: null,
    });
  });

  it('stores every setting', async () => {
    const sending = {
      platform: 'whatsapp',
      phone_number_id: NUMBER,
      rate_per_second: 5,
      quiet_hours: { from: '21:00', to: '08:00' },
      budget: { amount: '12.5' },
      message_events: 'all',
      template: TEMPLATE,
    };
    const audience = { stage: 'lead', tags: { any: ['a'], all: ['b'] }, platform: 'whatsapp' };
    const message = { type: 'template', body: 'sale' };
    const { body } = await created({ sender: 'platform', sending, audience, message, channel: 'whatsapp' });

    expect(body.data).toMatchObject({
      channel: 'whatsapp',
      audience,
      sending: { ...sending, budget: { amount: '12.50000' }, media_id: null },
    });
  });

  it.each([
    ['no settings', { sending: undefined }, '#/sending', 'required'],
    ['another channel', { channel: 'sms' }, '#/channel', 'invalid_format'],
    ['an opaque audience', { audience: { list: 'mine' } }, '#/audience', 'audience_invalid'],
    ['an unknown platform', { sending: { platform: 'fax' } }, '#/sending/platform', 'invalid_format'],
    [
      'a file by SMS',
      { sending: { platform: 'sms' }, message: { type: 'image', body: 'x' } },
      '#/message/type',
      'message_type_unsupported',
    ],
    [
      'a template without language',
      { message: { type: 'template', body: 'x' } },
      '#/sending/template',
      'required',
    ],
    ['an image without a file', { message: { type: 'image', body: 'x' } }, '#/sending/media_id', 'required'],
    [
      'a text with a file',
      { sending: { platform: 'sandbox', media_id: FILE } },
      '#/sending/media_id',
      'invalid_format',
    ],
    [
      'a text with a template',
      { sending: { platform: 'sandbox', template: TEMPLATE } },
      '#/sending/template',
      'invalid_format',
    ],
    [
      'a number as budget',
      { sending: { platform: 'sandbox', budget: { amount: '1,5' } } },
      '#/sending/budget/amount',
      'invalid_format',
    ],
    [
      'a rate of 0',
      { sending: { platform: 'sandbox', rate_per_second: 0 } },
      '#/sending/rate_per_second',
      'out_of_range',
    ],
    [
      'a wrong time',
      { sending: { platform: 'sandbox', quiet_hours: { from: '24:00', to: '8:00' } } },
      '#/sending/quiet_hours/from',
      'invalid_format',
    ],
  ])('rejects %s', async (_, fields, pointer, code) => {
    const { status, body } = await created({ ...SANDBOX, ...fields });

    expect(status).toBe(422);
    expect(body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it('rejects settings without it', async () => {
    const { body } = await created({ sending: { platform: 'sandbox' } });

    expect(body.errors).toMatchObject([{ pointer: '#/sending', code: 'invalid_format' }]);
  });
});

describe('the audience of the failures of another broadcast', () => {
  async function withSource(fields: Partial<Broadcast>) {
    const fixture = await startBroadcastApi(SANDBOX);
    const { api, stored } = fixture;
    const source: Broadcast = { ...stored(), id: randomUUID(), state: 'finished', ...fields };
    api.core.broadcasts.set(source.id, source);
    return { ...fixture, audience: { failed_of: source.id } };
  }

  it.each(['finished', 'failed', 'cancelled'] as const)('is accepted if it is %s', async (state) => {
    const { api, key, edit, audience } = await withSource({ state });
    const json = aBroadcastBody({ ...SANDBOX, audience });

    expect((await api.call('create-broadcast', { key, json })).body.data).toMatchObject({ audience });
    expect((await edit({ audience })).body.data).toMatchObject({ audience });
  });

  it.each([
    ['of another workspace', { workspaceId: randomUUID() }],
    ['that an engine sent', { sender: 'external', sending: null }],
    ['that has not started', { state: 'scheduled' }],
    ['in flight', { state: 'in_flight' }],
  ] as const)('is rejected for a broadcast %s', async (_, fields) => {
    const { api, key, edit, audience, stored } = await withSource(fields);
    const json = aBroadcastBody({ ...SANDBOX, audience });

    for (const { status, body } of [
      await api.call('create-broadcast', { key, json }),
      await edit({ audience }),
    ]) {
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ pointer: '#/audience/failed_of', code: 'audience_invalid' }]);
    }
    expect(stored().audience).toBe('{}');
  });

  it('is rejected for an unknown broadcast, and with other conditions', async () => {
    const { edit, audience } = await withSource({});
    const unknown = { audience: { failed_of: randomUUID() } };
    const mixed = { audience: { ...audience, stage: 'lead' } };

    expect((await edit(unknown)).body.errors).toMatchObject([{ pointer: '#/audience/failed_of' }]);
    expect((await edit(mixed)).body.errors).toMatchObject([{ pointer: '#/audience' }]);
  });

  it('stays when the other broadcast is deleted, and means nothing to an engine', async () => {
    const { api, key, edit, audience } = await withSource({});
    await edit({ audience });
    api.core.broadcasts.delete(audience.failed_of);
    const json = aBroadcastBody({ audience });

    expect((await edit({ sending: { rate_per_second: 3 } })).status).toBe(200);
    expect((await api.call('create-broadcast', { key, json })).status).toBe(201);
  });
});

describe('update-broadcast of a broadcast that the platform sends', () => {
  it('changes single settings, and the channel with the platform', async () => {
    const { edit } = await startBroadcastApi({ ...SANDBOX, requires_approval: true });
    const { status, body } = await edit({
      sending: { platform: 'sms', rate_per_second: 3 },
      audience: { stage: 'x' },
    });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      channel: 'sms',
      audience: { stage: 'x' },
      sending: { platform: 'sms', rate_per_second: 3, message_events: 'failed' },
    });
    expect((await edit({ sending: { rate_per_second: null } })).body.data.sending).toMatchObject({
      platform: 'sms',
      rate_per_second: null,
    });
  });

  it('marks an approved content as changed', async () => {
    const { edit, run } = await startBroadcastApi({ ...SANDBOX, requires_approval: true });
    await run('approve-broadcast');

    expect((await edit({ sending: { budget: { amount: '1' } } })).body.data).toMatchObject({
      changed_since_approval: true,
    });
  });

  it.each([
    [{ audience: { list: 'mine' } }, '#/audience'],
    [{ channel: 'sms' }, '#/channel'],
    [{ message: { type: 'video' } }, '#/sending/media_id'],
    [{ sending: { template: TEMPLATE } }, '#/sending/template'],
    [{ message: { body: 'x'.repeat(4097) } }, '#/message/body'],
    [{ message: { body: 'x'.repeat(1601) }, sending: { platform: 'sms' } }, '#/message/body'],
    [
      { message: { type: 'template', body: 'x'.repeat(513) }, sending: { template: TEMPLATE } },
      '#/message/body',
    ],
  ])('rejects %j', async (json, pointer) => {
    const { edit, stored } = await startBroadcastApi(SANDBOX);
    const { revision } = stored();
    const { status, body } = await edit(json);

    expect([status, body.errors[0].pointer, stored().revision]).toEqual([422, pointer, revision]);
  });

  it('accepts the longest text of a platform, counted as its provider does', async () => {
    const { edit } = await startBroadcastApi(SANDBOX);

    expect((await edit({ message: { body: '😀'.repeat(4096) } })).status).toBe(200);
    expect((await edit({ message: { body: '😀'.repeat(800) }, sending: { platform: 'sms' } })).status).toBe(
      200,
    );
    expect((await edit({ message: { body: `${'😀'.repeat(800)}x` } })).status).toBe(422);
  });

  it('rejects settings of a broadcast that an engine sends, and another sender', async () => {
    const { edit } = await startBroadcastApi();

    expect((await edit({ sending: { rate_per_second: 3 } })).body.errors).toMatchObject([
      { pointer: '#/sending', code: 'invalid_format' },
    ]);
    expect((await edit({ sender: 'platform' })).body.errors).toMatchObject([
      { pointer: '#/sender', code: 'field_not_updatable' },
    ]);
  });
});

describe('a broadcast that the platform sends', () => {
  it('shows its progress, whatever revision the client has', async () => {
    const { api, run, stored, events } = await startBroadcastApi(SANDBOX);
    await run('send-broadcast');
    expect(events()).toEqual([]);
    const { ETag: tag } = (await run('get-broadcast')).headers;
    for (const contactId of ['one', 'two']) {
      const recipient = newRecipient(stored(), { contactId, messageId: contactId }, undefined, NOW);
      api.core.recipients.set(`${recipient.broadcastId}.${contactId}`, recipient);
    }
    const { status, body } = await run('get-broadcast', { headers: { 'if-none-match': String(tag) } });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      state: 'in_flight',
      // The audience is still being read.
      recipients: 0,
      sent: 0,
      failed: 0,
      progress: {
        paused_at: null,
        paused_reason: null,
        counts: { pending: 2 },
        cost: { reserved: '0.00000' },
      },
    });
  });

  it('keeps the numbers of its end when its recipients have expired, 90 days after the start', async () => {
    const { api, run, stored, broadcast } = await startBroadcastApi(SANDBOX);
    await run('send-broadcast');
    const finishedAt = api.clock();
    const numbers = { recipients: 3, sent: 2, failed: 1 };
    api.core.broadcasts.set(broadcast, { ...stored(), state: 'finished', finishedAt, ...numbers });
    // The counts expire with the recipients, and no recipient is left.
    api.clock.advance(90 * 86_400);

    expect((await run('get-broadcast')).body.data).toMatchObject({ ...numbers, progress: null });
  });

  it('accepts no report', async () => {
    const { run, report } = await startBroadcastApi(SANDBOX);
    await run('send-broadcast');

    expect((await report({ sent: 1 })).body).toMatchObject({
      status: 409,
      code: 'broadcast_sent_by_platform',
    });
  });

  it('can be cancelled, and then sends nothing', async () => {
    const { api, run, broadcast, events } = await startBroadcastApi(SANDBOX);
    await run('send-broadcast');
    await run('cancel-broadcast');

    expect(api.core.broadcastRuns.get(broadcast)?.control.isStopped).toBe(true);
    expect(events()).toEqual(['salesbot.broadcast.failed']);
  });

  it.each([
    ['cancelled', ({ run }: Started) => run('cancel-broadcast')],
    [
      'failed by the watchdog',
      async ({ api, fire, job }: Started) => {
        api.clock.advance(86_400);
        await fire(job());
      },
    ],
  ] as const)('ends with the numbers of its recipients when it is %s', async (_, end) => {
    const fixture = await startBroadcastApi(SANDBOX);
    const { api, run, broadcast, stored } = fixture;
    await run('send-broadcast');
    api.core.broadcasts.set(broadcast, { ...stored(), recipients: 3 });
    for (const [contactId, status] of [
      ['one', 'delivered'],
      ['two', 'failed'],
      ['three', 'pending'],
    ] as const) {
      const recipient = newRecipient(stored(), { contactId, messageId: contactId }, undefined, NOW);
      api.core.recipients.set(`${broadcast}.${contactId}`, { ...recipient, status });
    }
    await end(fixture);

    const [event] = [...api.core.events.values()].slice(-1);
    expect(event?.event).toBe('salesbot.broadcast.failed');
    expect(JSON.parse(String(event?.body)).data.broadcast).toMatchObject({
      recipients: 3,
      sent: 1,
      failed: 1,
    });
    expect(stored()).toMatchObject({ recipients: 3, sent: 1, failed: 1 });
  });

  it('is watched by its progress', async () => {
    const { api, run, stored, fire, job } = await startBroadcastApi(SANDBOX);
    await run('send-broadcast');
    api.clock.advance(86_400);
    await fire(job());

    expect(stored()).toMatchObject({
      state: 'failed',
      error: 'The platform made no progress for 24 hours.',
    });
  });
});

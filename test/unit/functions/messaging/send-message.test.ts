import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { endOfLife } from '#shared/messaging/domain/message-progress.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { it, startConversationApi } from '#test/support/fixtures/messaging/conversation-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

type Fixture = Awaited<ReturnType<typeof startConversationApi>>;

const TEXT = { text: 'Hello' };
const TEMPLATE = { template: { name: 'order_shipped', language: 'en_US', parameters: ['Ada', '1001'] } };
const DAY_S = 24 * 3600;

async function code({ run }: Fixture, json: unknown): Promise<string> {
  const response = await run('send-message', { json });
  return response.status === 202 ? '202' : codeOf(response);
}

/** Adds a file to the media library; returns content with it. */
function aFile({ api }: Fixture, overrides: Parameters<typeof aMedia>[0] = {}) {
  const file = aMedia({
    workspaceId: api.workspaceId,
    state: 'ready',
    mimeType: 'image/png',
    size: 1000,
    ...overrides,
  });
  api.core.media.set(withinWorkspace(api.workspaceId, String(file.id)), file);
  return { media: { id: file.uuid, text: 'Our shop' } };
}

describe('send-message', () => {
  it('queues a message without an event, and moves the conversation', async ({
    run,
    events,
    storedMessage,
    stored,
    contact,
    conversation,
  }) => {
    const { status, headers, body } = await run('send-message', { json: TEXT });

    expect([status, headers['ETag']]).toEqual([202, '"1"']);
    expect(body.data).toMatchObject({
      conversation_id: conversation,
      contact_id: contact,
      platform: 'facebook',
      direction: 'out',
      type: 'text',
      text: 'Hello',
      template: null,
      media_id: null,
      status: 'queued',
      sent_at: null,
      error_code: null,
      provider: null,
      created_at: secondsAfterNow(60).toISOString(),
    });
    expect(stored()).toMatchObject({ lastMessageAt: secondsAfterNow(60), lastReceivedAt: null, revision: 2 });
    const message = storedMessage(body.data.id);
    expect(message.due).toEqual({ at: endOfLife(message), seq: 1, timer: false });
    expect(events()).toEqual([]);
  });

  it('starts a message that this platform sends at once', async () => {
    const { send, storedMessage, number } = await startConversationApi('sandbox');
    const message = storedMessage(await send());

    expect(message).toMatchObject({
      due: { at: secondsAfterNow(60), seq: 1, timer: true },
      phoneNumberId: number.id,
    });
  });

  it.each([
    ['disconnected', 'was disconnected'],
    ['rejected', 'is not verified'],
  ])(
    'sends nothing from a number that was %s since, and does not reopen the conversation',
    async (how, why) => {
      const { api, run, stored, number, change } = await startConversationApi('sandbox');
      const rejected = { ...number, revision: 2, state: 'rejected', reason: 'number_inactive' } as const;
      if (how === 'disconnected') await api.numbers.remove(number, aContext());
      else await api.numbers.save(number, rejected, aContext());
      const before = stored();
      const sent = await run('send-message', { json: TEXT });
      change({ status: 'closed' });

      expect([codeOf(sent), sent.body.detail]).toEqual([
        '409 phone_number_not_verified',
        expect.stringContaining(why),
      ]);
      expect(codeOf(await run('reopen-conversation'))).toBe('409 phone_number_not_verified');
      expect([api.core.messages.size, stored()]).toEqual([0, { ...before, status: 'closed' }]);
    },
  );

  it.each([{ text: ' \n\t' }, { media: { id: randomUUID(), text: '\u00A0' } }])(
    'rejects %j, which shows nothing',
    async (json, fixture) => {
      expect(await code(fixture, json)).toBe('422 content_empty');
    },
  );

  it('rejects a file on a platform without files before it looks for the file', async () => {
    const fixture = await startConversationApi('sms');

    expect(await code(fixture, { media: { id: randomUUID() } })).toBe('422 message_type_unsupported');
  });

  it('sends one message for a repeated request', async ({ run, api }) => {
    const request = { json: TEXT, headers: { 'idempotency-key': 'once' } };
    const [first, second] = [await run('send-message', request), await run('send-message', request)];

    expect(second.body).toEqual(first.body);
    expect(api.core.messages.size).toBe(1);
  });

  it('sends every message of concurrent requests', async ({ send, api, stored }) => {
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => send({ text })));

    const texts = [...api.core.messages.values()].map(({ content }) => String(Object(content).text));
    expect(texts.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(stored().revision).toBe(5);
  });

  it.each([
    ['sms', TEXT, '202'],
    ['sms', TEMPLATE, '422 message_type_unsupported'],
    ['sms', 'file', '422 message_type_unsupported'],
    ['tiktok', TEXT, '202'],
    ['tiktok', 'file', '422 message_type_unsupported'],
    ['facebook', TEMPLATE, '422 message_type_unsupported'],
    ['facebook', 'file', '202'],
    ['instagram', 'file', '202'],
    ['whatsapp', TEMPLATE, '202'],
    ['whatsapp', 'file', '202'],
    ['sandbox', TEMPLATE, '202'],
    ['sandbox', 'file', '202'],
  ] as const)('on %s, for %j, returns %s', async (platform, content, expected) => {
    const fixture = await startConversationApi(platform);
    fixture.change({ lastReceivedAt: secondsAfterNow(0) });

    expect(await code(fixture, content === 'file' ? aFile(fixture) : content)).toBe(expected);
  });

  it.each([
    // The provider counts UTF-16 units, of which the emoji has two.
    ['sms', 1600, 800],
    ['whatsapp', 4096, 4096],
    ['sandbox', 4096, 4096],
    ['facebook', 2000, 2000],
    ['instagram', 2000, 2000],
    ['tiktok', 2000, 2000],
  ] as const)('on %s, accepts a text of at most %i characters', async (platform, limit, emoji) => {
    const fixture = await startConversationApi(platform);
    fixture.change({ lastReceivedAt: secondsAfterNow(0) });

    expect(await code(fixture, { text: '😀'.repeat(emoji) })).toBe('202');
    expect(await code(fixture, { text: '😀'.repeat(emoji + 1) })).toBe('422 too_long');
    expect(await code(fixture, { text: 'x'.repeat(limit + 1) })).toBe('422 too_long');
  });

  it('contains a file with its caption', async () => {
    const fixture = await startConversationApi();
    const content = aFile(fixture, { mimeType: 'video/mp4' });
    const { body } = await fixture.run('send-message', { json: content });

    expect(body.data).toMatchObject({ type: 'video', text: 'Our shop', media_id: content.media.id });
  });

  it('shows the name and the parameters of a template as its text', async () => {
    const { run } = await startConversationApi('whatsapp');
    const { body } = await run('send-message', { json: TEMPLATE });

    expect(body.data).toMatchObject({
      type: 'template',
      text: 'order_shipped · Ada · 1001',
      template: TEMPLATE.template,
    });
  });

  it('accepts for WhatsApp only files that WhatsApp accepts', async () => {
    const fixture = await startConversationApi('whatsapp');
    fixture.change({ lastReceivedAt: secondsAfterNow(0) });

    for (const file of [{ mimeType: 'image/gif' }, { size: 5_000_001 }, { mimeType: 'video/webm' }] as const)
      expect(await code(fixture, aFile(fixture, file))).toBe('422 message_type_unsupported');
    expect(await code(fixture, aFile(fixture, { mimeType: 'video/mp4', size: 16_000_000 }))).toBe('202');
  });

  it('requires a file whose upload is complete', async () => {
    const fixture = await startConversationApi();

    expect(await code(fixture, { media: { id: randomUUID() } })).toBe('422 media_not_found');
    expect(await code(fixture, aFile(fixture, { state: 'pending' }))).toBe('422 media_not_uploaded');
    expect(fixture.api.core.messages.size).toBe(0);
  });

  it.each([
    [{}, '422 required'],
    [{ ...TEXT, ...TEMPLATE }, '422 required'],
    [{ text: '' }, '422 too_short'],
    [{ text: null }, '422 invalid_type'],
    [{ template: { name: 'Order shipped', language: 'en' } }, '422 invalid_format'],
    [{ template: { name: 'order', language: 'english!' } }, '422 invalid_format'],
    [{ template: { name: 'order', language: 'en', parameters: Array(21).fill('x') } }, '422 too_many_items'],
    [{ ...TEXT, status: 'sent' }, '422 field_not_updatable'],
    [{ ...TEXT, to: '+1' }, '422 unknown_field'],
  ])('rejects %j', async (json, expected, fixture) => {
    expect(await code(fixture, json)).toBe(expected);
  });

  it('limits the parameters of a template together', async () => {
    const fixture = await startConversationApi('whatsapp');
    const withLength = (length: number) => ({
      template: {
        name: 'order',
        language: 'en',
        parameters: [...Array(4).fill('x'.repeat(1024)), 'x'.repeat(length)],
      },
    });

    expect(await code(fixture, withLength(1))).toBe('422 too_long');
    expect(
      await code(fixture, {
        template: { ...withLength(1).template, parameters: Array(4).fill('x'.repeat(1024)) },
      }),
    ).toBe('202');
  });
});

describe('send-message, if nothing may be sent', () => {
  it('rejects a closed conversation before everything else', async () => {
    const fixture = await startConversationApi();
    await fixture.optOut(['facebook']);
    await fixture.run('close-conversation');

    expect(await code(fixture, TEMPLATE)).toBe('409 conversation_closed');
    expect(await code(fixture, {})).toBe('422 required');
    await fixture.run('reopen-conversation');
    expect(await code(fixture, TEMPLATE)).toBe('422 message_type_unsupported');
    expect(await code(fixture, TEXT)).toBe('409 contact_opted_out');
  });

  it.each([
    ['sms', '409 contact_unreachable'],
    ['whatsapp', '409 contact_unreachable'],
    ['sandbox', '409 contact_unreachable'],
    ['facebook', '202'],
  ] as const)('on %s, without a phone number of the contact, returns %s', async (platform, expected) => {
    const fixture = await startConversationApi(platform);
    const { contact, call } = fixture;
    await call('update-contact', { params: { contact }, json: { phone: null } });

    expect(await code(fixture, platform === 'whatsapp' ? TEMPLATE : TEXT)).toBe(expected);
  });

  it('rejects a message to a deleted contact', async () => {
    const fixture = await startConversationApi();
    fixture.api.core.contacts.clear();

    expect(await code(fixture, TEXT)).toBe('409 contact_unreachable');
  });

  it.each([
    ['facebook', ['facebook'], '409 contact_opted_out'],
    ['facebook', ['instagram', 'sms'], '202'],
    ['sms', ['sms'], '409 contact_opted_out'],
    ['sandbox', ['sms', 'whatsapp', 'facebook', 'instagram', 'tiktok'], '202'],
  ] as const)('on %s, after an opt-out of %j, returns %s', async (platform, channels, expected) => {
    const fixture = await startConversationApi(platform);
    await fixture.optOut(channels);

    expect(await code(fixture, TEXT)).toBe(expected);
  });

  it('accepts only templates outside of 24 hours after a message of the WhatsApp contact', async () => {
    const fixture = await startConversationApi('whatsapp');
    expect(await code(fixture, TEXT)).toBe('409 template_required');
    expect(await code(fixture, TEMPLATE)).toBe('202');
    fixture.change({ lastReceivedAt: secondsAfterNow(60 - DAY_S + 1) });
    const { body } = await fixture.run('get-conversation');

    expect(body.data.free_text_until).toBe(secondsAfterNow(61).toISOString());
    expect(await code(fixture, TEXT)).toBe('202');
    fixture.api.clock.advance(1);
    expect(await code(fixture, TEXT)).toBe('409 template_required');
    expect(await code(fixture, TEMPLATE)).toBe('202');
  });

  it('adds nothing to a conversation that is closed between the read and the write', async () => {
    const fixture = await startConversationApi();
    const { find } = fixture.api.contacts;
    let isFirst = true;
    Object.assign(fixture.api.contacts, {
      async find(...args: Parameters<typeof find>) {
        if (isFirst) fixture.change({ status: 'closed', revision: 2 });
        isFirst = false;
        return find(...args);
      },
    });

    expect(await code(fixture, TEXT)).toBe('409 conversation_closed');
    expect(fixture.api.core.messages.size).toBe(0);
  });
});

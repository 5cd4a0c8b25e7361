import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { it, startConversationApi } from '#test/support/fixtures/messaging/conversation-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

type Fixture = Awaited<ReturnType<typeof startConversationApi>>;

function receive({ call, contact }: Fixture, overrides: Readonly<Record<string, unknown>> = {}) {
  const json = {
    platform: 'facebook',
    contact_id: contact,
    text: 'Are you open on Sunday?',
    provider: 'meta',
    provider_message_id: 'm_1',
    ...overrides,
  };
  return call('receive-message', { json });
}

describe('receive-message', () => {
  it('records a message in the open conversation, with one event', async (fixture) => {
    const { stored, events, contact, conversation } = fixture;
    const sentAt = secondsAfterNow(30).toISOString();
    const { status, body } = await receive(fixture, { sent_at: sentAt });

    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      conversation_id: conversation,
      contact_id: contact,
      direction: 'in',
      type: 'text',
      text: 'Are you open on Sunday?',
      status: 'received',
      sent_at: sentAt,
      provider: 'meta',
      provider_message_id: 'm_1',
      created_at: secondsAfterNow(60).toISOString(),
    });
    expect(stored()).toMatchObject({
      lastReceivedAt: secondsAfterNow(30),
      lastMessageAt: secondsAfterNow(30),
      revision: 2,
    });
    expect(events()).toMatchObject([
      {
        event: 'message.received',
        channel: 'facebook',
        data: {
          contact: { id: contact },
          conversation: { id: conversation, status: 'open' },
          message: { id: body.data.id, direction: 'in', status: 'received' },
        },
      },
    ]);
  });

  it('creates a conversation if none is open on the platform', async (fixture) => {
    const { run, conversation, api } = fixture;
    await run('close-conversation');
    const { body } = await receive(fixture);
    const other = await receive(fixture, { platform: 'tiktok', provider_message_id: 'm_2' });

    expect(new Set([conversation, body.data.conversation_id, other.body.data.conversation_id]).size).toBe(3);
    expect([...api.core.conversations.values()].map(({ platform, status }) => [platform, status])).toEqual([
      ['facebook', 'closed'],
      ['facebook', 'open'],
      ['tiktok', 'open'],
    ]);
  });

  it('records a repeated message once, whatever else the request says', async (fixture) => {
    const first = await receive(fixture);
    fixture.api.clock.advance(60);
    const second = await receive(fixture, { text: 'Other', sent_at: secondsAfterNow(90).toISOString() });

    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect([fixture.api.core.messages.size, fixture.events().length, fixture.stored().revision]).toEqual([
      1, 1, 2,
    ]);
    expect((await receive(fixture, { provider_message_id: 'm_2' })).status).toBe(201);
    expect((await receive(fixture, { provider: 'acme' })).status).toBe(201);
  });

  it('records equal messages at the same time once, and different ones all', async (fixture) => {
    await fixture.run('close-conversation');
    const ids = ['a', 'a', 'b', 'b', 'a'];
    const answers = await Promise.all(ids.map((id) => receive(fixture, { provider_message_id: id })));

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      '200',
      '200',
      '200',
      '201',
      '201',
    ]);
    expect(new Set(answers.map(({ body }) => body.data.conversation_id)).size).toBe(1);
    expect([fixture.api.core.messages.size, fixture.api.core.conversations.size]).toEqual([2, 2]);
  });

  it('does not move the times of a conversation back', async (fixture) => {
    await receive(fixture, { sent_at: secondsAfterNow(50).toISOString() });
    await receive(fixture, { sent_at: secondsAfterNow(10).toISOString(), provider_message_id: 'm_2' });

    expect(fixture.stored().lastReceivedAt).toEqual(secondsAfterNow(50));
  });

  it('does not move the times of a conversation into the future', async (fixture) => {
    const ahead = secondsAfterNow(3600).toISOString();
    const { body } = await receive(fixture, { sent_at: ahead });

    expect(body.data.sent_at).toBe(ahead);
    expect(fixture.stored()).toMatchObject({
      lastMessageAt: secondsAfterNow(60),
      lastReceivedAt: secondsAfterNow(60),
    });
  });

  it.each([
    [
      { type: 'image', text: null },
      { type: 'image', text: null, media_id: null },
    ],
    [
      { type: 'document', text: 'Contract' },
      { type: 'document', text: 'Contract', media_id: null },
    ],
    [
      { type: 'other', text: undefined },
      { type: 'other', text: null, media_id: null },
    ],
  ])('records %j', async (fields, expected, fixture) => {
    expect((await receive(fixture, fields)).body.data).toMatchObject(expected);
  });

  it.each([
    [{ contact_id: randomUUID() }, '422 contact_not_found'],
    [{ platform: 'sms' }, '422 channel_unknown'],
    [{ platform: 'whatsapp' }, '422 channel_unknown'],
    [{ text: undefined }, '422 required'],
    [{ text: null }, '422 required'],
    [{ text: '\u200b' }, '422 content_empty'],
    [{ type: 'template' }, '422 invalid_format'],
    [{ provider: undefined }, '422 required'],
    [{ provider_message_id: '' }, '422 too_short'],
    [{ sent_at: '2999-01-01T00:00:00Z' }, '422 out_of_range'],
    [{ sent_at: '1999-12-31T23:59:59Z' }, '422 out_of_range'],
    [{ direction: 'in' }, '422 field_not_updatable'],
    [{ platform: 'sandbox' }, '409 phone_number_not_verified'],
  ])('rejects %j', async (fields, expected, fixture) => {
    expect(codeOf(await receive(fixture, fields))).toBe(expected);
    expect(fixture.api.core.messages.size).toBe(0);
  });

  it('starts a conversation of the sandbox with its number, and its events have no channel', async () => {
    const fixture = await startConversationApi('sandbox');
    await fixture.subscribe('salesbot.message.received');
    await fixture.subscribe('salesbot.message.received', 'whatsapp');
    await fixture.run('close-conversation');
    const { body } = await receive(fixture, { platform: 'sandbox' });

    expect(body.data.phone_number_id).toBe(fixture.number.id);
    expect(fixture.events().at(-1)).toMatchObject({
      event: 'message.received',
      channel: null,
      data: { contact: { platform: 'whatsapp' }, message: { platform: 'sandbox' } },
    });
    expect([...fixture.api.core.events.values()].at(-1)?.matches).toHaveLength(1);
  });

  it('rejects an ingested event about the message and its conversation, but not beside others', async (fixture) => {
    const { call, conversation } = fixture;
    const message = String((await receive(fixture)).body.data.id);
    const ingest = (event: string, data: unknown) => call('ingest-event', { json: { event, data } });
    const about = await ingest('salesbot.message.received', { message: { id: message } });
    const closed = await ingest('salesbot.conversation.closed', { conversation: { id: conversation } });

    expect([codeOf(about), about.body.message]).toEqual(['409 record_managed_here', message]);
    expect([codeOf(closed), closed.body.conversation]).toEqual(['409 record_managed_here', conversation]);
    const data = { message: { id: randomUUID() }, conversation: { id: conversation } };
    expect((await ingest('salesbot.message.received', data)).status).toBe(202);
    expect((await ingest('salesbot.conversation.closed', { conversation: { id: message } })).status).toBe(
      202,
    );
  });
});

import { describe, expect, it } from 'vitest';
import {
  assignConversation,
  closeConversation,
  reopenConversation,
} from '#shared/messaging/domain/conversation.ts';
import {
  messageData,
  toConversationEvents,
  toMessageEvents,
  toReceivedEvent,
} from '#shared/messaging/domain/message-events.ts';
import { MESSAGE_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { advanced, claimed } from '#shared/messaging/domain/message-progress.ts';
import { textOf } from '#shared/messaging/domain/message.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aFullContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation, aFullConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import {
  anIncomingMessage,
  anOutgoingMessage,
  CONTENTS,
  someNews,
} from '#test/support/builders/messaging/message-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const RECORDING = { now: NOW, newId, directory: [], correlationId: 'request-1' };

/** The contact came from WhatsApp, whatever the platform of the conversation is. */
const contact = aFullContact();

const envelopeOf = ({ body }: { readonly body: unknown }) => JSON.parse(String(body));

function partiesOn(platform: (typeof MESSAGE_PLATFORMS)[number]) {
  return { contact, conversation: aConversation({ platform, contactId: contact.id }) };
}

describe('the events of a message to a contact', () => {
  it('report the implied statuses in their order, each as it was', () => {
    const parties = partiesOn('whatsapp');
    const sending = claimed(
      anOutgoingMessage(parties.conversation),
      { token: 'token', until: secondsAfterNow(60) },
      NOW,
    );
    const progress = advanced(sending, someNews({ status: 'read', at: secondsAfterNow(5) }));
    const message = progress?.message ?? sending;
    const events = toMessageEvents(progress?.emits ?? [], message, parties, RECORDING);
    const at = secondsAfterNow(5).toISOString();

    expect(events.map(({ event, channel }) => [event, channel])).toEqual([
      ['salesbot.message.sent', 'whatsapp'],
      ['salesbot.message.delivered', 'whatsapp'],
      ['salesbot.message.read_or_seen', 'whatsapp'],
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    expect(events.map((event) => envelopeOf(event).data.message.status)).toEqual([
      'sent',
      'delivered',
      'read',
    ]);
    expect(envelopeOf(events[0] ?? { body: '{}' })).toMatchObject({
      occurred_at: at,
      workspace_id: parties.conversation.workspaceId,
      data: {
        channel: 'whatsapp',
        provider: 'aws',
        contact: { id: contact.id },
        conversation: { id: parties.conversation.id, status: 'open' },
        message: { id: message.id, direction: 'out', platform: 'whatsapp', sent_at: at, status_at: at },
      },
    });
  });

  it('have the time of the acceptance if it is known later than the failure', () => {
    const parties = partiesOn('sms');
    const message = anOutgoingMessage(parties.conversation, {
      status: 'failed',
      statusAt: secondsAfterNow(9),
      sentAt: secondsAfterNow(2),
      errorCode: 'recipient_unreachable',
      provider: 'aws',
    });
    const events = toMessageEvents(
      ['salesbot.message.sent', 'salesbot.message.failed'],
      message,
      parties,
      RECORDING,
    );
    const [sent, failed] = events.map(envelopeOf);

    expect(sent.data.message).toMatchObject({ status: 'sent', status_at: secondsAfterNow(2).toISOString() });
    expect(sent.data.message).not.toHaveProperty('error_code');
    expect(sent.occurred_at).toBe(secondsAfterNow(2).toISOString());
    expect(failed.data.message).toMatchObject({
      status: 'failed',
      status_at: secondsAfterNow(9).toISOString(),
      error_code: 'recipient_unreachable',
    });
  });

  it('have no channel in the sandbox', () => {
    const parties = partiesOn('sandbox');
    const [event] = toMessageEvents(
      ['salesbot.message.failed'],
      anOutgoingMessage(parties.conversation, { status: 'failed', errorCode: 'expired' }),
      parties,
      RECORDING,
    );

    expect(event?.channel).toBeNull();
    expect(envelopeOf(event ?? { body: '{}' }).data).not.toHaveProperty('channel');
    expect(envelopeOf(event ?? { body: '{}' }).data).not.toHaveProperty('provider');
  });
});

describe('the event of a message from a contact', () => {
  it.each(MESSAGE_PLATFORMS)('has the channel of the conversation: %s', (platform) => {
    const parties = partiesOn(platform);
    const sentAt = secondsAfterNow(-3);
    const message = anIncomingMessage(parties.conversation, { sentAt });
    const event = toReceivedEvent(message, parties, RECORDING);

    expect(event).toMatchObject({
      event: 'salesbot.message.received',
      channel: platform === 'sandbox' ? null : platform,
      recordedAt: NOW,
    });
    expect(envelopeOf(event)).toMatchObject({
      occurred_at: sentAt.toISOString(),
      data: {
        message: { id: message.id, text: 'When does it arrive?', direction: 'in', status: 'received' },
      },
    });
  });
});

describe('the events of a conversation', () => {
  it('name the assignee', () => {
    const { conversation } = partiesOn('sms');
    const change = assignConversation(conversation, { memberId: 'member-1', name: 'Jonas Weber' }, NOW);
    const events = change ? toConversationEvents(change, contact, RECORDING) : [];

    expect(events).toMatchObject([{ event: 'salesbot.conversation.assigned', channel: 'sms' }]);
    expect(envelopeOf(events[0] ?? { body: '{}' }).data.assigned_to).toEqual({ name: 'Jonas Weber' });
  });

  it.each([
    ['instagram', 'instagram'],
    ['sandbox', null],
  ] as const)('have the channel of the conversation, not of the contact: %s', (platform, channel) => {
    const change = closeConversation(partiesOn(platform).conversation, NOW);
    const events = change ? toConversationEvents(change, contact, RECORDING) : [];

    expect(events).toMatchObject([{ event: 'salesbot.conversation.closed', channel }]);
    expect(envelopeOf(events[0] ?? { body: '{}' }).data).toMatchObject({
      conversation: { status: 'closed' },
    });
  });

  it('do not exist for what the catalogue has no event for', () => {
    const reopened = reopenConversation(aFullConversation(), NOW);
    const unassigned = assignConversation(aFullConversation(), null, NOW);
    const changes = [reopened, unassigned].flatMap((change) => change ?? []);

    expect(changes).toHaveLength(2);
    expect(changes.flatMap((change) => toConversationEvents(change, contact, RECORDING))).toEqual([]);
  });
});

describe('a message in event data', () => {
  it.each(CONTENTS)('has the type and the text of its content: %j', (content) => {
    const { type, text } = messageData(anOutgoingMessage(aConversation(), { content }));

    expect(type).toBe(content.type);
    expect(text).toBe(textOf(content));
  });

  it('has the name and the values of a template', () => {
    expect(textOf({ type: 'template', name: 'parcel_sent', language: 'en', parameters: ['Ada', '42'] })).toBe(
      'parcel_sent · Ada · 42',
    );
  });

  it('has an error code only if it failed', () => {
    const released = anOutgoingMessage(aConversation(), { errorCode: 'throttled' });

    expect(messageData(released).error_code).toBeNull();
    expect(messageData({ ...released, status: 'failed' }).error_code).toBe('throttled');
  });
});

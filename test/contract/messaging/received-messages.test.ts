import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { editContact } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { closeConversation, type Conversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { ReceivedMessage } from '#shared/messaging/ports/message-store.ts';
import { ConcurrentUpdateError, DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anIncomingMessage } from '#test/support/builders/messaging/message-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { countedId } from '#test/support/fixtures/platform/counted-resources.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const PHONE = '+12025550143';

describeStores('MessageStore.receive', (fixture) => {
  /** A message that creates its contact and its conversation. */
  function aFirstMessage(workspaceId = randomUUID(), phone: string | null = PHONE) {
    const contact = aContact({ id: countedId(true), workspaceId, phone });
    const conversation = aConversation({ workspaceId, contactId: contact.id, platform: 'sms' });
    const message = anIncomingMessage(conversation);
    const received: ReceivedMessage = {
      message,
      contact: { before: undefined, after: contact },
      conversation: { before: undefined, after: withIncoming(conversation, message) },
    };
    return { received, contact, conversation: received.conversation.after, message };
  }

  /** A later message of the same contact. */
  function aNextMessage(contact: Contact, conversation: Conversation, edited: Contact = contact) {
    const message = anIncomingMessage(conversation, { sentAt: secondsAfterNow(9) });
    const received: ReceivedMessage = {
      message,
      contact: { before: contact, after: edited },
      conversation: { before: conversation, after: withIncoming(conversation, message) },
    };
    return { received, message };
  }

  function withIncoming(conversation: Conversation, message: Message): Conversation {
    return withMessage(conversation, message, secondsAfterNow(10));
  }

  const receive = (received: ReceivedMessage, context = aContext(), events = [anEvent()]) =>
    fixture.messages.receive(received, events, context);

  /** What is stored about these ids now. */
  async function stored({ message, contact, conversation }: ReceivedMessage) {
    const { workspaceId } = message;
    return {
      message: await fixture.messages.find(workspaceId, message.id),
      contact: await fixture.contacts.find(workspaceId, contact.after.id),
      conversation: await fixture.conversations.find(workspaceId, conversation.after.id),
    };
  }

  async function removed(contact: Contact): Promise<void> {
    const { workspaceId, id } = contact;
    const subject = { id: newId(NOW), workspaceId, contact: hashContact(id) };
    await fixture.contacts.remove(contact, planErasure(undefined, subject, NOW), aContext());
  }

  it('creates the contact, the conversation and the message, with the events', async () => {
    const { received, contact, conversation, message } = aFirstMessage();
    const events = [anEvent(), anEvent()];

    expect(await receive(received, aContext(), events)).toBe(true);
    expect(await stored(received)).toEqual({ message, contact, conversation });
    const { workspaceId, id: contactId } = contact;
    expect(await fixture.conversations.findOpen(workspaceId, contactId, 'sms')).toEqual(conversation);
    expect(await fixture.contacts.findByAddress(workspaceId, { kind: 'phone', value: PHONE })).toEqual(
      contact,
    );
    expect(await Promise.all(events.map((event) => fixture.events.find(event.id)))).toEqual(events);
  });

  it('changes the conversation, and leaves the contact as it is', async () => {
    const { received, contact, conversation } = aFirstMessage();
    await receive(received);
    const next = aNextMessage(contact, conversation);

    expect(await receive(next.received)).toBe(true);
    expect(await stored(next.received)).toEqual({
      message: next.message,
      contact,
      conversation: next.received.conversation.after,
    });
    const range = { order: 'asc', limit: 5 } as const;
    const { messages } = await fixture.messages.listOfConversation(
      contact.workspaceId,
      conversation.id,
      range,
    );
    expect(messages.map(({ id }) => id).toSorted()).toEqual(
      [received.message.id, next.message.id].toSorted(),
    );
  });

  it.each([
    ['newer', 9],
    ['late', -60],
  ])('keeps the newest message as the last one, whatever order receipts arrive in: %s', async (_, second) => {
    const { received, contact, conversation, message: first } = aFirstMessage();
    await receive(received);
    const message = anIncomingMessage(conversation, { sentAt: secondsAfterNow(second) });
    const after = withIncoming(conversation, message);
    await receive({
      message,
      contact: { before: contact, after: contact },
      conversation: { before: conversation, after },
    });
    const newest = second > 0 ? message : first;

    expect((await fixture.conversations.find(contact.workspaceId, conversation.id))?.lastMessage?.id).toBe(
      newest.id,
    );
  });

  it('changes the contact, such as its opt-outs', async () => {
    const { received, contact, conversation } = aFirstMessage();
    await receive(received);
    const edited = editContact(contact, { optedOut: ['sms'] }, NOW)?.contact ?? contact;
    const next = aNextMessage(contact, conversation, edited);

    expect(await receive(next.received)).toBe(true);
    expect((await stored(next.received)).contact).toEqual(edited);
  });

  it('creates another conversation of a contact whose last one is closed', async () => {
    const { received, contact, conversation } = aFirstMessage();
    await receive(received);
    const closed = closeConversation(conversation, NOW)?.conversation ?? conversation;
    await fixture.conversations.save(conversation, closed, [], aContext());
    const second = aConversation({ ...conversation, id: newId(NOW) });
    const next = aNextMessage(contact, second);
    const { message } = next;
    const after = withIncoming(second, message);

    expect(await receive({ ...next.received, conversation: { before: undefined, after } })).toBe(true);
    expect(await fixture.conversations.findOpen(contact.workspaceId, contact.id, 'sms')).toEqual(after);
  });

  it('returns false for a message that is recorded, and changes nothing, whatever happened since', async () => {
    const { received, contact, conversation, message } = aFirstMessage();
    await receive(received);
    const next = aNextMessage(contact, conversation);
    await receive(next.received);
    const event = anEvent();
    const repeated = {
      ...aNextMessage(contact, conversation).received,
      message,
    };

    expect(await receive(received, aContext(), [event])).toBe(false);
    expect(await receive(repeated, aContext(), [event])).toBe(false);
    expect(await stored(next.received)).toEqual({
      message: next.message,
      contact,
      conversation: next.received.conversation.after,
    });
    expect((await stored(received)).message).toEqual(message);
    expect(await fixture.events.find(event.id)).toBeUndefined();
  });

  it('returns true to one of two runs', async () => {
    const { received } = aFirstMessage();
    const results = await Promise.allSettled([receive(received), receive(received)]);
    const values = results.map((result) => (result.status === 'fulfilled' ? result.value : 'lost'));

    expect(values.filter((value) => value === true)).toHaveLength(1);
  });

  it.each([
    ['the contact was edited', { name: 'Ada King' }],
    ['the contact was deleted', null],
  ] as const)('fails if %s since it was read', async (_, edit) => {
    const { received, contact, conversation } = aFirstMessage();
    await receive(received);
    const edited = edit && editContact(contact, edit, NOW)?.contact;
    if (edited) await fixture.contacts.save(contact, edited, [], aContext());
    else await removed(contact);
    const next = aNextMessage(contact, conversation);

    await expect(receive(next.received)).rejects.toThrow(ConcurrentUpdateError);
    expect(await stored(next.received)).toEqual({ contact: edited ?? undefined, conversation });
  });

  it('fails if the conversation changed since it was read', async () => {
    const { received, contact, conversation } = aFirstMessage();
    await receive(received);
    await receive(aNextMessage(contact, conversation).received);
    const { received: late } = aNextMessage(contact, conversation);

    await expect(receive(late)).rejects.toThrow(ConcurrentUpdateError);
    expect((await stored(late)).message).toBeUndefined();
  });

  it('records one contact and one conversation for two first messages', async () => {
    const workspaceId = randomUUID();
    const messages = [aFirstMessage(workspaceId), aFirstMessage(workspaceId)];
    const results = await Promise.allSettled(messages.map(({ received }) => receive(received)));
    const [winner, ...others] = messages.filter((_, index) => results[index]?.status === 'fulfilled');

    expect(others).toEqual([]);
    expect(await fixture.contacts.findByAddress(workspaceId, { kind: 'phone', value: PHONE })).toEqual(
      winner?.contact,
    );
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConcurrentUpdateError);
  });

  it('fails for a second open conversation of the contact, and writes nothing', async () => {
    const { received, contact, conversation } = aFirstMessage();
    await receive(received);
    const second = aConversation({ ...conversation, id: newId(NOW) });
    const next = aNextMessage(contact, second);
    const late = { ...next.received, conversation: { before: undefined, after: second } };

    await expect(receive(late)).rejects.toThrow(ConcurrentUpdateError);
    expect(await stored(late)).toEqual({ contact });
  });

  it('creates a contact above the quota, and counts it', async () => {
    const { received, contact } = aFirstMessage();
    await fixture.leaveRoom(contact.workspaceId, 'contacts', 0);

    expect(await receive(received)).toBe(true);
    expect((await stored(received)).contact).toEqual(contact);
    expect(await fixture.readRoom(contact.workspaceId, 'contacts')).toBe(-1);
  });

  it('records nothing under a stored response', async () => {
    const idempotencyRecord = anIdempotencyRecord();
    const { received, contact, conversation } = aFirstMessage();
    await receive(received, aContext({ idempotencyRecord }));
    const next = aNextMessage(contact, conversation);

    await expect(receive(next.received, aContext({ idempotencyRecord }))).rejects.toThrow(
      DuplicateRequestError,
    );
    expect((await stored(next.received)).message).toBeUndefined();
  });

  it('returns true again to the command whose response was lost', async () => {
    const { received } = aFirstMessage();
    const [context, events] = [aContext(), [anEvent()]];

    expect(await receive(received, context, events)).toBe(true);
    expect(await receive(received, context, events)).toBe(true);
  });
});

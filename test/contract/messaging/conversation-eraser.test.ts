import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import {
  closeConversation,
  type Conversation,
  reopenConversation,
  withMessage,
} from '#shared/messaging/domain/conversation.ts';
import { claimed } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import {
  anIncomingMessage,
  anOutgoingMessage,
  someNews,
} from '#test/support/builders/messaging/message-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const ALWAYS = () => true;

describeStores('ConversationEraser', (fixture) => {
  let contact: Contact;
  let workspaceId: string;

  beforeEach(async () => {
    contact = aContact();
    ({ workspaceId } = contact);
    await fixture.contacts.create(contact, [], aContext());
  });

  async function aStored(overrides: Partial<Conversation> = {}): Promise<Conversation> {
    const conversation = aConversation({ workspaceId, contactId: contact.id, ...overrides });
    await fixture.conversations.create(conversation, aContext());
    return conversation;
  }

  /** Adds a message, some seconds after the start of the test. */
  async function added(before: Conversation, second: number, overrides: Partial<Message> = {}) {
    const createdAt = secondsAfterNow(second);
    const message = anOutgoingMessage(before, { createdAt, ...overrides });
    const after = withMessage(before, message, createdAt);
    await fixture.messages.add(message, { before, after }, aContext());
    return { message, conversation: after };
  }

  /** Deletes the contact; the request for its erasure is as late as the deletion. */
  async function deleted(): Promise<void> {
    const subject = { id: newId(NOW), workspaceId, contact: hashContact(contact.id) };
    await fixture.contacts.remove(contact, planErasure(undefined, subject, NOW), aContext());
  }

  function erase(second: number, isLast = false, hasTime = ALWAYS): Promise<boolean> {
    const requestedAt = secondsAfterNow(second);
    const erased = { workspaceId, contact: hashContact(contact.id), requestedAt, isLast };
    return fixture.conversationEraser.erase(erased, hasTime);
  }

  const find = ({ id }: Conversation) => fixture.conversations.find(workspaceId, id);
  const findMessage = ({ id }: Message) => fixture.messages.find(workspaceId, id);
  const openOn = (platform: Conversation['platform']) =>
    fixture.conversations.findOpen(workspaceId, contact.id, platform);

  async function listed(): Promise<string[]> {
    const range = { order: 'asc', limit: 20 } as const;
    return (await fixture.conversations.list(workspaceId, range)).conversations.map(({ id }) => id);
  }

  it('removes all conversations of a deleted contact with their messages', async () => {
    const sms = await added(await aStored({ platform: 'sms' }), 1);
    const facebook = await added(await aStored({ platform: 'facebook' }), 2);
    const more = await added(facebook.conversation, 3);
    const { conversation } = sms;
    const closed = closeConversation(conversation, NOW)?.conversation ?? conversation;
    await fixture.conversations.save(conversation, closed, [], aContext());
    await deleted();

    expect(await erase(0)).toBe(true);
    expect(await Promise.all([sms, facebook].map((each) => find(each.conversation)))).toEqual([
      undefined,
      undefined,
    ]);
    expect(await Promise.all([sms, facebook, more].map(({ message }) => findMessage(message)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await openOn('facebook')).toBeUndefined();
    expect(await listed()).toEqual([]);
    const { messages } = await fixture.messages.listQueued(workspaceId, 'facebook', { limit: 5 });
    expect(messages).toEqual([]);
  });

  it('removes what providers reported about its messages', async () => {
    const ids = { provider: 'aws', providerMessageId: randomUUID() };
    const { message } = await added(await aStored(), 1, { ...ids, status: 'sent', due: null });
    await fixture.receipts.identify(ids.provider, ids.providerMessageId, message);
    await deleted();
    await erase(0);
    const news = someNews(ids);

    expect(await fixture.receipts.findOrKeep({ ...ids, news })).toBeUndefined();
  });

  it('leaves other contacts, and the same id in another workspace', async () => {
    const other = aContact({ workspaceId });
    const twin = aContact({ id: contact.id });
    for (const each of [other, twin]) await fixture.contacts.create(each, [], aContext());
    const theirs = await added(await aStored({ contactId: other.id }), 1);
    const elsewhere = await added(await aStored({ workspaceId: twin.workspaceId }), 1);
    await aStored();
    await deleted();
    await erase(9, true);

    expect(await listed()).toEqual([theirs.conversation.id]);
    expect(await findMessage(theirs.message)).toEqual(theirs.message);
    const { workspaceId: twins, id } = elsewhere.message;
    expect(await fixture.messages.find(twins, id)).toEqual(elsewhere.message);
  });

  describe('of a contact that still exists', () => {
    it('removes what is older than the request, and keeps what came later', async () => {
      const old = await added(await aStored({ platform: 'sms' }), 1);
      const first = await added(await aStored({ platform: 'whatsapp' }), 2);
      const second = await added(first.conversation, 10);
      const third = await added(second.conversation, 11);
      await erase(10);
      await erase(10, true);

      expect(await find(old.conversation)).toBeUndefined();
      expect(await openOn('sms')).toBeUndefined();
      expect(await openOn('whatsapp')).toEqual(third.conversation);
      expect(await findMessage(old.message)).toBeUndefined();
      expect(await findMessage(first.message)).toBeUndefined();
      expect(await findMessage(second.message)).toBeUndefined();
      expect(await findMessage(third.message)).toEqual(third.message);
    });

    describe('and a conversation that changed after the request', () => {
      /** A conversation with a message of the second, which somebody closes at second 20. */
      async function closedLater(second: number) {
        const { conversation: before } = await added(await aStored(), second);
        const conversation = closeConversation(before, secondsAfterNow(20))?.conversation ?? before;
        await fixture.conversations.save(before, conversation, [], aContext());
        return conversation;
      }

      it('erases its copy of the last message, with another revision and at the same place', async () => {
        const conversation = await closedLater(1);
        const erased = { ...conversation, lastMessage: null, revision: conversation.revision + 1 };
        await erase(10);

        expect(conversation.lastMessage).not.toBeNull();
        expect(await find(conversation)).toEqual(erased);
        await erase(10, true);
        expect(await find(conversation)).toEqual(erased);
      });

      it('keeps a last message that was recorded after the request', async () => {
        const conversation = await closedLater(11);
        await erase(10, true);

        expect(await find(conversation)).toEqual(conversation);
      });

      it('keeps a last message that the contact sent before the request and that was recorded after it', async () => {
        const before = await aStored();
        const message = anIncomingMessage(before, { sentAt: secondsAfterNow(5) }, secondsAfterNow(11));
        const after = withMessage(before, message, secondsAfterNow(11));
        const received = {
          message,
          contact: { before: contact, after: contact },
          conversation: { before, after },
        };
        await fixture.messages.receive(received, [], aContext());
        await erase(10, true);

        expect(await find(before)).toEqual(after);
        expect(await findMessage(message)).toEqual(message);
      });

      it('lets no command write the text again that it has read before', async () => {
        const conversation = await closedLater(1);
        await erase(10);
        const reopened = reopenConversation(conversation, secondsAfterNow(30))?.conversation;
        if (!reopened) throw new Error('Nothing changes');

        await expect(fixture.conversations.save(conversation, reopened, [], aContext())).rejects.toThrow(
          ConcurrentUpdateError,
        );
        expect((await find(conversation))?.lastMessage).toBeNull();
      });

      it('erases the copy of a message that an interrupted run has deleted', async () => {
        const first = await closedLater(1);
        await erase(10);
        // The run ended between both steps, as if the copy were still there.
        const copy = await find(first);
        if (!copy) throw new Error('The conversation is gone');
        const again = { ...copy, lastMessage: first.lastMessage, revision: copy.revision + 1 };
        await fixture.conversations.save(copy, again, [], aContext());
        await erase(10, true);

        expect((await find(first))?.lastMessage).toBeNull();
      });
    });

    it('leaves the open conversation open if an older one is erased', async () => {
      const old = await aStored();
      const closed = closeConversation(old, secondsAfterNow(1))?.conversation ?? old;
      await fixture.conversations.save(old, closed, [], aContext());
      const { conversation } = await added(await aStored(), 20);
      await erase(10, true);

      expect(await find(old)).toBeUndefined();
      expect(await openOn('sandbox')).toEqual(conversation);
    });

    it('finds what is left with a later request', async () => {
      const { conversation } = await added(await aStored(), 10);
      await erase(5, true);
      expect(await find(conversation)).toEqual(conversation);
      await erase(20, true);

      expect(await find(conversation)).toBeUndefined();
    });
  });

  describe('while messages are sent and received', () => {
    it('lets nothing bring a message or a conversation back', async () => {
      const { message, conversation } = await added(await aStored({ platform: 'facebook' }), 1);
      await deleted();
      await erase(0);
      const claim = { token: 'token', until: secondsAfterNow(60) };
      const incoming = anIncomingMessage(conversation);
      const after = withMessage(conversation, incoming, NOW);
      const received = {
        message: incoming,
        contact: { before: contact, after: contact },
        conversation: { before: conversation, after },
      };
      const attempts = [
        () => added(conversation, 2),
        () => fixture.messages.save(message, claimed(message, claim, NOW), [], aContext()),
        () => fixture.messages.claim(message, claimed(message, claim, NOW), contact, aContext()),
        () => fixture.messages.receive(received, [], aContext()),
        () => fixture.conversations.save(conversation, { ...after, status: 'closed' }, [], aContext()),
      ];

      for (const attempt of attempts) await expect(attempt()).rejects.toThrow(ConcurrentUpdateError);
      await expect(aStored()).rejects.toMatchObject({ code: 'contact_not_found' });
      expect([await find(conversation), await findMessage(message), await findMessage(incoming)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    });

    it('erases in its last call a conversation that the first call did not find', async () => {
      const early = await added(await aStored({ platform: 'sms' }), 1);
      await erase(5);
      const late = await added(await aStored({ platform: 'sms' }), 2);
      await deleted();
      await erase(5, true);

      expect([await find(early.conversation), await find(late.conversation)]).toEqual([undefined, undefined]);
      expect(await findMessage(late.message)).toBeUndefined();
    });

    it('is not stopped by them', async () => {
      const { message, conversation } = await added(await aStored(), 1);
      await deleted();
      const save = async (before: Message): Promise<void> => {
        const after = { ...before, revision: before.revision + 1 };
        await fixture.messages.save(before, after, [], aContext()).catch(() => undefined);
      };
      await Promise.all([erase(0), save(message), save({ ...message, revision: 2 })]);
      await erase(0, true);

      expect([await find(conversation), await findMessage(message)]).toEqual([undefined, undefined]);
    });
  });

  it('can be called again, also without conversations', async () => {
    expect(await erase(9)).toBe(true);
    await added(await aStored(), 1);
    await deleted();

    for (const isLast of [false, false, true, true]) expect(await erase(9, isLast)).toBe(true);
    expect(await listed()).toEqual([]);
  });

  it('stops when the time is used up', async () => {
    const { conversation, message } = await added(await aStored(), 1);
    await deleted();

    expect(await erase(9, false, () => false)).toBe(false);
    expect([await find(conversation), await findMessage(message)]).toEqual([conversation, message]);
  });
});

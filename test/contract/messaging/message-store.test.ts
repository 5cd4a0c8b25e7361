import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { editContact } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { closeConversation, type Conversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import { advanced, claimed, released, withUnknownResult } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { MessageRange } from '#shared/messaging/ports/message-store.ts';
import { ConcurrentUpdateError, DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage, CONTENTS, someNews } from '#test/support/builders/messaging/message-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const CLAIM = { token: 'token-1', until: secondsAfterNow(60) };

type Exchange = { readonly contact: Contact; readonly conversation: Conversation };

describeStores('MessageStore', (fixture) => {
  /** A contact with an open conversation. */
  async function anExchange(overrides: Partial<Conversation> = {}): Promise<Exchange> {
    const workspaceId = overrides.workspaceId ?? randomUUID();
    const contact = aContact({ workspaceId });
    const conversation = aConversation({ contactId: contact.id, ...overrides, workspaceId });
    await fixture.contacts.create(contact, [], aContext());
    await fixture.conversations.create(conversation, aContext());
    return { contact, conversation };
  }

  /** Adds a message; the result is the conversation afterwards. */
  async function added(message: Message, before: Conversation, context = aContext()): Promise<Conversation> {
    const after = withMessage(before, message, message.createdAt);
    await fixture.messages.add(message, { before, after }, context);
    return after;
  }

  async function aMessage(overrides: Partial<Conversation> = {}) {
    const exchange = await anExchange(overrides);
    const message = anOutgoingMessage(exchange.conversation);
    await added(message, exchange.conversation);
    return { ...exchange, message };
  }

  async function saved(before: Message, after: Message): Promise<Message> {
    await fixture.messages.save(before, after, [], aContext());
    return after;
  }

  const found = ({ workspaceId, id }: Message) => fixture.messages.find(workspaceId, id);

  async function queued({ workspaceId }: Pick<Conversation, 'workspaceId'>): Promise<Message[]> {
    const { messages } = await fixture.messages.listQueued(workspaceId, 'facebook', { limit: 10 });
    return [...messages];
  }

  describe('add and find', () => {
    it.each(CONTENTS)('return a message as added: %j', async (content) => {
      const { conversation } = await anExchange();
      const message = anOutgoingMessage(conversation, { content });
      await added(message, conversation);

      expect(await found(message)).toEqual(message);
    });

    it('write the conversation with the message, or neither', async () => {
      const { conversation } = await anExchange();
      const { workspaceId, id } = conversation;
      const after = await added(anOutgoingMessage(conversation), conversation);
      const late = anOutgoingMessage(conversation);

      await expect(added(late, conversation)).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.conversations.find(workspaceId, id)).toEqual(after);
      expect(await found(late)).toBeUndefined();
    });

    it('never add to a conversation that was closed since it was read', async () => {
      const { conversation } = await anExchange();
      const closed = closeConversation(conversation, NOW)?.conversation ?? conversation;
      await fixture.conversations.save(conversation, closed, [], aContext());
      const message = anOutgoingMessage(conversation);

      await expect(added(message, conversation)).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(message)).toBeUndefined();
    });

    it('never replace a message', async () => {
      const { conversation } = await anExchange();
      const message = anOutgoingMessage(conversation);
      const after = await added(message, conversation);
      const other = { ...message, content: { type: 'other', text: null } } as const;

      await expect(added(other, after)).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(message)).toEqual(message);
    });

    it.each(CONTENTS)('keep the last message of the conversation: %j', async (content) => {
      const { conversation } = await anExchange();
      const { workspaceId, id } = conversation;
      const after = await added(anOutgoingMessage(conversation, { content }), conversation);
      const stored = await fixture.conversations.find(workspaceId, id);

      expect(stored?.lastMessage).not.toBeNull();
      expect(stored).toEqual(after);
    });

    it('find the messages of a batch that exist', async () => {
      const { conversation, message } = await aMessage();
      const { workspaceId } = conversation;
      const second = anOutgoingMessage(conversation);
      const before = await fixture.conversations.find(workspaceId, conversation.id);
      await added(second, before ?? conversation);
      const ids = [message.id, newId(NOW), second.id];
      const byId = (messages: readonly Message[]) => new Map(messages.map((each) => [each.id, each]));

      expect(byId(await fixture.messages.findAll(workspaceId, ids))).toEqual(byId([message, second]));
      expect(await fixture.messages.findAll(workspaceId, [])).toEqual([]);
    });

    it('keep workspaces apart', async () => {
      const { message } = await aMessage();

      expect(await fixture.messages.find(randomUUID(), message.id)).toBeUndefined();
      expect(await fixture.messages.findAll(randomUUID(), [message.id])).toEqual([]);
    });

    it('add nothing under a stored response', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      const { conversation } = await anExchange();
      await added(anOutgoingMessage(conversation), conversation, aContext({ idempotencyRecord }));
      const twin = anOutgoingMessage(conversation);

      await expect(added(twin, conversation, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await found(twin)).toBeUndefined();
    });
  });

  describe('save', () => {
    it('writes every field, with the events', async () => {
      const { message } = await aMessage();
      const claim = claimed(message, CLAIM, secondsAfterNow(1));
      expect(await found(await saved(message, claim))).toEqual(claim);
      const sent = advanced(claim, someNews({ status: 'sent' }))?.message ?? claim;
      const events = [anEvent(), anEvent()];
      await fixture.messages.save(claim, sent, events, aContext());

      expect(await found(message)).toEqual(sent);
      expect(await Promise.all(events.map((event) => fixture.events.find(event.id)))).toEqual(events);
    });

    it('fails after another change, with its events', async () => {
      const { message } = await aMessage();
      const after = await saved(message, claimed(message, CLAIM, NOW));
      const event = anEvent();

      await expect(
        fixture.messages.save(message, { ...message, revision: 2 }, [event], aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(message)).toEqual(after);
      expect(await fixture.events.find(event.id)).toBeUndefined();
    });

    it('records no event after the contact was deleted', async () => {
      const { message, contact } = await aMessage();
      const claim = await saved(message, claimed(message, CLAIM, NOW));
      const { workspaceId } = message;
      const subject = { id: newId(NOW), workspaceId, contact: hashContact(contact.id) };
      await fixture.contacts.remove(contact, planErasure(undefined, subject, NOW), aContext());
      const sent = advanced(claim, someNews({ status: 'sent' }))?.message ?? claim;
      const event = anEvent();

      await expect(fixture.messages.save(claim, sent, [event], aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await fixture.events.find(event.id)).toBeUndefined();
      await fixture.messages.save(claim, sent, [], aContext());
      expect(await found(message)).toEqual(sent);
    });

    it('never creates a message, such as one that was erased', async () => {
      const message = anOutgoingMessage();

      await expect(saved(message, claimed(message, CLAIM, NOW))).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(message)).toBeUndefined();
    });

    it('writes nothing under a stored response', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      const { message } = await aMessage();
      const after = claimed(message, CLAIM, NOW);
      await fixture.messages.save(message, after, [], aContext({ idempotencyRecord }));

      await expect(
        fixture.messages.save(after, withUnknownResult(after, NOW), [], aContext({ idempotencyRecord })),
      ).rejects.toThrow(DuplicateRequestError);
      expect(await found(message)).toEqual(after);
    });
  });

  describe('claim', () => {
    it('writes the claim, and leaves the contact as it is', async () => {
      const { message, contact } = await aMessage();
      const after = claimed(message, CLAIM, NOW);
      await fixture.messages.claim(message, after, contact, aContext());

      expect(await found(message)).toEqual(after);
      expect(await fixture.contacts.find(contact.workspaceId, contact.id)).toEqual(contact);
    });

    it.each([
      ['an opt-out', { optedOut: ['sms'] }],
      ['another edit', { name: 'Ada King' }],
    ] as const)('fails after %s', async (_, edit) => {
      const { message, contact } = await aMessage();
      const after = editContact(contact, edit, NOW)?.contact ?? contact;
      await fixture.contacts.save(contact, after, [], aContext());

      await expect(
        fixture.messages.claim(message, claimed(message, CLAIM, NOW), contact, aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(message)).toEqual(message);
    });

    it('fails after the contact was deleted', async () => {
      const { message, contact } = await aMessage();
      const { workspaceId, id } = contact;
      const subject = { id: newId(NOW), workspaceId, contact: hashContact(id) };
      await fixture.contacts.remove(contact, planErasure(undefined, subject, NOW), aContext());

      await expect(
        fixture.messages.claim(message, claimed(message, CLAIM, NOW), contact, aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(message)).toEqual(message);
    });

    it('succeeds once, whoever wins the race', async () => {
      const { message, contact } = await aMessage();
      const claims = ['one', 'two', 'three'].map((token) => claimed(message, { ...CLAIM, token }, NOW));
      const results = await Promise.allSettled(
        claims.map((after) => fixture.messages.claim(message, after, contact, aContext())),
      );
      const winners = claims.filter((_, index) => results[index]?.status === 'fulfilled');

      expect(winners).toEqual([await found(message)]);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConcurrentUpdateError);
    });

    it('never follows an opt-out, whoever wins the race', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { message, contact } = await aMessage({ platform: 'sms' });
        const optedOut = editContact(contact, { optedOut: ['sms'] }, NOW)?.contact ?? contact;
        const order: string[] = [];
        await Promise.allSettled([
          fixture.contacts.save(contact, optedOut, [], aContext()).then(() => order.push('opted out')),
          fixture.messages
            .claim(message, claimed(message, CLAIM, NOW), contact, aContext())
            .then(() => order.push('claimed')),
        ]);
        const isClaimed = (await found(message))?.status === 'sending';

        expect(order).toContain('opted out');
        expect(order.includes('claimed')).toBe(isClaimed);
        // After the opt-out, the next attempt reads the contact that has opted out, so the store never sees it.
        if (!isClaimed)
          await expect(
            fixture.messages.claim(message, claimed(message, CLAIM, NOW), contact, aContext()),
          ).rejects.toThrow(ConcurrentUpdateError);
      }
    });

    it('writes nothing under a stored response', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      const { message, contact } = await aMessage();
      const after = claimed(message, CLAIM, NOW);
      await fixture.messages.claim(message, after, contact, aContext({ idempotencyRecord }));

      await expect(
        fixture.messages.claim(message, after, contact, aContext({ idempotencyRecord })),
      ).rejects.toThrow(DuplicateRequestError);
    });
  });

  describe('listOfConversation', () => {
    async function listAll({ workspaceId, id }: Conversation, order: MessageRange['order'], limit: number) {
      const seen: Message[] = [];
      for (let after: string | undefined; ;) {
        const range = { order, limit, after };
        const page = await fixture.messages.listOfConversation(workspaceId, id, range);
        expect(page.messages.length).toBeLessThanOrEqual(limit);
        seen.push(...page.messages);
        after = page.readTo;
        if (after === undefined) return seen;
      }
    }

    it('is in the order of creation, page by page', async () => {
      const { conversation } = await anExchange();
      const made: Message[] = [];
      let current = conversation;
      // The ids are in another order, as those of messages that contacts sent earlier.
      for (const [index, age] of [40, 10, 30, 20, 0].entries()) {
        const createdAt = secondsAfterNow(index);
        const message = anOutgoingMessage(conversation, { id: newId(secondsAfterNow(-age)), createdAt });
        current = await added(message, current);
        made.push(message);
      }
      const other = await anExchange({ workspaceId: conversation.workspaceId });
      await added(anOutgoingMessage(other.conversation), other.conversation);

      for (const limit of [1, 2, 5, 10]) {
        expect(await listAll(conversation, 'asc', limit)).toEqual(made);
        expect(await listAll(conversation, 'desc', limit)).toEqual(made.toReversed());
      }
    });

    it('shows messages as they are now, and is empty for another workspace', async () => {
      const { conversation, message } = await aMessage();
      const after = await saved(message, claimed(message, CLAIM, NOW));

      expect(await listAll(conversation, 'asc', 5)).toEqual([after]);
      expect(await listAll({ ...conversation, workspaceId: randomUUID() }, 'asc', 5)).toEqual([]);
    });
  });

  describe('listAll', () => {
    async function listAll(workspaceId: string, limit: number): Promise<Message[]> {
      const seen: Message[] = [];
      for (let after: string | undefined; ;) {
        const page = await fixture.messages.listAll(workspaceId, { limit, after });
        expect(page.messages.length).toBeLessThanOrEqual(limit);
        seen.push(...page.messages);
        after = page.readTo;
        if (after === undefined) return seen;
      }
    }

    it('contains every message of the workspace once, conversation by conversation', async () => {
      const workspaceId = randomUUID();
      const made: Message[] = [];
      for (const [index, count] of [2, 0, 3, 1].entries()) {
        const { conversation } = await anExchange({ workspaceId, updatedAt: secondsAfterNow(index * 10) });
        let current = conversation;
        for (let at = 0; at < count; at += 1) {
          const message = anOutgoingMessage(conversation, { createdAt: secondsAfterNow(index * 10 + at) });
          current = await added(message, current);
          made.push(message);
        }
      }
      await aMessage();

      for (const limit of [1, 2, 3, 6, 10]) expect(await listAll(workspaceId, limit)).toEqual(made);
      expect(await listAll(randomUUID(), 5)).toEqual([]);
    });

    it('misses no message while conversations change', async () => {
      const first = await aMessage();
      const { workspaceId } = first.conversation;
      const second = await aMessage({ workspaceId, updatedAt: secondsAfterNow(1) });
      const page = await fixture.messages.listAll(workspaceId, { limit: 1 });
      const { conversation } = second;
      const current = await fixture.conversations.find(workspaceId, conversation.id);
      const late = anOutgoingMessage(conversation, { createdAt: secondsAfterNow(60) });
      await added(late, current ?? conversation);
      const rest = await fixture.messages.listAll(workspaceId, { limit: 9, after: page.readTo });

      expect([...page.messages, ...rest.messages].map(({ id }) => id)).toEqual([
        first.message.id,
        second.message.id,
        late.id,
      ]);
    });
  });

  describe('listQueued', () => {
    it('contains the messages of one channel while they are queued, oldest first', async () => {
      const workspaceId = randomUUID();
      const made: Message[] = [];
      for (const second of [1, 2, 3]) {
        const { conversation } = await anExchange({ workspaceId, platform: 'facebook' });
        const message = anOutgoingMessage(conversation, { createdAt: secondsAfterNow(second) });
        await added(message, conversation);
        made.push(message);
      }
      for (const platform of ['instagram', 'sandbox'] as const) await aMessage({ workspaceId, platform });
      await aMessage({ platform: 'facebook' });
      const page = await fixture.messages.listQueued(workspaceId, 'facebook', { limit: 2 });
      const rest = await fixture.messages.listQueued(workspaceId, 'facebook', {
        limit: 2,
        after: page.readTo,
      });

      expect(page.messages).toEqual(made.slice(0, 2));
      expect(rest).toEqual({ messages: made.slice(2), readTo: undefined });
    });

    it('follows the message: claimed, released, claimed again, failed', async () => {
      const { message, contact } = await aMessage({ platform: 'facebook' });
      const first = claimed(message, CLAIM, NOW);
      await fixture.messages.claim(message, first, contact, aContext());
      expect(await queued(message)).toEqual([]);

      const again = await saved(first, released(first, NOW, 'released', secondsAfterNow(1)));
      expect(await queued(message)).toEqual([again]);

      const failed = advanced(again, someNews({ status: 'failed' }))?.message ?? again;
      await saved(again, failed);
      expect(await queued(message)).toEqual([]);
    });
  });
});

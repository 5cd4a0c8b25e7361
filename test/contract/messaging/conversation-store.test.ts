import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import {
  closeConversation,
  type Conversation,
  reopenConversation,
} from '#shared/messaging/domain/conversation.ts';
import type { ConversationRange } from '#shared/messaging/ports/conversation-store.ts';
import { ConcurrentUpdateError, DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation, aFullConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('ConversationStore', (fixture) => {
  /** Creates a conversation, and its contact unless it exists. */
  async function created(conversation = aConversation()): Promise<Conversation> {
    const { workspaceId, contactId: id } = conversation;
    if (!(await fixture.contacts.find(workspaceId, id)))
      await fixture.contacts.create(aContact({ workspaceId, id }), [], aContext());
    await fixture.conversations.create(conversation, aContext());
    return conversation;
  }

  async function saved(before: Conversation, after: Conversation | undefined): Promise<Conversation> {
    if (!after) throw new Error('The command changes nothing');
    await fixture.conversations.save(before, after, [], aContext());
    return after;
  }

  const closed = (before: Conversation, at = NOW) =>
    saved(before, closeConversation(before, at)?.conversation);

  const found = ({ workspaceId, id }: Conversation) => fixture.conversations.find(workspaceId, id);

  const openOf = ({ workspaceId, contactId, platform }: Conversation) =>
    fixture.conversations.findOpen(workspaceId, contactId, platform);

  /** Another conversation of the same contact on the same platform. */
  const twinOf = ({ workspaceId, contactId, platform }: Conversation) =>
    aConversation({ workspaceId, contactId, platform });

  describe('create and find', () => {
    it('return the conversation as created, also as the open one', async () => {
      const conversation = await created();

      expect(await found(conversation)).toEqual(conversation);
      expect(await openOf(conversation)).toEqual(conversation);
    });

    it('keep workspaces, contacts and platforms apart', async () => {
      const conversation = await created();
      const { workspaceId, contactId, id } = conversation;
      const sms = await created({ ...twinOf(conversation), platform: 'sms' });
      const other = await created(aConversation({ contactId, id }));

      expect(await fixture.conversations.find(randomUUID(), id)).toBeUndefined();
      expect(await found(other)).toEqual(other);
      expect(await openOf(conversation)).toEqual(conversation);
      expect(await openOf(sms)).toEqual(sms);
      expect(await fixture.conversations.findOpen(workspaceId, contactId, 'whatsapp')).toBeUndefined();
      expect(await fixture.conversations.findOpen(workspaceId, newId(NOW), 'sandbox')).toBeUndefined();
    });

    it('require the contact', async () => {
      const conversation = aConversation();

      await expect(fixture.conversations.create(conversation, aContext())).rejects.toMatchObject({
        code: 'contact_not_found',
      });
      expect(await found(conversation)).toBeUndefined();
      expect(await openOf(conversation)).toBeUndefined();
    });

    it('allow one open conversation of a contact on a platform', async () => {
      const conversation = await created();
      const twin = twinOf(conversation);

      await expect(created(twin)).rejects.toMatchObject({
        code: 'conversation_open',
        extras: { conversation: conversation.id },
      });
      expect(await found(twin)).toBeUndefined();
    });

    it('never replace a conversation', async () => {
      const conversation = await closed(await created());

      await expect(fixture.conversations.create(conversation, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await found(conversation)).toEqual(conversation);
    });

    it('create nothing under a stored response', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      const conversation = await created();
      const { workspaceId, contactId } = conversation;
      const sms = aConversation({ workspaceId, contactId, platform: 'sms' });
      await fixture.conversations.create(sms, aContext({ idempotencyRecord }));
      // The stored response also takes precedence over the conflict that the first request caused.
      const twin = twinOf(sms);

      await expect(fixture.conversations.create(twin, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await found(twin)).toBeUndefined();
    });
  });

  describe('save', () => {
    it('writes every field, with the events', async () => {
      const before = await created(aConversation({ platform: 'whatsapp' }));
      const { id, workspaceId, contactId, createdAt } = before;
      const after = aFullConversation({ id, workspaceId, contactId, createdAt });
      const events = [anEvent(), anEvent()];
      await fixture.conversations.save(before, after, events, aContext());

      expect(await found(before)).toEqual(after);
      expect(await Promise.all(events.map((event) => fixture.events.find(event.id)))).toEqual(events);
    });

    it('fails if its events contain a contact that was deleted', async () => {
      const before = await created();
      const { workspaceId, contactId } = before;
      const contact = await fixture.contacts.find(workspaceId, contactId);
      if (!contact) throw new Error('The contact is missing');
      const after = { ...before, revision: 2 };
      await fixture.conversations.save(before, after, [anEvent()], aContext(), contact);
      const subject = { id: newId(NOW), workspaceId, contact: hashContact(contactId) };
      await fixture.contacts.remove(contact, planErasure(undefined, subject, NOW), aContext());
      const event = anEvent();

      await expect(
        fixture.conversations.save(after, { ...after, revision: 3 }, [event], aContext(), contact),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.events.find(event.id)).toBeUndefined();
      await fixture.conversations.save(after, { ...after, revision: 3 }, [event], aContext());
    });

    it('removes what no longer has a value', async () => {
      const before = await created(aFullConversation({ status: 'open' }));
      const { id, workspaceId, contactId, phoneNumberId } = before;
      const after = aConversation({
        id,
        workspaceId,
        contactId,
        phoneNumberId,
        platform: 'whatsapp',
        revision: 8,
      });

      expect(await found(await saved(before, after))).toEqual(after);
    });

    it('fails after another change, with its events', async () => {
      const before = await created();
      const after = await closed(before);
      const event = anEvent();

      await expect(
        fixture.conversations.save(before, { ...before, revision: 2 }, [event], aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(before)).toEqual(after);
      expect(await fixture.events.find(event.id)).toBeUndefined();
    });

    it('writes nothing under a stored response', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      const before = await created();
      const after = { ...before, revision: 2 };
      await fixture.conversations.save(before, after, [], aContext({ idempotencyRecord }));

      await expect(
        fixture.conversations.save(after, { ...after, revision: 3 }, [], aContext({ idempotencyRecord })),
      ).rejects.toThrow(DuplicateRequestError);
      expect(await found(before)).toEqual(after);
    });
  });

  describe('closing and reopening', () => {
    it('leaves room for another conversation exactly while the first one is closed', async () => {
      const first = await closed(await created());
      expect(await openOf(first)).toBeUndefined();
      const second = await created(twinOf(first));
      expect(await openOf(first)).toEqual(second);

      await expect(saved(first, reopenConversation(first, NOW)?.conversation)).rejects.toMatchObject({
        code: 'conversation_open',
        extras: { conversation: second.id },
      });
      expect(await found(first)).toEqual(first);
      await closed(second);
      const reopened = await saved(first, reopenConversation(first, NOW)?.conversation);

      expect(await openOf(first)).toEqual(reopened);
    });

    it('never leaves two open conversations, whoever wins the race', async () => {
      const first = await closed(await created());
      const second = await closed(await created(twinOf(first)));
      const results = await Promise.allSettled([
        created(twinOf(first)),
        created(twinOf(first)),
        saved(first, reopenConversation(first, NOW)?.conversation),
        saved(second, reopenConversation(second, NOW)?.conversation),
      ]);
      const { workspaceId, contactId } = first;
      const range = { contactId, status: 'open', order: 'asc', limit: 10 } as const;
      const { conversations } = await fixture.conversations.list(workspaceId, range);

      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conversation_open' });
      expect(conversations).toEqual([await openOf(first)]);
    });
  });

  describe('list', () => {
    const [ada, jonas] = [newId(NOW), newId(NOW)];

    /** Five conversations of one workspace; the last change of each is a second after that of the one before. */
    async function several(workspaceId: string): Promise<Conversation[]> {
      const shapes: Partial<Conversation>[] = [
        { contactId: ada, platform: 'sms' },
        { contactId: ada, platform: 'whatsapp', assignedTo: { memberId: jonas, name: 'Jonas' } },
        { contactId: jonas, platform: 'sms', assignedTo: { memberId: jonas, name: 'Jonas' } },
        { contactId: jonas, platform: 'tiktok' },
        { contactId: ada, platform: 'sandbox' },
      ];
      const made: Conversation[] = [];
      for (const [index, shape] of shapes.entries()) {
        const updatedAt = secondsAfterNow(index);
        const conversation = await created(aConversation({ workspaceId, ...shape, updatedAt }));
        const isClosed = index === 1 || index === 3;
        made.push(isClosed ? await closed(conversation, new Date(updatedAt.getTime() + 10)) : conversation);
      }
      await created(aConversation({ contactId: ada, platform: 'sms' }));
      return made;
    }

    async function listAll(
      workspaceId: string,
      range: Omit<ConversationRange, 'limit' | 'after'>,
      limit = 2,
    ) {
      const seen: Conversation[] = [];
      for (let after: string | undefined; ;) {
        const page = await fixture.conversations.list(workspaceId, { ...range, limit, after });
        expect(page.conversations.length).toBeLessThanOrEqual(limit);
        seen.push(...page.conversations);
        after = page.readTo;
        if (after === undefined) return seen;
      }
    }

    it.each([
      [{}, [0, 1, 2, 3, 4]],
      [{ status: 'open' }, [0, 2, 4]],
      [{ status: 'closed' }, [1, 3]],
      [{ platform: 'sms' }, [0, 2]],
      [{ assignedTo: jonas }, [1, 2]],
      [{ contactId: ada }, [0, 1, 4]],
      [{ contactId: jonas, status: 'open', platform: 'sms', assignedTo: jonas }, [2]],
      [{ assignedTo: ada }, []],
    ] as const)('contains what matches %j, by the last change, in both orders', async (filter, indexes) => {
      const workspaceId = randomUUID();
      const made = await several(workspaceId);
      const expected = made.filter((_, index) => indexes.some((each) => each === index));

      for (const limit of [1, 2, 10]) {
        expect(await listAll(workspaceId, { ...filter, order: 'asc' }, limit)).toEqual(expected);
        expect(await listAll(workspaceId, { ...filter, order: 'desc' }, limit)).toEqual(
          expected.toReversed(),
        );
      }
    });

    it('shows a conversation under its current values only, at the end after a change', async () => {
      const workspaceId = randomUUID();
      const [first, ...others] = await several(workspaceId);
      if (!first) throw new Error('There is no conversation');
      const after = await closed(first, secondsAfterNow(60));

      expect(await listAll(workspaceId, { order: 'asc' })).toEqual([...others, after]);
      expect(await listAll(workspaceId, { order: 'asc', status: 'open', contactId: ada })).toEqual([
        others[3],
      ]);
    });
  });
});

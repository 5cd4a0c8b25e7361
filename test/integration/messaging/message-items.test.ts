import { randomUUID } from 'node:crypto';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { conversationKey, messageKey } from '#shared/events/store/keys.ts';
import { closeConversation, reopenConversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import { MESSAGE_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { advanced, claimed, released } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { createDynamoConversationEraser } from '#shared/messaging/store/dynamo-conversation-eraser.ts';
import { conversationLinkKey, openConversationKey, queuedMessageKey } from '#shared/messaging/store/keys.ts';
import { receiptKey } from '#shared/messaging/store/receipt-items.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { auditEntryOf } from '#shared/platform/store/audit-items.ts';
import { type Key, scheduledJobPartition } from '#shared/platform/store/keys.ts';
import { SCHEDULE_SHARDS } from '#shared/platform/store/schedule-items.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage, someNews } from '#test/support/builders/messaging/message-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const [, BY_DUE] = CORE_TABLE.indexes;
const CLAIM = { token: 'token', until: secondsAfterNow(60) };

/** The context of a consumer, which sends messages and records receipts. */
function aSystemContext(): CommandContext {
  const context = aContext();
  return { ...context, change: { ...context.change, actor: { kind: 'system' } } };
}

describe('the items of conversations and messages', () => {
  const { emulator, fixture } = emulatedStores();

  async function anExchange(platform: (typeof MESSAGE_PLATFORMS)[number] = 'facebook') {
    const contact = aContact();
    const { workspaceId, id: contactId } = contact;
    const before = aConversation({ workspaceId, contactId, platform });
    const message = anOutgoingMessage(before);
    const conversation = withMessage(before, message, NOW);
    await fixture.contacts.create(contact, [], aContext());
    await fixture.conversations.create(before, aContext());
    await fixture.messages.add(message, { before, after: conversation }, aContext());
    return { contact, conversation, message, before };
  }

  const items = (pk: string) =>
    emulator.core.query({ pk, from: '0', to: '~', descending: false, limit: 10, consistent: true });

  /** Scheduled jobs of a message, by the sequence number. */
  async function jobsOf({ id }: Message): Promise<string[]> {
    const shards = Array.from({ length: SCHEDULE_SHARDS }, (_, shard) => scheduledJobPartition(shard));
    const rows = await Promise.all(
      shards.map((pk) =>
        emulator.core.query({ index: BY_DUE, pk, from: '0', to: '~', descending: false, limit: 100 }),
      ),
    );
    const jobs = rows.flat().map(({ dueSk }) => String(dueSk));
    return jobs.filter((job) => job.includes(id)).map((job) => job.split('#').at(-1) ?? '');
  }

  /** An eraser that other writers overtake once: each right after the eraser has read an item of this partition. */
  function interruptedBy(meanwhile: Map<string, () => Promise<unknown>>) {
    return createDynamoConversationEraser({
      ...emulator.core,
      async get(key) {
        const item = await emulator.core.get(key);
        const change = meanwhile.get(key.pk);
        meanwhile.delete(key.pk);
        await change?.();
        return item;
      },
    });
  }

  async function saved(before: Message, after: Message | undefined): Promise<Message> {
    if (!after) throw new Error('The news says nothing');
    await fixture.messages.save(before, after, [], aSystemContext());
    return after;
  }

  it.each(MESSAGE_PLATFORMS)(
    'has a place in a queue exactly while it waits for an engine: %s',
    async (platform) => {
      const { message, contact } = await anExchange(platform);
      const { workspaceId, id } = message;
      const { pk } = queuedMessageKey(workspaceId, platform, id);
      const isQueued = async () => (await items(pk)).map(({ sk }) => sk);
      const queued = ['facebook', 'instagram', 'tiktok'].includes(platform) ? [id] : [];
      expect(await isQueued()).toEqual(queued);

      const first = claimed(message, CLAIM, NOW);
      await fixture.messages.claim(message, first, contact, aContext());
      expect(await isQueued()).toEqual([]);
      const again = await saved(first, released(first, NOW, 'released', NOW));
      expect(await isQueued()).toEqual(queued);
      const touched = await saved(again, { ...again, revision: again.revision + 1 });
      expect(await isQueued()).toEqual(queued);
      await saved(touched, advanced(touched, someNews({ status: 'failed' }))?.message);
      expect(await isQueued()).toEqual([]);
    },
  );

  it('leads to no message that is not queued, as between the two reads of a list', async () => {
    const { message, contact } = await anExchange();
    const { workspaceId, id } = message;
    await fixture.messages.claim(message, claimed(message, CLAIM, NOW), contact, aContext());
    const Item = marshall({ ...queuedMessageKey(workspaceId, 'facebook', id), workspaceId });
    await emulator.client.send(new PutItemCommand({ TableName: emulator.core.name, Item }));

    expect(await fixture.messages.listQueued(workspaceId, 'facebook', { limit: 5 })).toEqual({
      messages: [],
      readTo: undefined,
    });
  });

  it('has exactly the job that is due', async () => {
    const { message, contact } = await anExchange('sms');
    expect(await jobsOf(message)).toEqual(['1']);
    const sending = claimed(message, CLAIM, NOW);
    await fixture.messages.claim(message, sending, contact, aContext());
    expect(await jobsOf(message)).toEqual(['2']);
    await saved(sending, advanced(sending, someNews({ status: 'sent' }))?.message);

    expect(await jobsOf(message)).toEqual([]);
  });

  it('are in the audit log for what people did, and not for sending and receipts', async () => {
    const { message, contact, conversation, before } = await anExchange();
    const read = async (key: Key): Promise<Item> => (await emulator.core.get(key)) ?? expect.fail('missing');
    const ofMessage = messageKey(message.workspaceId, message.id);
    const ofConversation = conversationKey(conversation.workspaceId, conversation.id);
    const audited = async (key: Key) => auditEntryOf(undefined, await read(key))?.resource;

    expect(await audited(ofMessage)).toEqual({ type: 'message', id: message.id });
    // The entry of the message says enough.
    expect(await audited(ofConversation)).toBeUndefined();
    const sending = claimed(message, CLAIM, NOW);
    await fixture.messages.claim(message, sending, contact, aSystemContext());
    expect(await audited(ofMessage)).toBeUndefined();
    const closed = closeConversation(conversation, NOW)?.conversation ?? before;
    await fixture.conversations.save(conversation, closed, [], aContext());
    expect(await audited(ofConversation)).toEqual({ type: 'conversation', id: conversation.id });
  });

  it('leave the open conversation alone when another one is closed, as after a restore', async () => {
    const { conversation } = await anExchange();
    const { workspaceId, contactId, platform } = conversation;
    const key = openConversationKey(workspaceId, contactId, platform);
    const other = newId(NOW);
    const Item = marshall({ ...key, workspaceId, conversationId: other });
    await emulator.client.send(new PutItemCommand({ TableName: emulator.core.name, Item }));
    const closed = closeConversation(conversation, NOW)?.conversation ?? conversation;
    await fixture.conversations.save(conversation, closed, [], aContext());

    expect(await emulator.core.get(key)).toMatchObject({ conversationId: other });
    const reopened = reopenConversation(closed, NOW)?.conversation ?? closed;
    await expect(fixture.conversations.save(closed, reopened, [], aContext())).rejects.toMatchObject({
      code: 'conversation_open',
      extras: { conversation: other },
    });
  });

  it.each(['missing', 'closed'])('of an open conversation lead to nothing if it is %s', async (state) => {
    const { conversation } = await anExchange();
    const { workspaceId, contactId, platform } = conversation;
    const closed = closeConversation(conversation, NOW)?.conversation ?? conversation;
    await fixture.conversations.save(conversation, closed, [], aContext());
    const conversationId = state === 'missing' ? newId(NOW) : conversation.id;
    const Item = marshall({
      ...openConversationKey(workspaceId, contactId, platform),
      workspaceId,
      conversationId,
    });
    await emulator.client.send(new PutItemCommand({ TableName: emulator.core.name, Item }));

    expect(await fixture.conversations.findOpen(workspaceId, contactId, platform)).toBeUndefined();
  });

  it('keeps no id of a provider in a key', () => {
    const id = 'wamid.HBgLMTIwMjU1NTAxNDM';

    expect(JSON.stringify(receiptKey('aws', id))).not.toContain(id);
    expect(receiptKey('aws', id)).toEqual(receiptKey('aws', id));
  });

  describe('after the erasure of the contact', () => {
    async function erased(isLast: boolean) {
      const { contact, conversation, message } = await anExchange();
      const { workspaceId, id } = contact;
      const hash = hashContact(id);
      const plan = planErasure(undefined, { id: newId(NOW), workspaceId, contact: hash }, NOW);
      await fixture.contacts.remove(contact, plan, aContext());
      const subject = { workspaceId, contact: hash, requestedAt: NOW, isLast };
      await fixture.conversationEraser.erase(subject, () => true);
      return {
        links: await items(conversationLinkKey(workspaceId, hash, '').pk),
        others: [
          ...(await items(openConversationKey(workspaceId, id, 'facebook').pk)),
          ...(await items(queuedMessageKey(workspaceId, 'facebook', '').pk)),
          ...(await items(messageKey(workspaceId, message.id).pk)),
          ...(await items(conversationKey(workspaceId, conversation.id).pk)),
        ],
      };
    }

    it('only the links are left, until the last pass', async () => {
      const first = await erased(false);
      expect(first.links).toHaveLength(1);
      expect(first.others).toEqual([]);

      expect(await erased(true)).toEqual({ links: [], others: [] });
    });

    it('nothing is left of a message that its engine gives back, or of a conversation that closes, at that moment', async () => {
      const { contact, conversation, message } = await anExchange();
      const { workspaceId, id } = contact;
      const sending = claimed(message, CLAIM, NOW);
      await fixture.messages.claim(message, sending, contact, aContext());
      const closed = closeConversation(conversation, NOW)?.conversation ?? conversation;
      const meanwhile = new Map([
        [
          messageKey(workspaceId, message.id).pk,
          () => fixture.messages.save(sending, released(sending, NOW, 'released', NOW), [], aContext()),
        ],
        [
          conversationKey(workspaceId, conversation.id).pk,
          () => fixture.conversations.save(conversation, closed, [], aContext()),
        ],
      ]);
      const eraser = interruptedBy(meanwhile);
      const subject = {
        workspaceId,
        contact: hashContact(id),
        requestedAt: secondsAfterNow(9),
        isLast: true,
      };
      expect(await eraser.erase(subject, () => true)).toBe(true);

      expect([...meanwhile.keys()]).toEqual([]);
      expect(await items(queuedMessageKey(workspaceId, 'facebook', '').pk)).toEqual([]);
      expect(await items(messageKey(workspaceId, message.id).pk)).toEqual([]);
      expect(await items(conversationKey(workspaceId, conversation.id).pk)).toEqual([]);
    });

    it('a conversation stays that gets a message at that moment, if its contact still exists', async () => {
      const { contact, conversation, message } = await anExchange();
      const { workspaceId, id } = contact;
      const late = anOutgoingMessage(conversation, { createdAt: secondsAfterNow(20) });
      const after = withMessage(conversation, late, late.createdAt);
      const meanwhile = new Map([
        [
          conversationKey(workspaceId, conversation.id).pk,
          () => fixture.messages.add(late, { before: conversation, after }, aContext()),
        ],
      ]);
      const requestedAt = secondsAfterNow(9);
      const subject = { workspaceId, contact: hashContact(id), requestedAt, isLast: true };
      expect(await interruptedBy(meanwhile).erase(subject, () => true)).toBe(true);

      expect(await fixture.conversations.findOpen(workspaceId, id, 'facebook')).toEqual(after);
      expect(await fixture.messages.find(workspaceId, late.id)).toEqual(late);
      expect(await fixture.messages.find(workspaceId, message.id)).toBeUndefined();
    });

    it('a newer last message stays that arrives while the erasure replaces the one before', async () => {
      const { contact, conversation, message } = await anExchange();
      const { workspaceId, id } = contact;
      const closed = closeConversation(conversation, secondsAfterNow(15))?.conversation ?? conversation;
      await fixture.conversations.save(conversation, closed, [], aContext());
      const late = anOutgoingMessage(closed, { createdAt: secondsAfterNow(20) });
      const after = withMessage(closed, late, late.createdAt);
      const meanwhile = new Map([
        [
          messageKey(workspaceId, message.id).pk,
          () => fixture.messages.add(late, { before: closed, after }, aContext()),
        ],
      ]);
      const requestedAt = secondsAfterNow(9);
      const subject = { workspaceId, contact: hashContact(id), requestedAt, isLast: true };
      expect(await interruptedBy(meanwhile).erase(subject, () => true)).toBe(true);

      expect([...meanwhile.keys()]).toEqual([]);
      expect(await fixture.conversations.find(workspaceId, conversation.id)).toEqual(after);
    });

    it('items that cannot be read are gone too', async () => {
      const { contact, conversation, message } = await anExchange();
      const { workspaceId, id } = contact;
      for (const key of [
        conversationKey(workspaceId, conversation.id),
        messageKey(workspaceId, message.id),
      ]) {
        const item = (await emulator.core.get(key)) ?? expect.fail('missing');
        const Item = marshall({ ...item, revision: 'nonsense' });
        await emulator.client.send(new PutItemCommand({ TableName: emulator.core.name, Item }));
      }
      const subject = { workspaceId, contact: hashContact(id), requestedAt: NOW, isLast: true };
      expect(await fixture.conversationEraser.erase(subject, () => true)).toBe(true);

      expect(await emulator.core.get(messageKey(workspaceId, message.id))).toBeUndefined();
      expect(await emulator.core.get(conversationKey(workspaceId, conversation.id))).toBeUndefined();
    });
  });

  it('have no personal data in their keys', async () => {
    const contact = aContact({ phone: '+12025550143', name: 'Ada Moreau' });
    const { workspaceId, id: contactId } = contact;
    await fixture.contacts.create(contact, [], aContext());
    const before = aConversation({ workspaceId, contactId, platform: 'sms' });
    await fixture.conversations.create(before, aContext());
    const content = { type: 'text', text: 'Dear Ada Moreau' } as const;
    const message = anOutgoingMessage(before, { content, id: newId(NOW) });
    const after = withMessage(before, message, NOW);
    await fixture.messages.add(message, { before, after }, aContext());
    await fixture.receipts.identify('aws', `wamid.${contact.phone}-${randomUUID()}`, message);
    const item = await emulator.core.get(messageKey(workspaceId, message.id));
    const { ownerPk, ownerSk, duePk, dueSk, pk, sk } = item ?? expect.fail('missing');

    expect(JSON.stringify([ownerPk, ownerSk, duePk, dueSk, pk, sk])).not.toMatch(/Ada|Moreau|2025550143/u);
  });
});

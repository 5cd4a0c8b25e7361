import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExportedRecords } from '#functions/privacy/export-workspaces/exported-records.ts';
import * as redactPayloads from '#functions/privacy/redact-payloads/index.ts';
import { ScanCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { assignConversation, type Conversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import { advanced, claimed } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { createDynamoConversationEraser } from '#shared/messaging/store/dynamo-conversation-eraser.ts';
import { createDynamoPhoneNumberReader } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { createDynamoWithdrawal } from '#shared/privacy/store/dynamo-withdrawal.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage, someNews } from '#test/support/builders/messaging/message-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { recordedAs } from '#test/support/fixtures/platform/records/recorded-calls.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const SETTLE = 15;
const SECOND_PASS = 20 * 3600;
const TEXT = 'Your parcel arrives today, Ada';

describe('conversations and messages on the tables', () => {
  const cloud = forEachTest(startLocalCloud, 'stop');
  let contact: Contact;
  let workspaceId: string;
  let conversation: Conversation;
  let messages: Message[];

  /** A contact with a message that an engine sent, and another one that waits for it. */
  beforeEach(async () => {
    workspaceId = newId(cloud.clock());
    contact = aContact({ workspaceId, name: 'Ada', phone: '+12025550143' });
    conversation = aConversation({ workspaceId, contactId: contact.id, platform: 'facebook' });
    messages = [];
    await cloud.stores.contacts.create(contact, [], aContext());
    await cloud.stores.conversations.create(conversation, aContext());
    for (let second = 0; second < 2; second += 1) {
      const createdAt = secondsAfterNow(second);
      const content = { type: 'text', text: TEXT } as const;
      const message = anOutgoingMessage(conversation, { content, createdAt });
      const after = withMessage(conversation, message, createdAt);
      await cloud.stores.messages.add(message, { before: conversation, after }, aContext());
      conversation = after;
      messages.push(message);
    }
    const [first] = messages;
    if (!first) throw new Error('There is no message');
    const sending = claimed(first, { token: 'token', until: secondsAfterNow(60) }, NOW);
    await cloud.stores.messages.claim(first, sending, contact, aContext());
    const news = someNews({ status: 'sent', providerMessageId: randomUUID() });
    await cloud.stores.receipts.identify('aws', news.providerMessageId ?? '', first);
    const sent = advanced(sending, news)?.message ?? sending;
    await cloud.stores.messages.save(sending, sent, [], aContext());
    messages[0] = sent;
  });

  /** The items of the core table that contain a text. */
  async function itemsWith(text: string): Promise<string[]> {
    const { Items = [] } = await cloud.clients.dynamo.send(new ScanCommand({ TableName: cloud.core.name }));
    return Items.map((item) => JSON.stringify(item)).filter((item) => item.includes(text));
  }

  const redact = () => cloud.start('redact-payloads', redactPayloads)({}, CONTEXT);

  async function removeContact(): Promise<string> {
    const subject = { id: newId(cloud.clock()), workspaceId, contact: hashContact(contact.id) };
    const plan = planErasure(undefined, subject, cloud.clock());
    await cloud.stores.contacts.remove(contact, plan, aContext());
    return subject.id;
  }

  it('are erased with their contact: no item names the contact or has a text', async () => {
    const erasureId = await removeContact();
    cloud.clock.advance(SETTLE);
    await redact();
    cloud.clock.advance(SECOND_PASS);
    await redact();

    expect(await cloud.stores.erasures.find(workspaceId, erasureId)).toMatchObject({ state: 'completed' });
    expect(await itemsWith(TEXT)).toEqual([]);
    expect(await itemsWith(conversation.id)).toEqual([]);
    for (const { id } of messages) expect(await itemsWith(id)).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'are erased by runs that crash %s a call, one call later each',
    async (moment) => {
      await removeContact();
      const subject = { workspaceId, contact: hashContact(contact.id), requestedAt: NOW, isLast: true };
      const runs: boolean[] = [];
      while (!runs.includes(true)) {
        cloud.power.restore();
        cloud.power.cutAt(runs.length + 1, moment);
        const run = cloud.stores.conversationEraser.erase(subject, () => true);
        runs.push(await run.catch(() => false));
      }
      cloud.power.restore();

      expect(runs.length).toBeGreaterThan(3);
      expect(await itemsWith(TEXT)).toEqual([]);
      expect(await itemsWith(conversation.id)).toEqual([]);
    },
  );

  it.each(['before', 'after'] as const)(
    'leave no text in a conversation that stays with its contact, by runs that crash %s a call',
    async (moment) => {
      const jonas = { memberId: 'member-1', name: 'Jonas Weber' };
      const assigned = assignConversation(conversation, jonas, secondsAfterNow(30))?.conversation;
      await cloud.stores.conversations.save(conversation, assigned ?? conversation, [], aContext());
      const requestedAt = secondsAfterNow(20);
      const subject = { workspaceId, contact: hashContact(contact.id), requestedAt, isLast: true };
      const erase = recordedAs('redact-payloads', createDynamoConversationEraser(cloud.core).erase);
      const runs: boolean[] = [];
      while (!runs.includes(true)) {
        cloud.power.restore();
        cloud.power.cutAt(runs.length + 1, moment);
        runs.push(await erase(subject, () => true).catch(() => false));
        // The copy goes first, so that nothing shows a message that is deleted.
        const texts = await cloud.power.aside(() => itemsWith(TEXT));
        const copies = texts.filter((item) => item.includes('lastMessage'));
        expect(copies.length === 0 || texts.length === messages.length + 1).toBe(true);
      }
      cloud.power.restore();

      expect(runs.length).toBeGreaterThan(3);
      expect(await itemsWith(TEXT)).toEqual([]);
      expect(await cloud.stores.conversations.find(workspaceId, conversation.id)).toMatchObject({
        assignedTo: jonas,
        lastMessage: null,
        lastMessageAt: conversation.lastMessageAt,
      });
    },
  );

  it('are exported with their numbers', async () => {
    const records = createExportedRecords({
      ...cloud.stores,
      phoneNumbers: createDynamoPhoneNumberReader(cloud.core),
    } as unknown as Parameters<typeof createExportedRecords>[0]);
    const read = recordedAs('export-workspaces', records.read);

    const last = { text: TEXT, direction: 'out', status: messages.at(-1)?.status };
    expect(await read(workspaceId, 'conversations', null, NOW)).toMatchObject({
      records: [{ id: conversation.id, source: 'platform', contact_id: contact.id, last_message: last }],
    });
    expect(await read(workspaceId, 'messages', null, NOW)).toMatchObject({
      records: messages.map(({ id, status }) => ({ id, status, text: TEXT })),
    });
    expect(await read(workspaceId, 'phone-numbers', null, NOW)).toEqual({ records: [], after: null });
  });

  it('are withdrawn from a workspace that is deleted', async () => {
    const withdraw = recordedAs('erase-workspaces', createDynamoWithdrawal(cloud.core).erase);

    expect(await withdraw({ workspaceId }, () => true)).toBe(true);
    expect(await itemsWith(TEXT)).toEqual([]);
  });
});

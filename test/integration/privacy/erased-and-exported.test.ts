import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as deliverMessage from '#functions/messaging/deliver-message/index.ts';
import * as recordReceipt from '#functions/messaging/record-receipt/index.ts';
import { withMessage } from '#shared/messaging/domain/conversation.ts';
import { isOwnPlatform, type MessagePlatform } from '#shared/messaging/domain/message-platform.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { IncomingFiles } from '#shared/messaging/ports/incoming-files.ts';
import type { SendRequest, SendResult } from '#shared/messaging/ports/message-sender.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { aPhoneNumber, verified } from '#test/support/builders/messaging/phone-number-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemoryFileStore } from '#test/support/fakes/files/memory-file-store.ts';
import {
  anIncomingSms,
  anSmsReceipt,
  jobOf,
  notified,
} from '#test/support/fixtures/messaging/messaging-world.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { failingCall, lostResponse, tooBusy } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** Seconds after which a lease has ended and the sweep has found its job. */
const LATER_SECONDS = 200;
const MAX_ROUNDS = 10;

/** A PNG with one pixel. */
const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

let phones = 0;

/** A queued message on DynamoDB, and the deployed consumers with a provider that records its requests. */
async function aQueuedMessage(platform: MessagePlatform, overrides: Partial<Message> = {}) {
  const { stores, clock } = cloud;
  const { workspaceId } = await createWorkspaceIn(stores.workspaces);
  phones += 1;
  const contact = aContact({ workspaceId, phone: `+1202555${String(1050 + phones)}` });
  await stores.contacts.create(contact, [], aContext());
  const connected = aPhoneNumber({ workspaceId, platform: isOwnPlatform(platform) ? platform : 'sms' });
  await stores.numbers.create(connected, aContext());
  const number = verified(connected);
  await stores.numbers.save(connected, number, aContext());
  const parties = { workspaceId, contactId: contact.id, platform, phoneNumberId: number.id };
  const conversation = aConversation(parties);
  await stores.conversations.create(conversation, aContext());
  const message = anOutgoingMessage(conversation, { createdAt: clock(), ...overrides });
  const after = withMessage(conversation, message, clock());
  await stores.messages.add(message, { before: conversation, after }, aContext());
  const requests: SendRequest[] = [];
  const results: SendResult[] = [];
  const sender = {
    provider: 'aws',
    send: (request: SendRequest) =>
      cloud.power.through('send', async (): Promise<SendResult> => {
        const result = results.shift() ?? {
          kind: 'accepted',
          providerMessageId: `aws-${request.message.id}`,
        };
        if (result.kind === 'accepted' || result.kind === 'unknown') requests.push(request);
        return result;
      }),
  };
  cloud.power.restore();

  async function deliver(job = jobOf(message)): Promise<boolean> {
    const ports = platform === 'sandbox' ? {} : { senders: { sms: sender, whatsapp: sender } };
    const run = cloud.start('deliver-message', deliverMessage, { ports });
    const { batchItemFailures } = await run(queueEvent(job));
    if (cloud.power.isCut()) cloud.power.restore();
    return batchItemFailures.length === 0;
  }

  async function current(): Promise<Message> {
    const found = await cloud.power.aside(() => stores.messages.find(workspaceId, message.id));
    if (!found) throw new Error('The message is gone');
    return found;
  }

  return {
    workspaceId,
    contact,
    number,
    message,
    requests,
    results,
    deliver,
    current,

    async settle(): Promise<Message> {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const now = await current();
        if (now.due === null) return now;
        if (round > 0) clock.advance(LATER_SECONDS);
        await deliver(jobOf(now));
      }
      throw new Error('The message never ends');
    },
  };
}

async function report(body: unknown): Promise<boolean> {
  const files = createMemoryFileStore(cloud.clock);
  const incomingFiles: IncomingFiles = {
    async fetch({ prefix, providerFileId }) {
      files.files.set(`${prefix}${providerFileId}`, PNG);
      return `${prefix}${providerFileId}`;
    },
  };
  const ports = { files, incomingFiles };
  const run = cloud.start('record-receipt', recordReceipt, { ports });
  const { batchItemFailures } = await run(queueEvent(body));
  if (cloud.power.isCut()) cloud.power.restore();
  return batchItemFailures.length === 0;
}

describe('deliver-message on DynamoDB', () => {
  it('sends a message of the sandbox, whose receipt comes by the queue', async () => {
    const { deliver, current } = await aQueuedMessage('sandbox');

    expect(await deliver()).toBe(true);
    expect(await current()).toMatchObject({ status: 'sent', provider: 'sandbox' });
    for (const body of cloud.bodies('receipts')) expect(await report(JSON.parse(body))).toBe(true);
    expect(await current()).toMatchObject({ status: 'delivered' });
  });

  it('sends with the file of the message', async () => {
    const content = { type: 'image', mediaId: randomUUID(), text: null } as const;
    const { workspaceId, deliver, requests } = await aQueuedMessage('whatsapp', { content });
    await cloud.stores.media.create(
      aMedia({ workspaceId, uuid: content.mediaId, state: 'ready' }),
      aContext(),
    );
    await deliver();

    expect(requests).toMatchObject([{ file: { contentType: expect.any(String) } }]);
  });

  it('fails a message that no engine has claimed for a week, which no engine finds any more', async () => {
    const { workspaceId, message, current, deliver } = await aQueuedMessage('facebook');
    cloud.clock.advance(7 * 86_400);
    await deliver();
    const { messages } = await cloud.stores.messages.listQueued(workspaceId, 'facebook', { limit: 5 });

    expect(await current()).toMatchObject({ status: 'failed', errorCode: 'expired' });
    expect(messages.map(({ id }) => id)).not.toContain(message.id);
  });

  it('records an opt-out that AWS knows, and waits for a job that is early', async () => {
    const { workspaceId, contact, results, deliver, current } = await aQueuedMessage('sms');
    results.push(
      { kind: 'deferred', code: 'throttled', retryAfterMs: null },
      { kind: 'rejected', code: 'opted_out' },
    );
    await deliver();
    await deliver(jobOf(await current()));
    expect(cloud.bodies('messages')).toHaveLength(1);
    cloud.clock.advance(10);
    await deliver(jobOf(await current()));
    const stopped = await cloud.stores.contacts.find(workspaceId, contact.id);

    expect([...(stopped?.optOuts.keys() ?? [])]).toEqual(['sms']);
    expect(await current()).toMatchObject({ status: 'failed', errorCode: 'opted_out' });
  });

  it('sends at most once, crashed at any call', async () => {
    const whole = await aQueuedMessage('sms');
    await whole.deliver();
    const calls = cloud.power.calls().length;
    expect(calls).toBeGreaterThan(6);

    for (const moment of ['before', 'after'] as const)
      for (let call = 1; call <= calls; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const world = await aQueuedMessage('sms');
        const cuts = cloud.power.cuts();
        cloud.power.cutAt(call, moment);
        const end = await world.settle();

        expect(cloud.power.cuts() - cuts, `${moment} call ${call}`).toBe(1);
        expect(world.requests.length, `${moment} call ${call}`).toBeLessThanOrEqual(1);
        expect(world.requests.length === 1 ? ['sent', 'unknown'] : ['unknown']).toContain(end.status);
      }
  });

  it.each([
    ['reading is throttled', failingCall('GetItem', tooBusy())],
    ['the claim fails', failingCall('TransactWriteItems', tooBusy())],
    ['the response to the claim is lost', lostResponse('TransactWriteItems')],
  ])('sends once if %s', async (_, fault) => {
    const world = await aQueuedMessage('sms');
    cloud.faults.dynamo.script(fault);
    await world.deliver();
    const end = await world.settle();

    expect(cloud.faults.dynamo.pending()).toBe(0);
    expect(end.status).toBe('sent');
    expect(world.requests).toHaveLength(1);
  });
});

describe('record-receipt on DynamoDB', () => {
  it('records the status of a message, known by the ids of the platform or of AWS', async () => {
    const { message, deliver, current } = await aQueuedMessage('sms');
    const bus = {
      source: 'aws.sms-voice',
      'detail-type': 'Text Message Delivery Status Updated',
      detail: {
        eventType: 'TEXT_SUCCESSFUL',
        eventTimestamp: cloud.clock().getTime(),
        messageId: `aws-${message.id}`,
      },
    };
    expect(await report(bus)).toBe(true);
    await deliver();
    expect(await report(bus)).toBe(true);
    expect(await report(anSmsReceipt(message, 'TEXT_DELIVERED', { at: cloud.clock() }))).toBe(true);

    expect(await current()).toMatchObject({ status: 'delivered' });
  });

  it('records messages of a stranger and of a known contact, and STOP', async () => {
    const { workspaceId, number, contact } = await aQueuedMessage('sms');
    const stranger = `+1303555${String(1050 + phones)}`;
    const first = anIncomingSms(number, { from: stranger, text: 'Hello' });
    expect(await report(first)).toBe(true);
    expect(await report(first)).toBe(true);
    expect(await report(anIncomingSms(number, { from: contact.phone ?? '', text: 'Hi' }))).toBe(true);
    expect(await report(anIncomingSms(number, { from: contact.phone ?? '', text: 'STOP' }))).toBe(true);
    const known = await cloud.stores.contacts.findByAddress(workspaceId, { kind: 'phone', value: stranger });
    const open = await cloud.stores.conversations.findOpen(workspaceId, known?.id ?? '', 'sms');
    const range = { order: 'asc', limit: 10 } as const;
    const { messages } = await cloud.stores.messages.listOfConversation(workspaceId, open?.id ?? '', range);
    const stopped = await cloud.stores.contacts.find(workspaceId, contact.id);

    expect(messages).toMatchObject([{ status: 'received', content: { text: 'Hello' } }]);
    expect(stopped?.optOuts.has('sms')).toBe(true);
  });

  it('stores the file of a WhatsApp message in the media library, once', async () => {
    const { workspaceId, number, contact } = await aQueuedMessage('whatsapp');
    const value = {
      metadata: { display_phone_number: number.phone.slice(1) },
      messages: [
        {
          from: contact.phone?.slice(1),
          id: randomUUID(),
          timestamp: '1780315230',
          type: 'image',
          image: { id: '5' },
        },
      ],
    };
    const entry = JSON.stringify({ changes: [{ value }] });
    const body = notified({ whatsAppWebhookEntry: entry });
    expect(await report(body)).toBe(true);
    expect(await report(body)).toBe(true);

    expect(await cloud.stores.media.list(workspaceId, { limit: 5 })).toMatchObject([
      { mimeType: 'image/png', state: 'ready', name: 'WhatsApp image' },
    ]);
  });

  it('leaves a body that is no receipt to the dead-letter queue', async () => {
    expect(await report({ source: 'aws.ec2' })).toBe(false);
  });
});

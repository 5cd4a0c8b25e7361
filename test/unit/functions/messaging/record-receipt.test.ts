import { describe, expect, it } from 'vitest';
import type { Message } from '#shared/messaging/domain/message.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  anSmsReceipt,
  createMessagingWorld,
  jobOf,
  notified,
  STAGE,
} from '#test/support/fixtures/messaging/messaging-world.ts';

/** An event on the default bus, without the ids of the platform. */
function onBus(source: string, type: string, detail: object) {
  return { version: '0', id: 'e', 'detail-type': type, source, account: '1', detail };
}

/** A notification with one status of a WhatsApp message. */
function whatsappStatus(message: Pick<Message, 'workspaceId' | 'id'>, status: object, awsId?: string) {
  const data = `${STAGE}/${message.workspaceId}/${message.id}`;
  return whatsappEntry(
    { statuses: [{ id: 'wamid.A', timestamp: '1780315260', biz_opaque_callback_data: data, ...status }] },
    awsId,
  );
}

function whatsappEntry(value: object, messageId?: string) {
  const entry = {
    id: 'waba',
    changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }],
  };
  return notified({
    context: {},
    whatsAppWebhookEntry: JSON.stringify(entry),
    aws_account_id: '1',
    messageId,
  });
}

async function sent(platform: 'sms' | 'whatsapp' | 'sandbox' = 'sms') {
  const world = createMessagingWorld();
  const prepared = await world.queued(platform);
  await world.deliver(jobOf(prepared.message));
  return { world, ...prepared };
}

describe('record-receipt, the status of a message', () => {
  it('records a receipt of the sandbox, and does not count it among those of AWS', async () => {
    const { world, message } = await sent('sandbox');
    const { workspaceId, id: messageId } = message;
    const at = secondsAfterNow(9).getTime();
    const receipt = { source: 'sandbox', status: 'delivered', providerMessageId: 's', stage: STAGE, at };
    await world.report({ ...receipt, workspaceId, messageId });

    expect(await world.messageOf(message)).toMatchObject({ status: 'delivered' });
    expect(world.counted).toEqual([]);
  });

  it.each([
    ['TEXT_SUCCESSFUL', 'sent', null],
    ['TEXT_QUEUED', 'sent', null],
    ['TEXT_UNKNOWN', 'sent', null],
    ['TEXT_DELIVERED', 'delivered', null],
    ['TEXT_INVALID', 'failed', 'destination_invalid'],
    ['TEXT_CARRIER_BLOCKED', 'failed', 'spam_blocked'],
    ['TEXT_UNREACHABLE', 'failed', 'destination_unreachable'],
    ['TEXT_TTL_EXPIRED', 'failed', 'expired'],
  ])('understands %s as %s', async (type, status, errorCode) => {
    const { world, message } = await sent();
    await world.report(anSmsReceipt(message, type, { at: secondsAfterNow(9) }));

    expect(await world.messageOf(message)).toMatchObject({ status, errorCode });
  });

  it('takes an event that is not final for a sign of acceptance only', async () => {
    const { world, message } = await sent();
    await world.report(anSmsReceipt(message, 'TEXT_UNREACHABLE', { at: secondsAfterNow(9), isFinal: false }));

    expect((await world.messageOf(message)).status).toBe('sent');
  });

  it.each([
    [['TEXT_SUCCESSFUL', 'TEXT_DELIVERED']],
    [['TEXT_DELIVERED', 'TEXT_SUCCESSFUL']],
    [['TEXT_DELIVERED', 'TEXT_DELIVERED', 'TEXT_UNREACHABLE']],
    [['TEXT_DELIVERED']],
  ])('reaches the same state by %j', async (types) => {
    const { world, message } = await sent();
    for (const [index, type] of types.entries())
      await world.report(anSmsReceipt(message, type, { at: secondsAfterNow(index) }));

    expect((await world.messageOf(message)).status).toBe('delivered');
    expect(world.events().map(({ event }) => event)).toEqual([
      'salesbot.message.sent',
      'salesbot.message.delivered',
    ]);
  });

  it('never emits a status that text messages do not have', async () => {
    const { world, message } = await sent('sms');
    await world.report(whatsappStatus(message, { status: 'read' }));

    expect((await world.messageOf(message)).status).toBe('read');
    expect(world.events().map(({ event }) => event)).toEqual([
      'salesbot.message.sent',
      'salesbot.message.delivered',
    ]);
  });

  it('records receipts that arrive at once, each event once', async () => {
    const { world, message } = await sent();
    const receipts = ['TEXT_SUCCESSFUL', 'TEXT_DELIVERED', 'TEXT_DELIVERED', 'TEXT_QUEUED'].map((type) =>
      world.report(anSmsReceipt(message, type, { at: secondsAfterNow(9) })),
    );

    expect(await Promise.all(receipts)).toEqual([true, true, true, true]);
    expect(world.events()).toHaveLength(2);
  });

  it('records a receipt that arrives while the message is being sent', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    world.duringSend(() => world.report(anSmsReceipt(message, 'TEXT_DELIVERED', { at: secondsAfterNow(1) })));
    await world.deliver(jobOf(message));

    expect(await world.messageOf(message)).toMatchObject({
      status: 'delivered',
      providerMessageId: `aws-${message.id}`,
    });
    expect(world.events()).toHaveLength(2);
  });

  it('keeps a receipt without ids of the platform until the message is sent', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    const detail = {
      eventType: 'TEXT_DELIVERED',
      eventTimestamp: secondsAfterNow(1).getTime(),
      isFinal: true,
      messageId: `aws-${message.id}`,
    };
    const early = onBus('aws.sms-voice', 'Text Message Delivery Status Updated', detail);
    await world.report(early);
    expect(world.counted).toEqual(['kept']);
    await world.deliver(jobOf(message));

    expect((await world.messageOf(message)).status).toBe('delivered');
    await world.report(early);
    expect(world.counted).toEqual(['kept', 'known']);
  });

  it('settles an unknown result of WhatsApp by the callback data, and then knows both ids', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued('whatsapp');
    world.results.push({ kind: 'unknown', code: 'no_response' });
    await world.settle(message);
    await world.report(whatsappStatus(message, { status: 'accepted' }, 'aws-1'));

    expect(await world.messageOf(message)).toMatchObject({ status: 'sent', providerMessageId: 'aws-1' });
  });

  it('finds a WhatsApp message by the id of AWS, and later by the id of Meta', async () => {
    const { world, message } = await sent('whatsapp');
    const status = (name: string) => ({ id: 'wamid.B', status: name, timestamp: '1780315260' });
    await world.report(whatsappEntry({ statuses: [status('accepted')] }, `aws-${message.id}`));
    await world.report(whatsappEntry({ statuses: [status('read')] }));

    expect((await world.messageOf(message)).status).toBe('read');
  });

  it('applies a receipt that arrived under the id of Meta before the platform knew this id', async () => {
    const { world, message } = await sent('whatsapp');
    const status = (name: string) => ({ id: 'wamid.B', status: name, timestamp: '1780315260' });
    await world.report(whatsappEntry({ statuses: [status('delivered')] }));
    expect((await world.messageOf(message)).status).toBe('sent');

    await world.report(whatsappEntry({ statuses: [status('accepted')] }, `aws-${message.id}`));
    expect((await world.messageOf(message)).status).toBe('delivered');
  });

  it('records the status of an event of the default bus', async () => {
    const { world, message } = await sent('whatsapp');
    const detail = {
      messageId: `aws-${message.id}`,
      status: 'failed',
      eventTimestamp: '1780315260',
      errors: [{ code: 131047 }],
    };
    await world.report(onBus('aws.social-messaging', 'WhatsApp Message Failed', detail));

    expect(await world.messageOf(message)).toMatchObject({
      status: 'failed',
      errorCode: 'template_required',
    });
  });

  it('records the opt-out that WhatsApp reports', async () => {
    const { world, message, contact } = await sent('whatsapp');
    await world.report(whatsappStatus(message, { status: 'failed', errors: [{ code: 131050 }] }));
    const after = await world.contacts.find(contact.workspaceId, contact.id);

    expect([...(after?.optOuts.keys() ?? [])]).toEqual(['whatsapp']);
    expect(await world.messageOf(message)).toMatchObject({ status: 'failed', errorCode: 'opted_out' });
  });

  it('does not record an opt-out again if its receipt is repeated after the contact allowed messages', async () => {
    const { world, message, contact } = await sent('whatsapp');
    const receipt = whatsappStatus(message, { status: 'failed', errors: [{ code: 131050 }] });
    await world.report(receipt);
    const stopped = await world.contacts.find(contact.workspaceId, contact.id);
    if (!stopped) throw new Error('The contact is missing');
    const allowed = { ...stopped, optOuts: new Map(), revision: stopped.revision + 1 };
    await world.contacts.save(stopped, allowed, [], aContext());
    await world.report(receipt);
    const after = await world.contacts.find(contact.workspaceId, contact.id);

    expect(after).toMatchObject({ revision: allowed.revision, optOuts: new Map() });
  });

  it('fails a message that AWS could not hand over', async () => {
    const { world, message } = await sent('whatsapp');
    await world.report(whatsappStatus(message, { status: 'Message retries exhausted, dropping message.' }));

    expect(await world.messageOf(message)).toMatchObject({
      status: 'failed',
      errorCode: 'provider_unavailable',
    });
  });

  it('ignores receipts of other stages, and of messages that do not exist', async () => {
    const { world, message } = await sent();
    await world.report(anSmsReceipt(message, 'TEXT_DELIVERED', { at: secondsAfterNow(1), stage: 'other' }));
    await world.report(
      anSmsReceipt({ ...message, id: 'gone' }, 'TEXT_DELIVERED', { at: secondsAfterNow(1) }),
    );

    expect(world.counted).toEqual(['ignored', 'missing']);
    expect((await world.messageOf(message)).status).toBe('sent');
  });

  it('does not believe that a queued message was delivered', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    await world.report(anSmsReceipt(message, 'TEXT_DELIVERED', { at: secondsAfterNow(1) }));

    expect(world.counted).toEqual(['impossible']);
    expect((await world.messageOf(message)).status).toBe('queued');
  });
});

describe('record-receipt, other messages of its queue', () => {
  it('ignores events about registrations and calls', async () => {
    const { world } = await sent();

    expect(await world.report(onBus('aws.sms-voice', 'Registration Status Change', {}))).toBe(true);
    expect(world.counted).toEqual([]);
  });

  it('reads the rest of a receipt with an unreadable part', async () => {
    const { world, message } = await sent('whatsapp');
    const data = `${STAGE}/${message.workspaceId}/${message.id}`;
    const good = {
      id: 'wamid.A',
      status: 'delivered',
      timestamp: '1780315260',
      biz_opaque_callback_data: data,
    };
    await world.report(whatsappEntry({ statuses: [{ status: 7 }, good, null] }));

    expect((await world.messageOf(message)).status).toBe('delivered');
    expect(world.log.lines).toContainEqual(
      expect.objectContaining({ code: 'RECEIPT_UNREADABLE', fields: { message_id: 'receipt-1', parts: 2 } }),
    );
  });

  it.each([
    ['no object', 7],
    ['another source', onBus('aws.ec2', 'x', {})],
    [
      'a status event without its fields',
      onBus('aws.sms-voice', 'Text Message Delivery Status Updated', { eventType: 'TEXT_SUCCESSFUL' }),
    ],
    ['a negative time', notified({ eventType: 'TEXT_DELIVERED', eventTimestamp: -1, messageId: 'm' })],
    ['a notification without JSON', { ...notified({}), Message: 'You have chosen to subscribe' }],
    ['an unknown notification', notified({ hello: 'world' })],
    ['an entry that is not JSON', notified({ whatsAppWebhookEntry: '<xml>' })],
    ['a receipt of the sandbox without its message', { source: 'sandbox', status: 'delivered' }],
  ])('leaves %s to the dead-letter queue', async (_, body) => {
    const world = createMessagingWorld();

    expect(() => world.report(body)).toThrow();
  });
});

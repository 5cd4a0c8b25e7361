import {
  DeleteOptedOutNumberCommand,
  DescribeOptedOutNumbersCommand,
  DescribePhoneNumbersCommand,
  ListTagsForResourceCommand,
  PinpointSMSVoiceV2Client,
  PutOptedOutNumberCommand,
  SendTextMessageCommand,
  type SendTextMessageCommandInput,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { temporaryDirectory, type TemporaryDirectory } from '#test/integration/local/temporary-directory.ts';
import { type MessagingUnderTest, numberOn, openMessaging, WORKSPACE } from './messaging-under-test.ts';

const SMS = numberOn('sms');
const CONTEXT = { workspace: WORKSPACE, message: 'm1', stage: 'dev' };

describe('the local SMS service', () => {
  let directory: TemporaryDirectory;
  let messaging: MessagingUnderTest;

  beforeEach(async () => {
    directory = temporaryDirectory();
    messaging = await openMessaging(directory.path);
  });

  afterEach(async () => {
    await messaging.stop();
    directory.remove();
  });

  function send(to: string, changes: Partial<SendTextMessageCommandInput> = {}) {
    return messaging.smsClient.send(
      new SendTextMessageCommand({
        DestinationPhoneNumber: to,
        OriginationIdentity: SMS.id,
        MessageBody: 'Hello',
        MessageType: 'TRANSACTIONAL',
        ConfigurationSetName: 'local',
        MaxPrice: '0.20',
        TimeToLive: 3600,
        Context: CONTEXT,
        ...changes,
      }),
    );
  }

  /** The phones' list of accepted messages. */
  async function received(to: string): Promise<{ id: string; context: object }[]> {
    const query = new URLSearchParams({ to, platform: 'sms' });
    const response = await fetch(`${messaging.phones}/messages?${query.toString()}`);
    const { messages } = (await response.json()) as { messages: { id: string; context: object }[] };
    return messages;
  }

  it('accepts a message, and emits its receipts on the bus and with the context to the topic', async () => {
    const { MessageId } = await send('+12025550100');
    await messaging.publish();

    expect(MessageId).toMatch(/^[0-9a-f-]{36}$/u);
    expect(messaging.events.map(({ detail }) => detail['eventType'])).toEqual([
      'TEXT_SUCCESSFUL',
      'TEXT_DELIVERED',
    ]);
    expect(messaging.events[1]).toMatchObject({
      source: 'aws.sms-voice',
      'detail-type': 'Text Message Delivery Status Updated',
      detail: { messageId: MessageId, messageStatus: 'DELIVERED', isFinal: true, totalMessageParts: 1 },
    });
    expect(messaging.events[1]?.detail).not.toHaveProperty('context');
    expect(messaging.topic[1]).toMatchObject({
      eventType: 'TEXT_DELIVERED',
      destinationPhoneNumber: '+12025550100',
      context: CONTEXT,
    });
    expect(await received('+12025550100')).toMatchObject([
      { id: MessageId, text: 'Hello', context: CONTEXT },
    ]);
  });

  it('sends nothing to the topic without a configuration set', async () => {
    await send('+12025550100', { ConfigurationSetName: undefined });
    await messaging.publish();

    expect(messaging.events).toHaveLength(2);
    expect(messaging.topic).toEqual([]);
  });

  it.each([
    ['80', ['TEXT_SUCCESSFUL', 'TEXT_UNREACHABLE']],
    ['82', []],
    ['87', ['TEXT_DELIVERED', 'TEXT_SUCCESSFUL', 'TEXT_DELIVERED', 'TEXT_SUCCESSFUL']],
    ['88', ['TEXT_SUCCESSFUL', 'TEXT_DELIVERED']],
  ])('emits the receipts of a phone that ends with %s', async (ending, types) => {
    await send(`+120255501${ending}`);
    await messaging.publish();

    expect(messaging.topic.map(({ eventType }) => eventType)).toEqual(types);
  });

  it('emits late receipts at their time', async () => {
    await send('+12025550181');
    messaging.clock.now += 9000;
    await messaging.publishDue();
    expect(messaging.topic).toEqual([]);

    messaging.clock.now += 1000;
    await messaging.publishDue();
    expect(messaging.topic).toMatchObject([{ eventType: 'TEXT_SUCCESSFUL' }]);
  });

  it('publishes early receipts before it responds', async () => {
    await send('+12025550189');

    expect(messaging.topic).toMatchObject([
      { eventType: 'TEXT_SUCCESSFUL' },
      { eventType: 'TEXT_DELIVERED' },
    ]);
  });

  it('accepts a message and resets the connection', async () => {
    await expect(send('+12025550185')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await messaging.publish();

    expect(await received('+12025550185')).toHaveLength(1);
    expect(messaging.topic).toHaveLength(2);
  });

  it('throttles twice, each phone on its own', async () => {
    const throttled = { name: 'ThrottlingException', $metadata: { attempts: 1 } };
    await expect(send('+12025550184')).rejects.toMatchObject(throttled);
    await expect(send('+12025550184')).rejects.toMatchObject(throttled);
    await expect(send('+12025551184')).rejects.toMatchObject(throttled);

    await expect(send('+12025550184')).resolves.toMatchObject({ MessageId: expect.any(String) });
    expect(await received('+12025550184')).toHaveLength(1);
  });

  it.each([
    [
      'an opted-out phone',
      '+12025550183',
      {},
      {
        name: 'ConflictException',
        Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT',
        ResourceType: 'opted-out-number',
        ResourceId: '+12025550183',
      },
    ],
    [
      'a phone that does not exist',
      '+12025550190',
      {},
      { name: 'ValidationException', Reason: 'INVALID_PARAMETER' },
    ],
    ['a broken service', '+12025550191', {}, { name: 'InternalServerException', $fault: 'server' }],
    [
      'an unknown number',
      '+12025550100',
      { OriginationIdentity: 'phone-00000000000000000000000000000000' },
      { name: 'ResourceNotFoundException', ResourceType: 'phone-number' },
    ],
    [
      'a message over its price',
      '+12025550100',
      { MaxPrice: '.005' },
      { name: 'ValidationException', Reason: 'PRICE_OVER_THRESHOLD' },
    ],
    [
      'a price without a point',
      '+12025550100',
      { MaxPrice: '1' },
      { name: 'ValidationException', Reason: 'FIELD_VALIDATION_FAILED', Fields: [{ Name: 'MaxPrice' }] },
    ],
    ['a blank text', '+12025550100', { MessageBody: ' \n' }, { name: 'ValidationException' }],
    ['six entries of context', '+12025550100', { Context: contextOf(6) }, { name: 'ValidationException' }],
    [
      'a promotional message of a transactional number',
      '+12025550100',
      { MessageType: 'PROMOTIONAL' },
      { name: 'ConflictException', Reason: 'MESSAGE_TYPE_MISMATCH' },
    ],
  ] as const)('rejects a message for %s, and nothing arrives', async (_why, to, changes, error) => {
    await expect(send(to, changes)).rejects.toMatchObject(error);
    await messaging.publish();

    expect(await received(to)).toEqual([]);
    expect(messaging.topic).toEqual([]);
  });

  it('rejects a request with a wrong signature', async () => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'wrong' };
    const client = new PinpointSMSVoiceV2Client({
      region: LOCAL_AWS.region,
      endpoint: messaging.sms,
      credentials,
      maxAttempts: 1,
    });

    await expect(client.send(new DescribePhoneNumbersCommand())).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
    client.destroy();
  });

  it('describes the numbers of the account and their tag', async () => {
    const { PhoneNumbers = [] } = await messaging.smsClient.send(
      new DescribePhoneNumbersCommand({ PhoneNumberIds: [SMS.id] }),
    );
    const [number] = PhoneNumbers;
    expect(number).toMatchObject({ PhoneNumber: SMS.phone, Status: 'ACTIVE', TwoWayEnabled: true });

    const command = new ListTagsForResourceCommand({ ResourceArn: number?.PhoneNumberArn });
    expect((await messaging.smsClient.send(command)).Tags).toEqual([{ Key: 'workspace', Value: WORKSPACE }]);
    const unknown = new DescribePhoneNumbersCommand({ PhoneNumberIds: ['phone-0'] });
    await expect(messaging.smsClient.send(unknown)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('keeps the opt-out list', async () => {
    const entry = { OptOutListName: 'Default', OptedOutNumber: '+12025550100' };
    await messaging.smsClient.send(new PutOptedOutNumberCommand(entry));
    await expect(send('+12025550100')).rejects.toMatchObject({ name: 'ConflictException' });
    const list = new DescribeOptedOutNumbersCommand({ OptOutListName: 'Default' });
    expect((await messaging.smsClient.send(list)).OptedOutNumbers).toMatchObject([
      { OptedOutNumber: '+12025550100', EndUserOptedOut: false },
    ]);

    await messaging.smsClient.send(new DeleteOptedOutNumberCommand(entry));
    await expect(send('+12025550100')).resolves.toBeDefined();
    await expect(messaging.smsClient.send(new DeleteOptedOutNumberCommand(entry))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('delivers to a phone that was removed from the opt-out list', async () => {
    const entry = { OptOutListName: 'Default', OptedOutNumber: '+12025550183' };
    await messaging.smsClient.send(new DeleteOptedOutNumberCommand(entry));

    await send('+12025550183');
    expect(await received('+12025550183')).toHaveLength(1);
  });

  it('keeps messages, receipts and the count of throttled requests through a crash', async () => {
    await send('+12025550100');
    await expect(send('+12025550184')).rejects.toMatchObject({ name: 'ThrottlingException' });
    messaging.clock.queueIsDown = true;
    await expect(messaging.publish()).rejects.toThrow('the queue is down');
    await messaging.stop();

    messaging = await openMessaging(directory.path);
    await messaging.publish();
    expect(messaging.topic).toHaveLength(2);
    expect(await received('+12025550100')).toHaveLength(1);
    await expect(send('+12025550184')).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(send('+12025550184')).resolves.toBeDefined();
  });
});

function contextOf(entries: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: entries }, (_, index) => [`key${index}`, 'value']));
}

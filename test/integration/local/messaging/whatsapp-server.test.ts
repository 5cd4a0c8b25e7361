import {
  DeleteWhatsAppMessageMediaCommand,
  GetLinkedWhatsAppBusinessAccountCommand,
  GetLinkedWhatsAppBusinessAccountPhoneNumberCommand,
  GetWhatsAppMessageMediaCommand,
  GetWhatsAppMessageTemplateCommand,
  ListTagsForResourceCommand,
  ListWhatsAppMessageTemplatesCommand,
  PostWhatsAppMessageMediaCommand,
  SendWhatsAppMessageCommand,
} from '@aws-sdk/client-socialmessaging';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileServer, startFileServer } from '#local/files/file-server.ts';
import { temporaryDirectory, type TemporaryDirectory } from '#test/integration/local/temporary-directory.ts';
import { type MessagingUnderTest, NOON, numberOn, openMessaging, WORKSPACE } from './messaging-under-test.ts';

const NUMBER = numberOn('whatsapp');
const DATA = `dev/${WORKSPACE}/m1`;

const entrySchema = v.object({
  changes: v.array(
    v.object({
      value: v.object({
        metadata: v.object({ display_phone_number: v.string() }),
        statuses: v.optional(v.array(v.looseObject({ id: v.string(), status: v.string() })), []),
        messages: v.optional(v.array(v.looseObject({ from: v.string(), type: v.string() })), []),
      }),
    }),
  ),
});

describe('the local WhatsApp service', () => {
  let directory: TemporaryDirectory;
  let files: FileServer;
  let messaging: MessagingUnderTest;

  beforeEach(async () => {
    directory = temporaryDirectory();
    files = await startFileServer({ directory: directory.at('files'), now: Date.now });
    await files.openBuckets([{ name: 'media', cors: undefined, expiries: [] }]);
    messaging = await openMessaging(directory.at('messaging'), files.address);
  });

  afterEach(async () => {
    await messaging.stop();
    await files.stop();
    directory.remove();
  });

  function send(to: string, content: object) {
    const message = { messaging_product: 'whatsapp', to, biz_opaque_callback_data: DATA, ...content };
    return messaging.whatsAppClient.send(
      new SendWhatsAppMessageCommand({
        originationPhoneNumberId: NUMBER.id,
        message: Buffer.from(JSON.stringify(message)),
        metaApiVersion: 'v20.0',
      }),
    );
  }

  const TEXT = { type: 'text', text: { body: 'Hello' } };
  const TEMPLATE = { type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } };

  async function write(from: string, more: object = {}): Promise<Response> {
    const body = JSON.stringify({ platform: 'whatsapp', from, to: NUMBER.phone, text: 'Hi', ...more });
    const response = await fetch(`${messaging.phones}/replies`, { method: 'POST', body });
    await messaging.publishDue();
    return response;
  }

  /** The entries of Meta's webhook that the topic got. */
  function entries() {
    return messaging.topic.map(
      ({ whatsAppWebhookEntry }) =>
        v.parse(entrySchema, JSON.parse(String(whatsAppWebhookEntry))).changes[0]?.value,
    );
  }

  const statuses = () => entries().flatMap((value) => value?.statuses ?? []);

  it('connects its id with that of Meta, and reports each status with the callback data', async () => {
    const { messageId } = await send('+12025550188', TEMPLATE);
    await messaging.publish();

    expect(statuses().map(({ status }) => status)).toEqual(['accepted', 'sent', 'delivered', 'read']);
    expect(new Set(statuses().map(({ id }) => id)).size).toBe(1);
    expect(statuses()[2]).toMatchObject({ biz_opaque_callback_data: DATA, recipient_id: '12025550188' });
    expect(messaging.topic.map((each) => each['messageId'])).toEqual([
      messageId,
      undefined,
      undefined,
      undefined,
    ]);
    expect(messaging.events.map((each) => each['detail-type'])).toEqual([
      'WhatsApp Message Sent',
      'WhatsApp Message Delivered',
      'WhatsApp Message Read',
    ]);
    expect(messaging.events[0]?.detail).toMatchObject({ messageId, status: 'sent' });
    expect(entries()[0]?.metadata.display_phone_number).toBe(NUMBER.phone.slice(1));
  });

  it.each([
    ['free text outside the window', '+12025550100', TEXT, 131047],
    [
      'an unknown template',
      '+12025550100',
      { ...TEMPLATE, template: { ...TEMPLATE.template, name: 'x' } },
      132001,
    ],
    [
      'a template without its parameters',
      '+12025550100',
      { ...TEMPLATE, template: { name: 'order_update', language: { code: 'en' } } },
      132000,
    ],
    ['a phone that opted out', '+12025550183', TEMPLATE, 131050],
    ['a phone without WhatsApp', '+12025550190', TEMPLATE, 131026],
  ])('accepts %s and reports its failure', async (_what, to, content, code) => {
    await send(to, content);
    await messaging.publish();

    expect(statuses().map(({ status }) => status)).toEqual(['accepted', 'failed']);
    expect(statuses()[1]).toMatchObject({ errors: [{ code }] });
    expect(messaging.events).toMatchObject([{ 'detail-type': 'WhatsApp Message Failed' }]);
  });

  it('delivers free text for 24 hours after a message of the contact', async () => {
    await write('+12025550100');
    messaging.clock.now = NOON + 24 * 3_600_000 - 1;
    await send('+12025550100', TEXT);
    messaging.clock.now += 1;
    await send('+12025550100', TEXT);
    await messaging.publish();

    // Both messages are accepted within a millisecond, so that their receipts alternate.
    expect(statuses().map(({ status }) => status)).toEqual([
      'accepted',
      'accepted',
      'sent',
      'failed',
      'delivered',
    ]);
  });

  it('reports a message of a contact', async () => {
    const response = await write('+12025550100', { name: 'Diego' });

    expect(response.status).toBe(202);
    expect(entries()[0]).toMatchObject({
      metadata: { display_phone_number: NUMBER.phone.slice(1) },
      messages: [{ from: '12025550100', type: 'text', text: { body: 'Hi' }, timestamp: String(NOON / 1000) }],
    });
  });

  it.each([
    ['84', { name: 'ThrottledRequestException', $metadata: { httpStatusCode: 429, attempts: 1 } }],
    ['91', { name: 'InternalServiceException', $fault: 'server' }],
    ['85', { code: 'ECONNRESET' }],
  ])('fails with the error of a phone that ends with %s', async (ending, error) => {
    await expect(send(`+120255501${ending}`, TEMPLATE)).rejects.toMatchObject(error);
  });

  it.each([
    ['a number without a plus sign', { to: '12025550100' }],
    ['no text', { text: { body: '' } }],
    ['an unknown type', { type: 'carrier-pigeon' }],
  ])('rejects %s', async (_what, changes) => {
    await expect(send('+12025550100', { ...TEXT, ...changes })).rejects.toMatchObject({
      name: 'InvalidParametersException',
    });
  });

  it('sends a file that was uploaded before, and gives a received one to the bucket', async () => {
    await write('+12025550100', {
      media: { content_type: 'image/png', base64: Buffer.from('picture').toString('base64') },
    });
    const [received] = entries().flatMap((value) => value?.messages ?? []);
    const { id } = v.parse(v.object({ id: v.string() }), received?.['image']);
    const originationPhoneNumberId = NUMBER.id;
    const got = await messaging.whatsAppClient.send(
      new GetWhatsAppMessageMediaCommand({
        mediaId: id,
        originationPhoneNumberId,
        destinationS3File: { bucketName: 'media', key: 'received/' },
      }),
    );
    expect(got).toMatchObject({ mimeType: 'image/png', fileSize: 1 });

    const { mediaId = '' } = await messaging.whatsAppClient.send(
      new PostWhatsAppMessageMediaCommand({
        originationPhoneNumberId,
        sourceS3File: { bucketName: 'media', key: `received/${id}` },
      }),
    );
    await send('+12025550100', { type: 'image', image: { id: mediaId, caption: 'Look' } });
    await messaging.publish();
    expect(statuses().map(({ status }) => status)).toEqual(['accepted', 'sent', 'delivered']);

    const remove = new DeleteWhatsAppMessageMediaCommand({ mediaId, originationPhoneNumberId });
    expect(await messaging.whatsAppClient.send(remove)).toMatchObject({ success: true });
    await expect(messaging.whatsAppClient.send(remove)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('rejects a file that is not there', async () => {
    const command = new PostWhatsAppMessageMediaCommand({
      originationPhoneNumberId: NUMBER.id,
      sourceS3PresignedUrl: { url: `${files.address}/media/none`, headers: { 'Content-Type': 'image/png' } },
    });

    await expect(messaging.whatsAppClient.send(command)).rejects.toMatchObject({
      name: 'InvalidParametersException',
    });
  });

  it('describes the number, its account, its tag and the templates', async () => {
    const client = messaging.whatsAppClient;
    const { phoneNumber, linkedWhatsAppBusinessAccountId: id } = await client.send(
      new GetLinkedWhatsAppBusinessAccountPhoneNumberCommand({ id: NUMBER.id }),
    );
    expect(phoneNumber).toMatchObject({ phoneNumber: NUMBER.phone, phoneNumberId: NUMBER.id });
    expect(id).toBe(NUMBER.accountId);
    const { account } = await client.send(new GetLinkedWhatsAppBusinessAccountCommand({ id }));
    expect(account).toMatchObject({
      registrationStatus: 'COMPLETE',
      phoneNumbers: [{ phoneNumberId: NUMBER.id }],
    });
    const { tags } = await client.send(new ListTagsForResourceCommand({ resourceArn: phoneNumber?.arn }));
    expect(tags).toEqual([{ key: 'workspace', value: WORKSPACE }]);

    const { templates = [] } = await client.send(new ListWhatsAppMessageTemplatesCommand({ id }));
    expect(templates[0]).toMatchObject({ templateName: 'hello_world', templateStatus: 'APPROVED' });
    const { template } = await client.send(
      new GetWhatsAppMessageTemplateCommand({ id, templateName: 'order_update', templateLanguageCode: 'en' }),
    );
    expect(JSON.parse(template ?? '')).toMatchObject({ name: 'order_update', language: 'en' });
    const unknown = new ListWhatsAppMessageTemplatesCommand({ id: 'waba-0' });
    await expect(client.send(unknown)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

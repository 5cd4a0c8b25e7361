import { SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '#test/integration/local/temporary-directory.ts';
import { type MessagingUnderTest, numberOn, openMessaging, WORKSPACE } from './messaging-under-test.ts';

const SMS = numberOn('sms');

describe('the local phones', () => {
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

  const send = (to: string, MessageBody = 'Hello') =>
    messaging.smsClient.send(
      new SendTextMessageCommand({ DestinationPhoneNumber: to, OriginationIdentity: SMS.phone, MessageBody }),
    );

  async function ask(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(messaging.phones + path, {
      method,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await messaging.publishDue();
    return response;
  }

  it('replies to the number that sent the last message', async () => {
    const { MessageId } = await send('+12025550100');
    const response = await ask('POST', '/replies', { from: '+12025550100', text: 'stop please' });

    expect(response.status).toBe(202);
    expect(messaging.topic).toMatchObject([
      {
        originationNumber: '+12025550100',
        destinationNumber: SMS.phone,
        messageKeyword: 'STOP',
        messageBody: 'stop please',
        previousPublishedMessageId: MessageId,
      },
    ]);
  });

  it('publishes a message as often as it is asked to, with one id', async () => {
    await ask('POST', '/replies', { from: '+12025550100', to: SMS.phone, text: 'Hi', copies: 3 });

    expect(messaging.topic).toHaveLength(3);
    expect(new Set(messaging.topic.map(({ inboundMessageId }) => inboundMessageId)).size).toBe(1);
  });

  it('handles STOP and START itself for a number whose opt-outs AWS manages', async () => {
    await ask('PUT', '/numbers', {
      platform: 'sms',
      phone: SMS.phone,
      workspace_id: WORKSPACE,
      self_managed_opt_outs: false,
    });
    await send('+12025550100');
    await ask('POST', '/replies', { from: '+12025550100', text: 'STOP' });
    await expect(send('+12025550100')).rejects.toMatchObject({
      Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT',
    });

    await ask('POST', '/replies', { from: '+12025550100', text: 'start' });
    await expect(send('+12025550100')).resolves.toBeDefined();
    expect(messaging.topic).toEqual([]);
    await ask('POST', '/replies', { from: '+12025550100', text: 'Stopping by?' });
    expect(messaging.topic).toHaveLength(1);
  });

  it('lists the numbers with what connecting them needs, and keeps one that was changed', async () => {
    const change = { platform: 'sms', phone: SMS.phone, workspace_id: 'another' };
    await ask('PUT', '/numbers', change);
    await messaging.stop();
    messaging = await openMessaging(directory.path);

    const { numbers } = (await (await ask('GET', '/numbers')).json()) as { numbers: object[] };
    expect(numbers).toMatchObject([
      { platform: 'sms', phone: SMS.phone, origination_id: SMS.id, workspace_id: 'another' },
      { platform: 'whatsapp', business_account_id: numberOn('whatsapp').accountId, workspace_id: WORKSPACE },
    ]);
  });

  it('shows the messages in a browser, escaped, with a form that replies', async () => {
    await send('+12025550100', '<b>& "quotes"');
    const page = await ask('GET', '/');

    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('&lt;b>&amp; &quot;quotes&quot;');
    const form = new URLSearchParams({ platform: 'sms', from: '+12025550100', to: SMS.phone, text: 'Hi' });
    const response = await fetch(`${messaging.phones}/replies`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(303);
    await messaging.publishDue();
    expect(messaging.topic).toMatchObject([{ messageBody: 'Hi' }]);
  });

  it.each([
    ['POST', '/replies', { from: '+12025550100', text: 'Hi' }, 422, 'no number has sent anything'],
    ['POST', '/replies', { from: '+12025550100', to: '+12025550199', text: 'Hi' }, 422, 'there is no number'],
    ['POST', '/replies', { from: 'me' }, 400, 'from: must be a phone number'],
    ['GET', '/messages?to=12025550100', undefined, 400, 'plus sign'],
    ['PUT', '/numbers', { phone: '+12065550177' }, 400, 'platform'],
    ['GET', '/nowhere', undefined, 404, 'there is no GET /nowhere'],
  ] as const)('rejects %s %s with %j', async (method, path, body, status, reason) => {
    const response = await ask(method, path, body);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining(reason) });
  });

  it('describes every behaviour', async () => {
    const guide = (await (await ask('GET', '/guide')).json()) as { behaviours: object[] };

    expect(guide.behaviours).toContainEqual(expect.objectContaining({ name: 'throttled', numbers: '…84' }));
  });
});

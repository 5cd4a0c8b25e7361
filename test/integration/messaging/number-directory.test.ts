import { describe, expect, it } from 'vitest';
import { createAwsNumberDirectory } from '#shared/messaging/adapters/aws-number-directory.ts';
import {
  json,
  type ProviderAnswer,
  startProviderServer,
} from '#test/support/fixtures/messaging/provider-server.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';

const server = forAllTests(startProviderServer, 'stop');

const SMS = { platform: 'sms', originationId: 'phone-1' } as const;
const WHATSAPP = { platform: 'whatsapp', originationId: 'phone-number-id-1' } as const;

function directory(channels: readonly string[] = ['sms', 'whatsapp']) {
  return createAwsNumberDirectory(channels, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: server.url,
    AWS_ENDPOINT_URL_SOCIALMESSAGING: server.url,
  });
}

/** Answers as AWS End User Messaging SMS. */
function smsAccount(number: object | undefined, tags: readonly object[]): ProviderAnswer {
  return (response, request) => {
    const isList = String(request.headers['x-amz-target']).endsWith('.ListTagsForResource');
    json(200, isList ? { Tags: tags } : { PhoneNumbers: number ? [number] : [] })(response, request);
  };
}

const ACTIVE = {
  PhoneNumberArn: 'arn:aws:sms-voice:eu-central-1:1:phone-number/phone-1',
  PhoneNumber: '+12025550100',
  Status: 'ACTIVE',
};

describe('the directory of numbers for text messages', () => {
  it.each([
    [ACTIVE, [{ Key: 'workspace', Value: 'w1' }], { isActive: true, workspace: 'w1' }],
    [{ ...ACTIVE, Status: 'PENDING' }, [{ Key: 'other', Value: 'w1' }], { isActive: false, workspace: null }],
  ])('describes %j with the tags %j', async (number, tags, expected) => {
    server.answers(smsAccount(number, tags));

    expect(await directory().describe(SMS)).toEqual({
      phone: '+12025550100',
      businessAccountId: null,
      ...expected,
    });
    expect(server.received.map(({ body }) => body)).toEqual([
      { PhoneNumberIds: ['phone-1'] },
      { ResourceArn: ACTIVE.PhoneNumberArn },
    ]);
  });

  it.each<[string, ProviderAnswer]>([
    ['returns none', smsAccount(undefined, [])],
    ['does not know the id', json(400, { __type: 'ResourceNotFoundException' })],
    ['rejects the form of the id', json(400, { __type: 'ValidationException' })],
  ])('has no number if AWS %s', async (_, answer) => {
    server.answers(answer);

    expect(await directory().describe(SMS)).toBeUndefined();
  });

  it.each<[string, ProviderAnswer]>([
    ['denies access', json(400, { __type: 'AccessDeniedException' })],
    ['throttles', json(400, { __type: 'ThrottlingException' })],
    ['does not respond', (response) => response.destroy()],
  ])('is unavailable if AWS %s', async (_, answer) => {
    server.answers(answer);

    await expect(directory().describe(SMS)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  });
});

describe('the directory of numbers for WhatsApp', () => {
  const linked = {
    phoneNumber: {
      arn: 'arn:aws:social-messaging:eu-central-1:1:phone-number-id/1',
      phoneNumber: '1 202-555 0100',
    },
    linkedWhatsAppBusinessAccountId: 'waba-1',
  };

  it('describes a linked number with its account', async () => {
    server.answers((response, request) =>
      json(200, request.path.includes('/tags/') ? { tags: [{ key: 'workspace', value: 'w1' }] } : linked)(
        response,
        request,
      ),
    );

    expect(await directory().describe(WHATSAPP)).toEqual({
      phone: '+12025550100',
      isActive: true,
      workspace: 'w1',
      businessAccountId: 'waba-1',
    });
  });

  it('has no number that AWS does not know', async () => {
    server.answers(json(404, { message: 'no' }, { 'x-amzn-errortype': 'ResourceNotFoundException' }));

    expect(await directory().describe(WHATSAPP)).toBeUndefined();
  });

  it('reads the templates of all pages', async () => {
    const template = { templateLanguage: 'de', templateStatus: 'APPROVED', templateCategory: 'UTILITY' };
    server.answers((response, request) => {
      const isSecond = request.path.includes('nextToken=2');
      const templates = [{ ...template, templateName: isSecond ? 'two' : 'one' }, { templateName: 'broken' }];
      json(200, { templates, ...(isSecond ? {} : { nextToken: '2' }) })(response, request);
    });

    expect(await directory().listTemplates('waba-1')).toEqual(
      ['one', 'two'].map((name) => ({ name, language: 'de', status: 'APPROVED', category: 'UTILITY' })),
    );
  });

  it('reads five pages at most', async () => {
    server.answers(json(200, { templates: [], nextToken: 'more' }));
    await directory().listTemplates('waba-1');

    expect(server.received).toHaveLength(5);
  });
});

describe('the directory of numbers', () => {
  it('has the channels of the stage, and the sandbox always', () => {
    const available = (channels: readonly string[]) =>
      (['sms', 'whatsapp', 'sandbox'] as const).filter((each) => directory(channels).isAvailable(each));

    expect(available([])).toEqual(['sandbox']);
    expect(available(['sms'])).toEqual(['sms', 'sandbox']);
  });
});

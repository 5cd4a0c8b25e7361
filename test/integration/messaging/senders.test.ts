import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createSingleRequests } from '#packages/lean-aws-client/single-requests.ts';
import { createSmsSender } from '#shared/messaging/adapters/sms-sender.ts';
import { createWhatsappSender } from '#shared/messaging/adapters/whatsapp-sender.ts';
import type { MessageSender, SendRequest, SendResult } from '#shared/messaging/ports/message-sender.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { aPhoneNumber } from '#test/support/builders/messaging/phone-number-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  json,
  type ProviderAnswer,
  startProviderServer,
} from '#test/support/fixtures/messaging/provider-server.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const server = forAllTests(startProviderServer, 'stop');

const TO = '+12025550143';
const QUARTER_MS = 15 * 60_000;
const UNAVAILABLE: SendResult = { kind: 'deferred', code: 'provider_unavailable', retryAfterMs: null };
const NO_RESPONSE: SendResult = { kind: 'unknown', code: 'no_response' };

function environment(endpoint: string) {
  return {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: endpoint,
    AWS_ENDPOINT_URL_SOCIALMESSAGING: endpoint,
  };
}

const SMS = { configurationSet: 'salesbot', protectConfiguration: '', maxPrice: '0.20000', stage: 'test' };

/** Limits that end a test in time. */
const limited = () => createSingleRequests({ connectMs: 200, responseMs: 400 });

const SENDERS: readonly (readonly [string, (endpoint: string) => MessageSender, object])[] = [
  [
    'sms',
    (endpoint) => createSmsSender(SMS, environment(endpoint), createTestClock(), limited()),
    { MessageId: 'provider-1' },
  ],
  [
    'whatsapp',
    (endpoint) =>
      createWhatsappSender({ mediaBucket: 'media', stage: 'test' }, environment(endpoint), limited()),
    { messageId: 'provider-1' },
  ],
];

function aRequest(platform: 'sms' | 'whatsapp', overrides: Partial<SendRequest> = {}): SendRequest {
  const conversation = aConversation({ platform });
  const message = anOutgoingMessage(conversation, { attempts: 1 });
  const from = aPhoneNumber({ platform, workspaceId: conversation.workspaceId });
  return { message, from, to: TO, file: null, ...overrides };
}

/** The error of AWS in the format of either service. */
function rejection(status: number, name: string, reason?: string): ProviderAnswer {
  const body = { __type: `com.amazonaws.service#${name}`, Message: 'No', message: 'No', Reason: reason };
  return json(status, body, { 'x-amzn-errortype': name });
}

describe.each(SENDERS)('the sender of %s', (name, create, accepted) => {
  const platform = name === 'sms' ? 'sms' : 'whatsapp';
  const send = (endpoint = server.url) => create(endpoint).send(aRequest(platform));

  it('returns the id of an accepted message', async () => {
    server.answers(json(200, accepted));

    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: 'provider-1' });
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, ProviderAnswer]>([
    ['the connection is reset after the request', (response) => response.destroy()],
    ['no response arrives', () => undefined],
    ['the body never ends', (response) => void response.writeHead(200).write('{')],
    [
      'the body is cut',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"MessageId"');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['the body is not JSON', (response) => response.writeHead(200).end('<html>')],
    ['the response has no id', json(200, {})],
    ['a proxy rejects the request without a body', (response) => response.writeHead(403).end()],
    ['a proxy rejects the request in JSON', json(400, { error: 'no' })],
    ['a proxy rejects the request', (response) => response.writeHead(400).end('<html>Bad request</html>')],
  ])('leaves the result open if %s, after one request', async (_, answer) => {
    server.answers(answer);

    expect(await send()).toEqual(NO_RESPONSE);
    expect(server.received).toHaveLength(1);
  });

  it.each([500, 502, 503, 504])('leaves the result open after a %i, after one request', async (status) => {
    server.answers(rejection(status, 'InternalServerException'));

    expect(await send()).toEqual({ kind: 'unknown', code: 'provider_failed' });
    expect(server.received).toHaveLength(1);
  });

  it('defers a throttled message, by the wait that AWS requests', async () => {
    server.answers(
      json(
        429,
        { message: 'slow down' },
        { 'retry-after': '7', 'x-amzn-errortype': 'ThrottledRequestException' },
      ),
    );

    expect(await send()).toEqual({ kind: 'deferred', code: 'throttled', retryAfterMs: 7000 });
    expect(server.received).toHaveLength(1);
  });

  it.each(['UnrecognizedClientException', 'ExpiredTokenException', 'AccessDeniedException'])(
    'defers a message for an operator after %s',
    async (error) => {
      server.answers(rejection(403, error));

      expect(await send()).toEqual({
        kind: 'deferred',
        code: 'provider_access_denied',
        retryAfterMs: QUARTER_MS,
      });
    },
  );

  it('rejects a message that AWS refuses for any other reason', async () => {
    server.answers(rejection(400, 'ValidationException', 'INVALID_PARAMETER'));

    expect(await send()).toEqual({ kind: 'rejected', code: 'message_rejected' });
  });

  it('rejects a message from a number that AWS does not have', async () => {
    server.answers(rejection(404, 'ResourceNotFoundException'));

    expect(await send()).toEqual({ kind: 'rejected', code: 'sender_not_found' });
  });

  describe('without a connection', () => {
    const sockets = new Set<Socket>();
    const servers: Server[] = [];
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      for (const each of servers) each.close();
    });

    /** A server that accepts connections, and then does this. */
    async function listening(onConnection: (socket: Socket) => void): Promise<number> {
      const tcp = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
        onConnection(socket);
      });
      servers.push(tcp);
      await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
      return (tcp.address() as AddressInfo).port;
    }

    it('defers a message if the connection is refused', async () => {
      const tcp = createServer();
      await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
      const { port } = tcp.address() as AddressInfo;
      await new Promise((resolve) => tcp.close(resolve));

      expect(await send(`http://127.0.0.1:${port}`)).toEqual(UNAVAILABLE);
    });

    it('defers a message if the host has no address', async () => {
      expect(await send('http://aws.invalid')).toEqual(UNAVAILABLE);
    });

    it('defers a message if the connection is closed before TLS is established', async () => {
      const port = await listening((socket) => socket.destroy());

      expect(await send(`https://127.0.0.1:${port}`)).toEqual(UNAVAILABLE);
    });

    it('defers a message if TLS is not established in time', async () => {
      const port = await listening(() => undefined);

      expect(await send(`https://127.0.0.1:${port}`)).toEqual(UNAVAILABLE);
    });

    it('opens a new connection for each message, so that none is sent into a closed one', async () => {
      const ports = new Set<number | undefined>();
      server.answers((response, request) => {
        ports.add(response.socket?.remotePort);
        json(200, accepted)(response, request);
      });
      const sender = create(server.url);
      for (let sent = 0; sent < 3; sent += 1) await sender.send(aRequest(platform));

      expect(ports.size).toBe(3);
    });
  });
});

describe('the sender of text messages', () => {
  const sender = () => createSmsSender(SMS, environment(server.url), createTestClock(), limited());

  it('sends the text with its ids, its price limit and the rest of its life', async () => {
    server.answers(json(200, { MessageId: 'provider-1' }));
    const request = aRequest('sms');
    await sender().send(request);
    const [received] = server.received;

    expect(received?.headers['x-amz-target']).toBe('PinpointSMSVoiceV2.SendTextMessage');
    expect(received?.body).toEqual({
      DestinationPhoneNumber: TO,
      OriginationIdentity: request.from.originationId,
      MessageBody: 'Your parcel arrives today',
      MessageType: 'TRANSACTIONAL',
      ConfigurationSetName: 'salesbot',
      MaxPrice: '0.20000',
      TimeToLive: 24 * 3600,
      Context: { workspace: request.message.workspaceId, message: request.message.id, stage: 'test' },
    });
  });

  it('names the protect configuration of the stage', async () => {
    server.answers(json(200, { MessageId: 'provider-1' }));
    const settings = { ...SMS, protectConfiguration: 'protect-1' };
    await createSmsSender(settings, environment(server.url), () => NOW, limited()).send(aRequest('sms'));

    expect(server.received[0]?.body).toMatchObject({ ProtectConfigurationId: 'protect-1' });
  });

  it.each([
    ['ConflictException', 'DESTINATION_PHONE_NUMBER_OPTED_OUT', 'opted_out'],
    ['ConflictException', 'DESTINATION_PHONE_NUMBER_NOT_VERIFIED', 'destination_not_verified'],
    ['ConflictException', 'DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION', 'destination_blocked'],
    [
      'ConflictException',
      'DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE',
      'destination_blocked',
    ],
    ['ConflictException', 'NO_ORIGINATION_IDENTITIES_FOUND', 'sender_not_active'],
    ['ConflictException', 'RESOURCE_NOT_ACTIVE', 'sender_not_active'],
    ['ValidationException', 'PRICE_OVER_THRESHOLD', 'price_over_limit'],
    ['ValidationException', 'COUNTRY_CODE_MISMATCH', 'destination_invalid'],
    ['ValidationException', 'constructor', 'message_rejected'],
  ])('rejects a message after %s %s with %s', async (name, reason, code) => {
    server.answers(rejection(400, name, reason));

    expect(await sender().send(aRequest('sms'))).toEqual({ kind: 'rejected', code });
    expect(server.received).toHaveLength(1);
  });

  it('defers a message while the spend limit of the account is reached, and after a throttling with status 400', async () => {
    server.answers(rejection(400, 'ServiceQuotaExceededException', 'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT'));
    expect(await sender().send(aRequest('sms'))).toEqual({
      kind: 'deferred',
      code: 'spend_limit_reached',
      retryAfterMs: QUARTER_MS,
    });
    server.answers(rejection(400, 'ThrottlingException'));
    expect(await sender().send(aRequest('sms'))).toMatchObject({ kind: 'deferred', code: 'throttled' });
  });

  it('makes no request for content that text messages do not have', async () => {
    server.answers(json(200, { MessageId: 'provider-1' }));
    const request = aRequest('sms');
    const content = { type: 'image', mediaId: 'm', text: null } as const;

    expect(await sender().send({ ...request, message: { ...request.message, content } })).toEqual({
      kind: 'rejected',
      code: 'message_type_unsupported',
    });
    expect(server.received).toEqual([]);
  });
});

describe('the sender of WhatsApp messages', () => {
  const sender = () =>
    createWhatsappSender({ mediaBucket: 'media', stage: 'test' }, environment(server.url), limited());

  /** The message in a request, which AWS passes on to Meta. */
  function sentMessages(): unknown[] {
    return server.received
      .filter(({ path }) => path === '/v1/whatsapp/send')
      .map(({ body }) => JSON.parse(Buffer.from((body as { message: string }).message, 'base64').toString()));
  }

  it.each([
    [{ type: 'text', text: 'Hi' } as const, { type: 'text', text: { preview_url: false, body: 'Hi' } }],
    [
      { type: 'template', name: 'welcome', language: 'de', parameters: [] } as const,
      { type: 'template', template: { name: 'welcome', language: { code: 'de' } } },
    ],
    [
      { type: 'template', name: 'sent', language: 'en_US', parameters: ['Ada', '42'] } as const,
      {
        type: 'template',
        template: {
          name: 'sent',
          language: { code: 'en_US' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Ada' },
                { type: 'text', text: '42' },
              ],
            },
          ],
        },
      },
    ],
  ])('sends %j in the format of Meta, with the id of the message', async (content, expected) => {
    server.answers(json(200, { messageId: 'provider-1' }));
    const request = aRequest('whatsapp');
    await sender().send({ ...request, message: { ...request.message, content } });
    const { workspaceId, id } = request.message;

    expect(server.received[0]?.body).toMatchObject({
      originationPhoneNumberId: request.from.originationId,
      metaApiVersion: 'v20.0',
    });
    expect(sentMessages()).toEqual([
      {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: TO,
        ...expected,
        biz_opaque_callback_data: `test/${workspaceId}/${id}`,
      },
    ]);
  });

  it('uploads a file before it sends it', async () => {
    server.answers((response, request) =>
      json(200, request.path.endsWith('/media') ? { mediaId: 'media1' } : { messageId: 'provider-1' })(
        response,
        request,
      ),
    );
    const request = aRequest('whatsapp', {
      file: { key: 'media/w/1', contentType: 'image/png', fileName: 'parcel.png' },
    });
    const content = { type: 'image', mediaId: 'm', text: 'The parcel' } as const;
    await sender().send({ ...request, message: { ...request.message, content } });

    expect(server.received[0]).toMatchObject({
      path: '/v1/whatsapp/media',
      body: { sourceS3File: { bucketName: 'media', key: 'media/w/1' } },
    });
    expect(sentMessages()).toMatchObject([{ type: 'image', image: { id: 'media1', caption: 'The parcel' } }]);
  });

  it.each<[string, ProviderAnswer]>([
    ['fails', (response) => response.destroy()],
    ['returns no id', json(200, {})],
    ['fails at AWS', rejection(502, 'DependencyException')],
  ])('sends nothing and tries again later if the upload %s', async (_, answer) => {
    server.answers(answer);
    const file = { key: 'media/w/1', contentType: 'image/png', fileName: 'parcel.png' };
    const request = aRequest('whatsapp', { file });
    const content = { type: 'image', mediaId: 'm', text: null } as const;

    expect(await sender().send({ ...request, message: { ...request.message, content } })).toEqual(
      UNAVAILABLE,
    );
    expect(server.received.map(({ path }) => path)).toEqual(['/v1/whatsapp/media']);
  });

  it('rejects a message whose file WhatsApp does not accept', async () => {
    server.answers(rejection(400, 'InvalidParametersException'));
    const file = { key: 'media/w/1', contentType: 'image/gif', fileName: 'parcel.gif' };
    const request = aRequest('whatsapp', { file });
    const content = { type: 'image', mediaId: 'm', text: null } as const;

    expect(await sender().send({ ...request, message: { ...request.message, content } })).toEqual({
      kind: 'rejected',
      code: 'message_rejected',
    });
  });
});

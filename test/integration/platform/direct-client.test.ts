import type { IncomingMessage } from 'node:http';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { describe, expect, it, vi } from 'vitest';
import {
  createDynamoClient,
  createKmsClient,
  createSqsClient,
} from '#packages/lean-aws-client/aws-clients.ts';
import { GetItemCommand, PutItemCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { DecryptCommand, EncryptCommand } from '#packages/lean-aws-client/kms-commands.ts';
import {
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '#packages/lean-aws-client/sqs-commands.ts';
import {
  type AnySender,
  expectSigned,
  forScriptedService,
  ok,
  READ,
  variablesOf,
} from '#test/support/fixtures/platform/scripted-service.ts';

/* The contract of direct attempts: the service and the caller cannot tell them from attempts of the SDK. */

const service = forScriptedService();

describe('a direct attempt', () => {
  const QueueUrl = () => `http://127.0.0.1:${service.port()}/000000000000/queue`;
  const put = {
    TableName: 'core',
    Item: { pk: { S: 'ö' }, bytes: { B: new Uint8Array([1, 2, 255]) }, none: undefined },
  };

  it.each([
    ['PutItem', createDynamoClient, () => new PutItemCommand(put as never), {}],
    ['GetItem', createDynamoClient, () => new GetItemCommand(READ), {}],
    [
      'SendMessage',
      createSqsClient,
      () => new SendMessageCommand({ QueueUrl: QueueUrl(), MessageBody: 'text', DelaySeconds: 3 }),
      { MessageId: 'm', MD5OfMessageBody: '1cb251ec0d568de6a929b520c4aed8d1' },
    ],
    [
      'SendMessageBatch',
      createSqsClient,
      () =>
        new SendMessageBatchCommand({ QueueUrl: QueueUrl(), Entries: [{ Id: '0', MessageBody: 'text' }] }),
      { Successful: [{ Id: '0', MessageId: 'm', MD5OfMessageBody: '1cb251ec0d568de6a929b520c4aed8d1' }] },
    ],
    [
      'GetQueueAttributes',
      createSqsClient,
      () => new GetQueueAttributesCommand({ QueueUrl: QueueUrl(), AttributeNames: ['QueueArn'] }),
      { Attributes: { QueueArn: 'arn' } },
    ],
    [
      'Encrypt',
      createKmsClient,
      () =>
        new EncryptCommand({
          KeyId: 'key',
          Plaintext: Buffer.from('text'),
          EncryptionContext: { purpose: 'signing' },
        }),
      { CiphertextBlob: 'AQL/', KeyId: 'key' },
    ],
    [
      'Decrypt',
      createKmsClient,
      () => new DecryptCommand({ KeyId: 'key', CiphertextBlob: new Uint8Array([1, 2]) }),
      { Plaintext: 'AQL/', KeyId: 'key' },
    ],
  ] as const)('of %s sends and returns what the SDK sends and returns', async (_, create, command, reply) => {
    service.script = [ok(reply), ok(reply)];
    const client: AnySender = service.counted(create(service.environment()));
    const bySdk = await client.sendBySdk(command());
    const direct = await client.send(command());

    expect(service.passed).toBe(1);
    expect(plain(direct)).toEqual(plain(bySdk));
    const [sentBySdk, sent] = service.seen.map(({ headers, body }) => ({
      headers: stable(headers),
      body: JSON.parse(body),
    }));
    expect(sent).toEqual(sentBySdk);
  });

  it('does not load the SDK', async () => {
    const client = service.counted(createDynamoClient(service.environment()));
    const sdk = vi.spyOn(client, 'sdk');
    await client.send(new GetItemCommand(READ));

    expect(service.seen).toHaveLength(1);
    expect(sdk).not.toHaveBeenCalled();
  });

  it('is not made if the environment switches it off: the SDK makes the call', async () => {
    const environment = { ...service.environment(), LEAN_AWS_CLIENT: 'off' };
    const client = service.counted(createDynamoClient(environment));
    await client.send(new GetItemCommand(READ));

    expect(service.passed).toBe(1);
    expect(service.seen).toHaveLength(1);
    expect(service.seen[0]?.headers['user-agent']).toContain('aws-sdk-js');
  });

  it('returns bytes wherever an attribute value contains them', async () => {
    const item = {
      bytes: { B: 'AQL/' },
      parts: { BS: ['AQ==', 'Ag=='] },
      map: { M: { B: { S: 'text' }, BS: { L: [{ B: 'AQ==' }] } } },
      list: { L: [{ N: '1' }, { NULL: true }, { SS: ['a'] }] },
    };
    service.script = [ok({ Item: item }), ok({ Item: item }), ok({})];
    const client = service.dynamo();
    const [bySdk, direct, none] = [
      await client.sendBySdk(new GetItemCommand(READ)),
      await client.send(new GetItemCommand(READ)),
      await client.send(new GetItemCommand(READ)),
    ];

    expect(service.passed).toBe(1);
    expect(plain(direct.Item)).toEqual(plain(Object(bySdk).Item));
    expect(direct.$metadata).toMatchObject({ httpStatusCode: 200, requestId: 'request-1', attempts: 1 });
    expect(none.Item).toBeUndefined();
  });

  it('has a signature that an independent implementation also computes', async () => {
    await service.dynamo().send(new GetItemCommand(READ));

    await expectSigned(service.seen[0]);
    expect(service.seen[0]?.headers['x-amz-security-token']).toBe('token');
  });

  it('uses credentials that have been replaced', async () => {
    const variables = { ...service.environment() };
    const client = service.counted(createDynamoClient(variables));
    await client.send(new GetItemCommand(READ));
    const second = { accessKeyId: 'AKIDSECOND', secretAccessKey: 'another', sessionToken: 'second' };
    Object.assign(variables, variablesOf(second));
    await client.send(new GetItemCommand(READ));

    expect(service.passed).toBe(0);
    await expectSigned(service.seen[1], second);
  });

  it('passes on the trace of its own invocation, and not that of an earlier one', async () => {
    const variables: Record<string, string> = {
      ...service.environment(),
      AWS_LAMBDA_FUNCTION_NAME: 'deliver-webhook',
    };
    const client = service.counted(createDynamoClient(variables));
    for (const trace of ['Root=1', 'Root=2', '']) {
      variables['_X_AMZN_TRACE_ID'] = trace;
      await client.send(new GetItemCommand(READ));
    }

    expect(service.passed).toBe(0);
    expect(service.seen.map(({ headers }) => headers['x-amzn-trace-id'])).toEqual([
      'Root=1',
      'Root=2',
      undefined,
    ]);
  });

  it('of SQS checks the digests of the messages', async () => {
    const wrong = { MessageId: 'm', MD5OfMessageBody: 'f'.repeat(32) };
    service.script = [ok(wrong), ok({ Successful: [{ Id: '0', ...wrong }] })];
    const client = service.counted(createSqsClient(service.environment()));
    const one = new SendMessageCommand({ QueueUrl: QueueUrl(), MessageBody: 'text' });
    const many = new SendMessageBatchCommand({
      QueueUrl: QueueUrl(),
      Entries: [{ Id: '0', MessageBody: 'text' }],
    });

    await expect(client.send(one)).rejects.toThrow('Invalid MD5 checksum');
    await expect(client.send(many)).rejects.toThrow('Invalid MD5 checksum');
    expect(service.seen).toHaveLength(2);
  });
});

describe('the SDK alone', () => {
  it.each([
    ['in a region of China', { AWS_REGION: 'cn-north-1', AWS_ENDPOINT_URL: undefined }],
    ['in a region with other host names', { AWS_REGION: 'us-iso-east-1', AWS_ENDPOINT_URL: undefined }],
    ['with an endpoint that has a path', { AWS_ENDPOINT_URL: 'http://127.0.0.1/path' }],
  ])('makes calls %s', async (_, variables) => {
    const client = service.counted(createDynamoClient({ ...service.environment(), ...variables }));
    const sendBySdk = vi.spyOn(client, 'sendBySdk').mockResolvedValue({});
    const request = vi.spyOn(NodeHttpHandler.prototype, 'handle').mockRejectedValue(new Error('not sent'));
    await client.send(new GetItemCommand(READ));
    const requests = request.mock.calls.length;
    request.mockRestore();

    expect(requests).toBe(0);
    expect(sendBySdk).toHaveBeenCalledOnce();
  });

  it('makes calls without credentials in the given environment, with those that it finds', async () => {
    const variables = { ...service.environment(), AWS_SECRET_ACCESS_KEY: '' };
    await service.counted(createDynamoClient(variables)).send(new GetItemCommand(READ));

    expect(service.passed).toBe(1);
    expect(service.seen).toHaveLength(1);
  });

  it.each(['eu-central-1', 'us-east-1', 'us-gov-west-1', 'ap-southeast-7', 'mx-central-1'])(
    'would call the same hosts in %s',
    async (region) => {
      vi.stubEnv('AWS_REGION', region);
      vi.stubEnv('AWS_ENDPOINT_URL', undefined);
      const decrypt = new DecryptCommand({ KeyId: 'key', CiphertextBlob: new Uint8Array([1]) });
      for (const [create, command] of [
        [createDynamoClient, new GetItemCommand(READ)],
        [createKmsClient, decrypt],
      ] as const) {
        const client: AnySender = service.counted(create(process.env));
        const hosts: string[] = [];
        const { requestHandler } = Object((await client.sdk()).config);
        requestHandler.handle = ({ hostname }: { readonly hostname: string }): never => {
          hosts.push(hostname);
          throw new Error('not sent');
        };
        await expect(client.sendBySdk(command)).rejects.toThrow('not sent');
        await expect(client.send(command)).rejects.toThrow('not sent');

        expect(hosts).toEqual([hosts[0], hosts[0]]);
        expect(hosts[0]).toContain(`.${region}.amazonaws.com`);
      }
    },
  );
});

/**
 * The headers without those that differ from call to call, the name of the client, and the digest of the body. The SDK sends the digest to every
 * service, but only S3 requires it.
 */
function stable({ ...headers }: IncomingMessage['headers']): IncomingMessage['headers'] {
  for (const name of ['authorization', 'amz-sdk-invocation-id', 'x-amz-date', 'user-agent']) {
    expect(headers[name]).toBeTruthy();
    delete headers[name];
  }
  delete headers['x-amz-content-sha256'];
  delete headers['x-amz-user-agent'];
  return headers;
}

function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (each instanceof Uint8Array ? [...each] : each)),
  );
}

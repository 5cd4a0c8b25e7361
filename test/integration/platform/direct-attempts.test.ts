import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { AwsV4Signer } from 'aws4fetch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptDirectly } from '#shared/platform/runtime/direct-attempts.ts';

/*
 * The contract of direct attempts: the service and the caller cannot tell them from attempts of the SDK. The server records each
 * request and responds as the test says; `passed` counts the attempts that passed the middleware of the SDK.
 */

type Seen = { readonly headers: IncomingMessage['headers']; readonly body: string };
type Respond = (response: ServerResponse, request: IncomingMessage, body: string) => void;

const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' };
const READ = { TableName: 'core', Key: { pk: { S: 'P' }, sk: { S: 'P' } } };
const HOUR_MS = 3_600_000;

let server: Server;
let seen: Seen[];
let script: Respond[];
let passed: number;

beforeEach(async () => {
  seen = [];
  script = [];
  passed = 0;
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      (script.shift() ?? ok({}))(response, request, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a direct attempt', () => {
  it('sends what the SDK sends, without its middleware', async () => {
    const client = dynamo();
    const put = {
      TableName: 'core',
      Item: { pk: { S: 'ö' }, bytes: { B: new Uint8Array([1, 2, 255]) }, none: undefined },
    };
    await client.send(new PutItemCommand(put as never));
    await client.send(new PutItemCommand(put as never));

    expect(passed).toBe(1);
    const [bySdk, direct] = seen.map(({ headers, body }) => ({
      headers: stable(headers),
      body: JSON.parse(body),
    }));
    expect(direct).toEqual(bySdk);
    expect(direct?.body).toEqual({ TableName: 'core', Item: { pk: { S: 'ö' }, bytes: { B: 'AQL/' } } });
  });

  it('returns what the SDK returns, bytes included', async () => {
    const item = {
      bytes: { B: 'AQL/' },
      parts: { BS: ['AQ==', 'Ag=='] },
      map: { M: { B: { S: 'text' }, BS: { L: [{ B: 'AQ==' }] } } },
      list: { L: [{ N: '1' }, { NULL: true }, { SS: ['a'] }] },
    };
    script = [ok({ Item: item }), ok({ Item: item }), ok({})];
    const client = dynamo();
    const [bySdk, direct, none] = [
      await client.send(new GetItemCommand(READ)),
      await client.send(new GetItemCommand(READ)),
      await client.send(new GetItemCommand(READ)),
    ];

    expect(passed).toBe(1);
    expect(plain(direct.Item)).toEqual(plain(bySdk.Item));
    expect(direct.$metadata).toMatchObject({ httpStatusCode: 200, requestId: 'request-1', attempts: 1 });
    expect(none.Item).toBeUndefined();
  });

  it('has a signature that an independent implementation also computes', async () => {
    const client = dynamo();
    await client.send(new GetItemCommand(READ));
    await client.send(new GetItemCommand(READ));

    expect(passed).toBe(1);
    for (const request of seen) await expectSigned(request);
    expect(seen[1]?.headers['x-amz-security-token']).toBe('token');
  });

  it('uses credentials that have been replaced', async () => {
    let current = CREDENTIALS;
    const client = dynamo({ credentials: async () => ({ ...current, expiration: new Date(0) }) });
    await client.send(new GetItemCommand(READ));
    await client.send(new GetItemCommand(READ));
    current = { accessKeyId: 'AKIDSECOND', secretAccessKey: 'another', sessionToken: 'second' };
    await client.send(new GetItemCommand(READ));

    expect(passed).toBe(1);
    await expectSigned(seen[2], current);
  });

  it('passes on the trace of its own invocation', async () => {
    // The SDK reads the variables of the process.
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'deliver-webhook');
    const client = dynamo({}, process.env);
    for (const trace of ['Root=1', 'Root=2', 'Root=3']) {
      vi.stubEnv('_X_AMZN_TRACE_ID', trace);
      await client.send(new GetItemCommand(READ));
    }

    expect(passed).toBe(1);
    expect(seen.map(({ headers }) => headers['x-amzn-trace-id'])).toEqual(['Root=1', 'Root=2', 'Root=3']);
  });

  it('does not repeat the trace of an earlier invocation', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'deliver-webhook');
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1');
    const client = dynamo();
    await client.send(new GetItemCommand(READ));
    await client.send(new GetItemCommand(READ));

    expect(passed).toBe(1);
    expect(seen.map(({ headers }) => headers['x-amzn-trace-id'])).toEqual(['Root=1', undefined]);
  });

  it('of SQS still checks the digests of the messages', async () => {
    const wrong = { Successful: [{ Id: '0', MessageId: 'm', MD5OfMessageBody: 'f'.repeat(32) }] };
    script = [ok({}), ok(wrong)];
    const client = prepared(new SQSClient(settings()));
    const QueueUrl = `http://127.0.0.1:${port()}/000000000000/queue`;
    const batch = () =>
      new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: '0', MessageBody: 'text' }] });
    await client.send(batch());

    await expect(client.send(batch())).rejects.toThrow('Invalid MD5 checksum');
    expect(passed).toBe(1);
    expect(seen).toHaveLength(2);
  });
});

describe('a direct attempt that fails', () => {
  it('throws the error of the SDK with all its fields after one request', async () => {
    const client = await warm(dynamo());
    const Item = { pk: { S: 'P' }, bytes: { B: 'AQ==' } };
    script = [failure(400, 'ConditionalCheckFailedException', { Item, message: 'no' })];
    const error: unknown = await client.send(new GetItemCommand(READ)).catch((error_: unknown) => error_);

    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error).toMatchObject({
      name: 'ConditionalCheckFailedException',
      message: 'no',
      Item: { pk: { S: 'P' }, bytes: { B: Uint8Array.from([1]) } },
      $metadata: { httpStatusCode: 400, requestId: 'request-1', attempts: 1 },
    });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['a server error', failure(500, 'InternalServerError')],
    ['throttling', failure(400, 'ProvisionedThroughputExceededException')],
    ['a gateway error without JSON', (response: ServerResponse) => response.writeHead(503).end('no')],
    ['a reset connection', (response: ServerResponse) => response.destroy()],
    ['a response that breaks off', (response: ServerResponse) => breakOff(response)],
  ] as const)('is retried after %s', async (_, fault) => {
    const client = await warm(dynamo());
    script = [fault, ok({ Item: { pk: { S: 'P' } } })];
    const { Item, $metadata } = await client.send(new GetItemCommand(READ));

    expect(Item).toEqual({ pk: { S: 'P' } });
    expect($metadata.attempts).toBe(2);
    expect(seen.map(({ headers }) => headers['amz-sdk-request'])).toEqual([
      'attempt=1; max=3',
      'attempt=2; max=3',
    ]);
  });

  it('counts as one of three attempts', async () => {
    const client = await warm(dynamo());
    script = Array.from({ length: 9 }, () => failure(500, 'InternalServerError'));

    await expect(client.send(new GetItemCommand(READ))).rejects.toMatchObject({
      name: 'InternalServerError',
      $metadata: { attempts: 3 },
    });
    expect(seen).toHaveLength(3);
  });

  it('ends after the timeout of the client and is retried', async () => {
    const client = await warm(
      dynamo({ requestHandler: { requestTimeout: 50, throwOnRequestTimeout: true } }),
    );
    script = [() => {}, ok({ Item: { pk: { S: 'P' } } })];
    const { $metadata } = await client.send(new GetItemCommand(READ));

    expect($metadata.attempts).toBe(2);
    expect(seen).toHaveLength(2);
  });

  it('is not retried if its response is not JSON', async () => {
    const client = await warm(dynamo());
    script = [(response) => response.writeHead(200).end('<html>')];

    await expect(client.send(new GetItemCommand(READ))).rejects.toThrow(SyntaxError);
    expect(seen).toHaveLength(1);
  });

  it('corrects the clock, for itself and for later direct attempts', async () => {
    const client = await warm(dynamo());
    const date = new Date(Date.now() + HOUR_MS).toUTCString();
    script = [
      failure(400, 'InvalidSignatureException', { message: 'Signature expired' }, { date }),
      (response) => response.writeHead(200, { date }).end('{}'),
    ];
    await client.send(new GetItemCommand(READ));
    await client.send(new GetItemCommand(READ));

    const behind = seen.map(({ headers }) => Math.round((Date.now() - timeOf(headers)) / HOUR_MS));
    expect(behind).toEqual([0, -1, -1]);
    expect(passed).toBe(1);
    await expectSigned(seen[2]);
  });
});

describe('direct attempts of a client', () => {
  it('give the SDK back its budget for retries', async () => {
    const client = await warm(dynamo());
    const strategy = await client.config.retryStrategy();
    const successes = vi.spyOn(strategy as { recordSuccess(token: unknown): void }, 'recordSuccess');
    await client.send(new GetItemCommand(READ));
    await client.send(new GetItemCommand(READ));

    expect(passed).toBe(0);
    expect(successes).toHaveBeenCalledTimes(2);
  });

  it('do not apply to a call with an abort signal, which ends at once', async () => {
    const client = await warm(dynamo());
    script = [() => {}];
    const abort = new AbortController();
    const call = client.send(new GetItemCommand(READ), { abortSignal: abort.signal });
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    abort.abort();

    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(passed).toBe(1);
  });

  it('keep results and errors of concurrent calls apart, also with cached middleware', async () => {
    const client = await warm(dynamo({ cacheMiddleware: true }));
    script = Array.from({ length: 60 }, () => respondByKey);
    const names = Array.from({ length: 30 }, (_, index) => `${index % 3}-${index}`);
    const results = await Promise.all(
      names.map((name) =>
        client.send(new GetItemCommand({ TableName: 'core', Key: { pk: { S: name } } })).then(
          ({ Item, $metadata }) => `${Item?.['pk']?.S} ${$metadata.attempts}`,
          (error: unknown) => (error instanceof Error ? error.message : ''),
        ),
      ),
    );

    // 0: found; 1: an error that is not retried; 2: a server error, then found.
    const expected = names.map((name) =>
      name.startsWith('1') ? name : `${name} ${name.startsWith('0') ? 1 : 2}`,
    );
    expect(results).toEqual(expected);
    expect(seen).toHaveLength(40);
  });

  it('wait for the template of each queue', async () => {
    const client = prepared(new SQSClient(settings()));
    const send = (name: string) =>
      client.send(
        new SendMessageBatchCommand({
          QueueUrl: `http://127.0.0.1:${port()}/000000000000/${name}`,
          Entries: [],
        }),
      );
    for (const name of ['one', 'two', 'one', 'two']) await send(name);

    expect(passed).toBe(2);
    expect(seen.map(({ body }) => JSON.parse(body).QueueUrl.split('/').at(-1))).toEqual([
      'one',
      'two',
      'one',
      'two',
    ]);
  });

  it('do not apply to a transaction without a token, for which the SDK generates one', async () => {
    const client = dynamo();
    for (const token of ['first', 'second', undefined, 'third'])
      await client.send(new TransactWriteItemsCommand({ TransactItems: [], ClientRequestToken: token }));

    expect(passed).toBe(2);
    const tokens = seen.map(({ body }) => JSON.parse(body).ClientRequestToken);
    expect(tokens).toEqual(['first', 'second', expect.any(String), 'third']);
  });

  it('do not replace calls of other commands', async () => {
    const { DescribeTableCommand } = await import('@aws-sdk/client-dynamodb');
    const client = dynamo();
    script = [ok({ Table: { CreationDateTime: 1 } }), ok({ Table: { CreationDateTime: 1 } })];
    await client.send(new DescribeTableCommand({ TableName: 'core' }));
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'core' }));

    expect(passed).toBe(2);
    expect(Table?.CreationDateTime).toEqual(new Date(1000));
  });
});

function settings() {
  return {
    endpoint: `http://127.0.0.1:${port()}`,
    region: 'eu-central-1',
    credentials: CREDENTIALS,
    maxAttempts: 3,
  };
}

function dynamo(
  more: ConstructorParameters<typeof DynamoDBClient>[0] = {},
  environment = {},
): DynamoDBClient {
  return prepared(new DynamoDBClient({ ...settings(), ...more }), environment);
}

/** The client with direct attempts. Counts the attempts that pass its middleware. */
function prepared<C extends DynamoDBClient | SQSClient>(client: C, environment = {}): C {
  attemptDirectly(client, environment);
  const count =
    <A, R>(next: (args: A) => Promise<R>) =>
    (args: A) => {
      passed += 1;
      return next(args);
    };
  (client as DynamoDBClient).middlewareStack.add(count, { step: 'build', name: 'countAttempts' });
  return client;
}

/** The client after its first call of the command. */
async function warm(client: DynamoDBClient): Promise<DynamoDBClient> {
  await client.send(new GetItemCommand(READ));
  seen = [];
  passed = 0;
  return client;
}

function port(): number {
  return (server.address() as AddressInfo).port;
}

function ok(output: object): Respond {
  return (response) =>
    response.writeHead(200, { 'x-amzn-requestid': 'request-1' }).end(JSON.stringify(output));
}

function failure(
  status: number,
  type: string,
  fields: object = {},
  headers: Record<string, string> = {},
): Respond {
  const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...fields });
  return (response) => response.writeHead(status, { 'x-amzn-requestid': 'request-1', ...headers }).end(body);
}

/** Finds the item, rejects the call, or fails at the first attempt, according to the key. */
function respondByKey(response: ServerResponse, request: IncomingMessage, body: string): void {
  const name = String(JSON.parse(body).Key.pk.S);
  if (name.startsWith('1'))
    return failure(400, 'ConditionalCheckFailedException', { message: name })(response, request, body);
  const isFirst = String(request.headers['amz-sdk-request']).startsWith('attempt=1;');
  if (name.startsWith('2') && isFirst) return failure(500, 'InternalServerError')(response, request, body);
  return ok({ Item: { pk: { S: name } } })(response, request, body);
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 1000 });
  response.write('{"Item":', () => response.destroy());
}

/**
 * The headers without those that differ from call to call, and without the digest of the body. The SDK sends the digest to every
 * service, but only S3 requires it.
 */
function stable({ ...headers }: IncomingMessage['headers']): IncomingMessage['headers'] {
  for (const name of ['authorization', 'amz-sdk-invocation-id', 'x-amz-date']) {
    expect(headers[name]).toBeTruthy();
    delete headers[name];
  }
  delete headers['x-amz-content-sha256'];
  return headers;
}

function timeOf(headers: IncomingMessage['headers']): number {
  const text = String(headers['x-amz-date']);
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, '$1-$2-$3T$4:$5:$6Z'));
}

/** Compares the signature of a request with that of aws4fetch. */
async function expectSigned(request: Seen | undefined, credentials = CREDENTIALS): Promise<void> {
  const { authorization = '', host = '', ...headers } = request?.headers ?? {};
  const [, names = ''] = /SignedHeaders=([^,]+)/u.exec(authorization) ?? [];
  const signed = names.split(';').filter((name) => name !== 'host' && name !== 'x-amz-date');
  const signer = new AwsV4Signer({
    ...credentials,
    url: `http://${host}/`,
    method: 'POST',
    service: 'dynamodb',
    region: 'eu-central-1',
    datetime: String(headers['x-amz-date']),
    headers: Object.fromEntries(signed.map((name) => [name, String(headers[name])])),
    body: request?.body ?? '',
    allHeaders: true,
  });
  expect(names.split(';')).toContain('x-amz-security-token');
  expect((await signer.sign()).headers.get('authorization')).toBe(authorization);
}

function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (each instanceof Uint8Array ? [...each] : each)),
  );
}

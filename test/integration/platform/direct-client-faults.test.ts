import type { IncomingMessage, ServerResponse } from 'node:http';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { createSqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { GetItemCommand, TransactWriteItemsCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { SendMessageCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import {
  expectSigned,
  forScriptedService,
  ok,
  READ,
  type Respond,
} from '#test/support/fixtures/platform/scripted-service.ts';

/* Direct attempts that fail: errors, retries and waits are those of the SDK. */

const service = forScriptedService();

describe('a direct attempt that fails', () => {
  const item = { pk: { S: 'P' }, bytes: { B: 'AQ==' } };
  it.each([
    ['ConditionalCheckFailedException', { Item: item, message: 'no' }],
    ['ConditionalCheckFailedException', {}],
    [
      'TransactionCanceledException',
      {
        Message: 'no',
        CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: item }],
      },
    ],
  ])('throws %s like the SDK, without the SDK', async (name, fields) => {
    const client = service.dynamo();
    service.script = [failure(400, name, fields), failure(400, name, fields)];
    const bySdk = await errorOf(client.sendBySdk(new GetItemCommand(READ)));
    const direct = await errorOf(client.send(new GetItemCommand(READ)));

    expect(direct).toEqual(bySdk);
    expect(direct).toMatchObject({
      name,
      $metadata: { httpStatusCode: 400, requestId: 'request-1', attempts: 1 },
    });
    expect(service.passed).toBe(1);
    expect(service.seen).toHaveLength(2);
  });

  it.each([
    ['ValidationException', failure(400, 'ValidationException', { message: 'no' }), 'no'],
    ['no JSON', (response: ServerResponse) => response.writeHead(400).end('<html>'), 'Unexpected token'],
    ['no name', (response: ServerResponse) => response.writeHead(400).end('{"message":"no"}'), 'no'],
  ] as const)('leaves other errors with status 400 to the SDK: %s', async (_, respond, message) => {
    const client = service.dynamo();
    service.script = [respond];

    await expect(client.send(new GetItemCommand(READ))).rejects.toThrow(message);
    expect(service.passed).toBe(1);
    expect(service.seen).toHaveLength(1);
  });

  it.each([
    ['a server error', failure(500, 'InternalServerError')],
    ['throttling', failure(400, 'ProvisionedThroughputExceededException')],
    ['a gateway error without JSON', (response: ServerResponse) => response.writeHead(503).end('no')],
    ['a reset connection', (response: ServerResponse) => response.destroy()],
    ['a response that breaks off', (response: ServerResponse) => breakOff(response)],
  ] as const)('is retried after %s', async (_, fault) => {
    const client = service.dynamo();
    service.script = [fault, ok({ Item: { pk: { S: 'P' } } })];
    const { Item, $metadata } = await client.send(new GetItemCommand(READ));

    expect(Item).toEqual({ pk: { S: 'P' } });
    expect($metadata.attempts).toBe(2);
    expect(service.seen.map(({ headers }) => headers['amz-sdk-request'])).toEqual([
      'attempt=1; max=3',
      'attempt=2; max=3',
    ]);
  });

  it('counts as one of three attempts', async () => {
    const client = service.dynamo();
    service.script = Array.from({ length: 9 }, () => failure(500, 'InternalServerError'));

    await expect(client.send(new GetItemCommand(READ))).rejects.toMatchObject({
      name: 'InternalServerError',
      $metadata: { attempts: 3 },
    });
    expect(service.seen).toHaveLength(3);
  });

  it('ends after the timeout of the client and is retried', async () => {
    const client = service.dynamo();
    service.script = [() => {}, ok({ Item: { pk: { S: 'P' } } })];
    const { $metadata } = await client.send(new GetItemCommand(READ));

    expect($metadata.attempts).toBe(2);
    expect(service.seen).toHaveLength(2);
  });

  it('is not retried if its response is not JSON', async () => {
    const client = service.dynamo();
    service.script = [(response) => response.writeHead(200).end('<html>')];

    await expect(client.send(new GetItemCommand(READ))).rejects.toThrow(SyntaxError);
    expect(service.seen).toHaveLength(1);
  });

  it('corrects the clock, for itself and for later direct attempts', async () => {
    const client = service.dynamo();
    const date = new Date(Date.now() + HOUR_MS).toUTCString();
    service.script = [
      failure(400, 'InvalidSignatureException', { message: 'Signature expired' }, { date }),
      (response) => response.writeHead(200, { date }).end('{}'),
    ];
    await client.send(new GetItemCommand(READ));
    await client.send(new GetItemCommand(READ));

    const behind = service.seen.map(({ headers }) => Math.round((Date.now() - timeOf(headers)) / HOUR_MS));
    expect(behind).toEqual([0, -1, -1]);
    expect(service.passed).toBe(1);
    await expectSigned(service.seen[2]);
  });
});

describe('direct attempts of a client', () => {
  it('give the SDK back its budget for retries', async () => {
    const client = service.dynamo();
    const strategy = await (await client.sdk()).config.retryStrategy();
    const successes = vi.spyOn(strategy as { recordSuccess(token: unknown): void }, 'recordSuccess');
    await client.send(new GetItemCommand(READ));
    await client.send(new GetItemCommand(READ));

    expect(service.passed).toBe(0);
    expect(successes).toHaveBeenCalledTimes(2);
  });

  it('end at once if the caller aborts them', async () => {
    const client = service.dynamo();
    service.script = [() => {}];
    const abort = new AbortController();
    const call = client.send(new GetItemCommand(READ), { abortSignal: abort.signal });
    await vi.waitFor(() => expect(service.seen).toHaveLength(1));
    abort.abort();

    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(service.passed).toBe(0);
    expect(service.seen).toHaveLength(1);
  });

  it('keep results and errors of concurrent calls apart, also with cached middleware', async () => {
    const client = service.dynamo();
    service.script = Array.from({ length: 60 }, () => respondByKey);
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
    expect(service.seen).toHaveLength(40);
  });

  it('go to the host in the URL of the queue', async () => {
    const client = service.counted(
      createSqsClient({ ...service.environment(), AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }),
    );
    const QueueUrl = `http://127.0.0.1:${service.port()}/000000000000/queue`;
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'text' }));

    expect(service.passed).toBe(0);
    expect(service.seen.map(({ body }) => JSON.parse(body).QueueUrl)).toEqual([QueueUrl]);
  });

  it('do not apply to a transaction without a token, for which the SDK generates one', async () => {
    const client = service.dynamo();
    for (const token of ['first', undefined, 'third'])
      await client.send(new TransactWriteItemsCommand({ TransactItems: [], ClientRequestToken: token }));

    expect(service.passed).toBe(1);
    const tokens = service.seen.map(({ body }) => JSON.parse(body).ClientRequestToken);
    expect(tokens).toEqual(['first', expect.any(String), 'third']);
  });

  it('do not replace calls of other commands', async () => {
    const client = service.dynamo();
    service.script = [ok({ Table: { CreationDateTime: 1 } })];
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'core' }));

    expect(service.passed).toBe(1);
    expect(Table?.CreationDateTime).toEqual(new Date(1000));
  });
});

/** All fields of an error, with its name and message. */
async function errorOf(call: Promise<unknown>): Promise<object> {
  const error: unknown = await call.catch((error_: unknown) => error_);
  if (!(error instanceof Error)) throw new Error('The call succeeded');
  return Object.assign({}, error, { name: error.name, message: error.message });
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

function timeOf(headers: IncomingMessage['headers']): number {
  const text = String(headers['x-amz-date']);
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, '$1-$2-$3T$4:$5:$6Z'));
}

import { describe, expect } from 'vitest';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it } from '#test/support/fakes/platform/memory-api.ts';
import {
  HOSTS,
  aLambdaContext,
  anHttpEvent,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import {
  createThingFunction,
  echo,
  type ThingHandler,
  type ThingRequest,
  thingOperation,
} from '#test/support/fixtures/platform/thing-function.ts';

const SECURITY = {
  'Cache-Control': 'private, no-store',
  // Not for the other names of the domain of a customer: the API is served on their hosts too.
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Logic that fails. */
function failing(error: Error): ThingHandler {
  return {
    async handle() {
      throw error;
    },
  };
}

describe('httpFunction, every response', () => {
  const requests: readonly (readonly [number, ThingRequest])[] = [
    [200, {}],
    [401, { key: null }],
    [404, { params: { thing: 'x' } }],
    [413, { body: 'x'.repeat(262_145) }],
    [422, { json: {} }],
  ];

  it.each(requests)(
    'of status %i has security headers and the request id of the caller',
    async (status, request) => {
      const answer = await createThingFunction(echo).call({
        ...request,
        headers: { 'x-request-id': 'request-42' },
      });

      expect(answer).toMatchObject({ status, headers: { ...SECURITY, 'X-Request-Id': 'request-42' } });
    },
  );

  it('repeats the request id in a problem document', async () => {
    const { body } = await createThingFunction(echo).call({
      json: {},
      headers: { 'x-request-id': 'request-42' },
    });

    expect(body).toMatchObject({ request_id: 'request-42', instance: 'urn:request:request-42' });
  });

  it('has a request id even if that of the caller is invalid', async () => {
    const { headers } = await createThingFunction(echo).call({ headers: { 'x-request-id': '<script>' } });

    expect(headers['X-Request-Id']).toMatch(/^[0-9a-f-]{36}$/u);
  });

  it.each([
    [new TypeError("Cannot read properties of undefined (reading 'whsec_abc')"), 500, 'internal_error'],
    [
      Object.assign(new Error('table core-prod throttled'), { name: 'ThrottlingException' }),
      503,
      'temporarily_unavailable',
    ],
  ])('to the failure "%s" does not contain its cause', async (error, status, code) => {
    const thing = createThingFunction(failing(error));
    const answer = await thing.call();

    expect(answer).toMatchObject({ status, body: { code } });
    expect(JSON.stringify(answer)).not.toMatch(/whsec_abc|core-prod|stack|\.ts:/u);
    expect(thing.log.lines).toMatchObject([{ level: 'error', code: 'REQUEST_FAILED' }]);
  });

  it('contains Retry-After after a temporary failure', async () => {
    const error = Object.assign(new Error('x'), { name: 'ProvisionedThroughputExceededException' });

    expect((await createThingFunction(failing(error)).call()).headers['Retry-After']).toBe('5');
  });

  it('is logged with ids only, and client errors are not logged as errors', async () => {
    const thing = createThingFunction(echo);
    await thing.call({ json: { name: 'Ada Lovelace' } });
    await thing.call({ json: { name: 1, email: 'ada@example.com' } });

    expect(thing.log.lines.map(({ level, code }) => [level, code])).toEqual([
      ['info', 'REQUEST_COMPLETED'],
      ['info', 'REQUEST_REJECTED'],
    ]);
    expect(JSON.stringify(thing.log.lines)).not.toMatch(/Ada|example\.com|wsk_/u);
  });

  it('is logged with the ID of the gateway and its duration, also if it is an error', async () => {
    const log = createRecordingLog();
    const times = [NOW, new Date(NOW.getTime() + 125)];
    const operation = defineOperation({
      name: 'get-broken-thing',
      product: 'meta',
      summary: 'Get a broken thing',
      routes: [{ method: 'GET', path: '/things/broken' }],
      access: { kind: 'public' },
      uses: [],
      responses: { 204: null },
      errors: [],
    });
    const clock = () => times.shift() ?? NOW;
    const handle = async (): Promise<never> => {
      throw new Error('x');
    };
    const run = httpFunction(operation, { handle }, { clock, hosts: HOSTS, log });

    await run(anHttpEvent({ headers: { 'x-request-id': 'chosen-by-client' } }), aLambdaContext());

    expect(log.lines).toMatchObject([
      { fields: { request_id: 'chosen-by-client', gateway_id: 'gateway-request', duration_ms: 125 } },
    ]);
  });

  it('passes through its schema', async () => {
    const thing = createThingFunction({
      handle: async () => ({
        status: 200,
        body: { data: { name: 'x', email: 'ada@example.com' }, secret: 'whsec_abc' },
      }),
    });

    expect((await thing.call()).body).toEqual({ data: { name: 'x' } });
  });
});

describe('httpFunction, its dependencies', () => {
  it.each(['keys', 'idempotency'])('throws without the %s it needs', (missing) => {
    const { apiKeys, responses } = createThingFunction(echo);
    const services = {
      clock: () => new Date(),
      hosts: HOSTS,
      log: createRecordingLog(),
      keys: apiKeys,
      idempotency: { store: responses },
    };

    expect(() => httpFunction(thingOperation, echo, { ...services, [missing]: undefined })).toThrow(
      'make-thing',
    );
  });
});

describe('httpFunction, shortly before the invocation times out', () => {
  it('returns 503, whatever the handler still waits for', async () => {
    const operation = defineOperation({ ...thingOperation, access: { kind: 'public' }, params: {} });
    const log = createRecordingLog();
    const run = httpFunction(
      operation,
      { handle: () => new Promise(() => {}) },
      { clock: () => NOW, hosts: HOSTS, log },
    );
    const context = { ...aLambdaContext(), getRemainingTimeInMillis: () => 30 };

    const { status, body } = readAnswer(await run(anHttpEvent({ json: { name: 'x' } }), context));

    expect([status, body.code]).toEqual([503, 'temporarily_unavailable']);
    expect(log.lines).toMatchObject([{ level: 'error', code: 'REQUEST_FAILED' }]);
  });
});

describe('httpFunction, bodies', () => {
  it.each([
    ['[]', 'invalid_type', '#'],
    ['[{"name":"x"}]', 'invalid_type', '#'],
    ['"text"', 'invalid_type', '#'],
    ['null', 'invalid_type', '#'],
    ['7', 'invalid_type', '#'],
    ['{}', 'required', '#/name'],
  ])('%s is rejected with 422 %s at %s', async (body, code, pointer) => {
    expect(await createThingFunction(echo).call({ body })).toMatchObject({
      status: 422,
      body: { code, errors: [{ code, pointer }] },
    });
  });

  it.each(['{"name":"x","\\ud800":1}', '{"name":"\\ud800","n":1e999}'])(
    '%s is rejected and is not a server failure',
    async (body) => {
      const headers = { 'idempotency-key': 'k' };

      expect((await createThingFunction(echo).call({ body, headers })).status).toBe(422);
    },
  );

  it('nested very deep are rejected and are not a server failure', async () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const headers = { 'idempotency-key': 'k' };

    expect(
      (await createThingFunction(echo).call({ body: `{"name":"x","a":${deep},"b":1}`, headers })).status,
    ).toBe(422);
    expect((await createThingFunction(echo).call({ body: deep, headers })).status).toBe(422);
  });

  it('may be base64', async () => {
    const body = Buffer.from('{"name":"ä"}').toString('base64');

    expect((await createThingFunction(echo).call({ body, isBase64Encoded: true })).body).toEqual({
      data: { name: 'ä' },
    });
  });
});

describe('httpFunction, HEAD and revalidation', () => {
  it('returns for HEAD the headers of GET and no body', async (api) => {
    const got = await api.call('list-available-events');
    const head = await api.call('list-available-events', { method: 'HEAD' });

    expect(head).toMatchObject({ status: 200, text: undefined });
    const length = String(Buffer.byteLength(got.text ?? ''));
    expect(head.headers).toMatchObject({ ETag: got.headers['ETag'], 'Content-Length': length });
  });

  it.each([{ key: null }, { key: 'wsk_wrong' }, { query: { x: '1' } }])(
    'rejects HEAD without a body: %j',
    async (request, api) => {
      const { status, text } = await api.call('list-available-events', { method: 'HEAD', ...request });

      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).toBeUndefined();
    },
  );

  it('returns 304 to a client with the current response, by weak comparison', async (api) => {
    const { headers } = await api.call('list-available-events');
    const tag = String(headers['ETag']);

    for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await api.call('list-available-events', { headers: { 'if-none-match': ifNoneMatch } });
      expect(again).toMatchObject({
        status: 304,
        text: undefined,
        headers: { ETag: tag, 'Cache-Control': 'private, max-age=300', 'X-Content-Type-Options': 'nosniff' },
      });
      expect(again.headers).not.toHaveProperty('Content-Type');
    }
    const other = await api.call('list-available-events', { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('gives errors neither an entity tag nor a cache lifetime', async (api) => {
    const { headers } = await api.call('list-available-events', { query: { x: '1' } });

    expect(headers).not.toHaveProperty('ETag');
    expect(headers['Cache-Control']).toBe('private, no-store');
  });

  it('applies only to operations that declare it', async () => {
    const { headers } = await createThingFunction(echo).call();

    expect(headers).not.toHaveProperty('ETag');
  });
});

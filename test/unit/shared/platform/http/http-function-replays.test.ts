import { describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  createThingFunction,
  echo,
  type ThingHandler,
} from '#test/support/fixtures/platform/thing-function.ts';

const claims = { headers: { 'idempotency-key': 'k-1' } };

/** Logic that returns a secret and counts its runs; it writes nothing, but uses its context. */
function counting(runs: string[], status: 200 | 201 = 201): ThingHandler {
  return {
    async handle({ body }) {
      runs.push(body.name);
      return { status, body: { data: { name: body.name }, secret: `whsec_${runs.length}` } };
    },
  };
}

describe('httpFunction, a repeated request', () => {
  it('returns the first response byte for byte, and executes nothing again', async () => {
    const runs: string[] = [];
    const thing = createThingFunction(counting(runs));

    const first = await thing.call(claims);
    thing.clock.advance(86_399);
    const again = await thing.call(claims);

    expect(first.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.status).toBe(first.status);
    expect(again.headers).toMatchObject({
      'Idempotent-Replayed': 'true',
      'Content-Type': 'application/json',
    });
    expect(first.headers).not.toHaveProperty('Idempotent-Replayed');
    expect(runs).toHaveLength(1);
  });

  it('has its own request id', async () => {
    const thing = createThingFunction(counting([]));
    const first = await thing.call(claims);
    const again = await thing.call({ headers: { ...claims.headers, 'x-request-id': 'second-request' } });

    expect(again.headers['X-Request-Id']).toBe('second-request');
    expect(first.headers['X-Request-Id']).not.toBe('second-request');
  });

  it('is executed again after 24 hours', async () => {
    const runs: string[] = [];
    const thing = createThingFunction(counting(runs));
    await thing.call(claims);
    thing.clock.advance(86_400);

    expect((await thing.call(claims)).headers).not.toHaveProperty('Idempotent-Replayed');
    expect(runs).toHaveLength(2);
  });

  it('skips validation, but none of the checks before it', async () => {
    const thing = createThingFunction(counting([]));
    await thing.call(claims);

    expect((await thing.call({ ...claims, query: { unknown: 'x' } })).headers).toHaveProperty(
      'Idempotent-Replayed',
    );
    expect((await thing.call({ ...claims, key: 'wsk_wrong' })).status).toBe(401);
  });

  it('is another request under another key of the same workspace', async () => {
    const runs: string[] = [];
    const thing = createThingFunction(counting(runs));
    await thing.call(claims);
    await thing.call({ ...claims, key: thing.grant() });

    expect(runs).toHaveLength(2);
  });

  it('is rejected with another body, and the error identifies the header', async () => {
    const thing = createThingFunction(counting([]));
    await thing.call(claims);

    expect(await thing.call({ ...claims, json: { name: 'other' } })).toMatchObject({
      status: 422,
      body: {
        code: 'idempotency_key_reused',
        errors: [{ header: 'Idempotency-Key', code: 'idempotency_key_reused' }],
      },
    });
  });

  it('is the same with fields in another order and other white space', async () => {
    const runs: string[] = [];
    const thing = createThingFunction(counting(runs));
    await thing.call(claims);
    await thing.call({ ...claims, body: ' { "name" : "x" } ' });

    expect(runs).toHaveLength(1);
  });

  it('is not recognised without the header', async () => {
    const runs: string[] = [];
    const thing = createThingFunction(counting(runs));
    await thing.call();
    await thing.call();

    expect(runs).toHaveLength(2);
  });

  it('replays a 204 without a body', async () => {
    const thing = createThingFunction({ handle: async () => ({ status: 204 }) });
    await thing.call(claims);

    expect(await thing.call(claims)).toMatchObject({ status: 204, text: undefined });
  });

  it('returns 503 when the secret cannot be decrypted now', async () => {
    const thing = createThingFunction(counting([]));
    await thing.call(claims);
    thing.secrets.breakDown();

    expect(await thing.call(claims)).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  });

  it('must be a POST: a PATCH is executed each time', async () => {
    const runs: string[] = [];
    const routes = [{ method: 'PATCH', path: '/api/{workspace}/things/{thing}' }] as const;
    const thing = createThingFunction(counting(runs), { routes });
    await thing.call({ ...claims, method: 'PATCH' });
    await thing.call({ ...claims, method: 'PATCH' });

    expect(runs).toHaveLength(2);
  });
});

describe('httpFunction, a repeated request with a revision', () => {
  const named = { headers: { ...claims.headers, 'if-match': '"7"' } };

  /** Logic that increments the revision and returns a secret. */
  function moving() {
    let revision = 7;
    return createThingFunction({
      ...echo,
      load: async () => ({ revision: String(revision) }),
      async handle({ body }) {
        revision += 1;
        return { status: 201, body: { data: { name: body.name }, secret: `whsec_${revision}` } };
      },
    });
  }

  it('returns the first response, even if the request itself changed the revision', async () => {
    const thing = moving();
    const first = await thing.call(named);
    const again = await thing.call(named);

    expect(first.status).toBe(201);
    expect(again).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
  });

  it.each([
    ['another key', { headers: { ...named.headers, 'idempotency-key': 'k-2' } }],
    ['no key', { headers: { 'if-match': '"7"' } }],
    ['a malformed key', { headers: { ...named.headers, 'idempotency-key': 'ä' } }],
    ['another body', { ...named, json: { name: 'other' } }],
    ['a body that is not JSON', { ...named, body: '{', json: undefined }],
  ])('returns 412 with %s', async (_, request) => {
    const thing = moving();
    await thing.call(named);
    const headers = { 'content-type': 'application/json', ...request.headers };

    expect(await thing.call({ ...request, headers })).toMatchObject({
      status: 412,
      body: { code: 'revision_mismatch' },
    });
  });

  it('returns 404 once the resource is deleted, and 401 to any other caller', async () => {
    let isGone = false;
    const thing = createThingFunction({
      ...echo,
      async load() {
        if (isGone) throw new PlatformError(webhooksErrors.endpoint_not_found, 'Gone.');
        return { revision: '7' };
      },
    });
    await thing.call(named);
    isGone = true;

    expect((await thing.call(named)).status).toBe(404);
    expect((await thing.call({ ...named, key: 'wsk_wrong' })).status).toBe(401);
  });

  it('returns 503, not 412, when the secret cannot be decrypted now', async () => {
    const thing = moving();
    await thing.call(named);
    thing.secrets.breakDown();

    expect((await thing.call(named)).status).toBe(503);
  });
});

describe('httpFunction, the idempotency record', () => {
  it.each([
    new PlatformError(webhooksErrors.endpoint_limit_reached, 'x'),
    new Error('broken'),
    Object.assign(new Error('slow'), { name: 'ThrottlingException' }),
  ])('contains no error and no failure: %s can be retried with the same key', async (error) => {
    let isBroken = true;
    const thing = createThingFunction({
      async handle({ body }) {
        if (isBroken) throw error;
        return { status: 200, body: { data: { name: body.name } } };
      },
    });

    expect((await thing.call(claims)).status).toBeGreaterThanOrEqual(400);
    isBroken = false;
    expect(await thing.call(claims)).toMatchObject({
      status: 200,
      headers: expect.not.objectContaining({ 'Idempotent-Replayed': 'true' }),
    });
  });

  it('contains no 422, so that the body can be corrected', async () => {
    const thing = createThingFunction(echo);

    expect((await thing.call({ ...claims, json: {} })).status).toBe(422);
    expect((await thing.call(claims)).status).toBe(200);
  });

  it('contains the returned response, even if the command had planned another', async () => {
    const thing = createThingFunction({
      async handle({ body, command }) {
        await command({ status: 200, body: { data: { name: 'planned' } } });
        return { status: 200, body: { data: { name: body.name } } };
      },
    });
    await thing.call(claims);

    expect((await thing.call(claims)).body).toEqual({ data: { name: 'x' } });
  });

  it('is written with the command, under the caller and the request', async () => {
    const contexts: unknown[] = [];
    const thing = createThingFunction({
      async handle({ body, command }) {
        const answer = { status: 201, body: { data: { name: body.name }, secret: 'whsec_abc' } };
        contexts.push(await command(answer));
        return answer;
      },
    });
    await thing.call({ headers: { ...claims.headers, 'x-request-id': 'request-7' } });

    expect(contexts).toMatchObject([
      {
        change: {
          operation: 'make-thing',
          requestId: 'request-7',
          actor: { kind: 'key' },
          at: thing.clock(),
        },
        idempotencyRecord: { status: 201, body: '{"data":{"name":"x"}}', expiresAt: secondsAfterNow(86_400) },
      },
    ]);
    expect(JSON.stringify(contexts)).not.toContain('whsec_abc');
  });

  it('is not written if the planned response violates its schema; nothing else is written either', async () => {
    const written: unknown[] = [];
    const thing = createThingFunction({
      async handle({ command }) {
        written.push(await command({ status: 201, body: { data: {} } }));
        return { status: 201 };
      },
    });

    expect((await thing.call(claims)).status).toBe(500);
    expect(written).toHaveLength(0);
  });
});

describe('httpFunction, concurrent duplicates with one Idempotency-Key', () => {
  it('return the response of the first to the second', async () => {
    const thing = createThingFunction({
      async handle({ body, command }) {
        const answer = { status: 201, body: { data: { name: body.name }, secret: `whsec_${Math.random()}` } };
        const { change, idempotencyRecord } = await command(answer);
        if (idempotencyRecord) await thing.responses.remember(idempotencyRecord, change);
        return answer;
      },
    });
    const twins = await Promise.all([thing.call(claims), thing.call(claims), thing.call(claims)]);

    expect(new Set(twins.map(({ text }) => text)).size).toBe(1);
    expect(twins.filter(({ headers }) => headers['Idempotent-Replayed'] === 'true')).toHaveLength(2);
  });

  it('do so even if neither wrote anything', async () => {
    const runs: string[] = [];
    const thing = createThingFunction(counting(runs));
    const twins = await Promise.all([thing.call(claims), thing.call(claims)]);

    expect(runs).toHaveLength(2);
    expect(new Set(twins.map(({ text }) => text)).size).toBe(1);
  });

  it('reject the second if its body differs', async () => {
    const thing = createThingFunction(counting([]));
    const twins = await Promise.all([thing.call(claims), thing.call({ ...claims, json: { name: 'other' } })]);

    expect(twins.map(({ status }) => status).toSorted((a, b) => Number(a) - Number(b))).toEqual([201, 422]);
  });

  it('return the response of the winner when the lost race surfaces as a conflict', async () => {
    let loses = false;
    const thing = createThingFunction({
      async handle({ body, command }) {
        const answer = { status: 200, body: { data: { name: body.name } } };
        const { change, idempotencyRecord } = await command(answer);
        if (loses) throw new ConcurrentUpdateError();
        if (idempotencyRecord) await thing.responses.remember(idempotencyRecord, change);
        return answer;
      },
    });
    const original = thing.responses.find;
    let finds = 0;
    // The response of the duplicate is written between the read and the write of this request.
    Object.assign(thing.responses, {
      find: async (...parts: Parameters<typeof original>) => (finds++ === 1 ? undefined : original(...parts)),
    });
    const first = await thing.call(claims);
    loses = true;

    expect(await thing.call(claims)).toMatchObject({
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
  });

  it('return 500, without an endless wait, if a response exists but cannot be found', async () => {
    const thing = createThingFunction({
      async handle() {
        throw new DuplicateRequestError('answered');
      },
    });

    expect((await thing.call(claims)).status).toBe(500);
  });
});

describe('httpFunction, a conflict', () => {
  /** Logic that conflicts with the success of its duplicate, whose response is recorded by then. */
  function inTheWayOf(twin: () => Promise<unknown>): ThingHandler {
    let runs = 0;
    return {
      async handle({ body }) {
        runs += 1;
        if (runs === 1) {
          await twin();
          throw new PlatformError(webhooksErrors.rotation_in_progress, 'The twin began it.');
        }
        return { status: 200, body: { data: { name: body.name } } };
      },
    };
  }

  it('with a duplicate of the request returns the response of the duplicate', async () => {
    const thing = createThingFunction(inTheWayOf(() => thing.call(claims)));

    expect(await thing.call(claims)).toMatchObject({
      status: 200,
      headers: { 'Idempotent-Replayed': 'true' },
    });
  });

  it('with another request stays a conflict', async () => {
    const thing = createThingFunction(inTheWayOf(async () => {}));

    expect(await thing.call(claims)).toMatchObject({ status: 409, body: { code: 'rotation_in_progress' } });
  });
});

import { describe, expect, it } from 'vitest';
import { CallerKeyChangedError } from '#shared/platform/core/errors.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { defineOperation, type HttpMiddleware } from '#shared/platform/http/operation.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  HOSTS,
  aLambdaContext,
  anHttpEvent,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { createThingFunction, echo } from '#test/support/fixtures/platform/thing-function.ts';

/** Each error below is one that `tsc` must report: middy would end the chain, authorisation included, with the returned value. */
export const REJECTED_BY_THE_COMPILER: readonly HttpMiddleware[] = [
  // @ts-expect-error A check that returns whether it passed would end the chain.
  { before: ({ event }) => event.body !== undefined },
  // @ts-expect-error A check that returns a response would end the chain.
  { before: () => ({ statusCode: 403 }) },
  // @ts-expect-error The same for a promise.
  { before: () => Promise.resolve({ statusCode: 403 }) },
  {
    before(request) {
      // @ts-expect-error Setting the response of the chain would end it too.
      request.earlyResponse = { statusCode: 403 };
    },
  },
  // @ts-expect-error The remaining `after` steps would be skipped.
  { after: ({ response }) => response },
  // @ts-expect-error The responder would not run.
  { onError: async () => ({ statusCode: 500 }) },
];

const slowOperation = defineOperation({
  name: 'get-slow-thing',
  product: 'meta',
  summary: 'Get a slow thing',
  routes: [{ method: 'GET', path: '/things/slow' }],
  access: { kind: 'public' },
  uses: [],
  responses: { 204: null },
  errors: [],
});

describe('httpFunction, chain of middlewares', () => {
  it('returns 503 with a problem document shortly before Lambda ends the invocation', async () => {
    const handler = { handle: () => new Promise<never>(() => undefined) };
    const log = createRecordingLog();
    const run = httpFunction(slowOperation, handler, { clock: () => NOW, hosts: HOSTS, log });
    const lambda = aLambdaContext({ getRemainingTimeInMillis: () => 10 });

    expect(readAnswer(await run(anHttpEvent(), lambda))).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '5', 'X-Content-Type-Options': 'nosniff' },
      body: { code: 'temporarily_unavailable' },
    });
    expect(log.lines.at(-1)).toMatchObject({
      code: 'REQUEST_FAILED',
      fields: { error: 'TimeoutError', detail: 'The request ran out of time.' },
    });
  });

  it('handles the request contexts of concurrent requests separately', async () => {
    const thing = createThingFunction(echo);
    const ids = ['request-1', 'request-2', 'request-3'];
    const answers = await Promise.all(ids.map((id) => thing.call({ headers: { 'x-request-id': id } })));

    expect(answers.map(({ headers }) => headers['X-Request-Id'])).toEqual(ids);
  });

  it('reads a key again after a write has found that it changed', async () => {
    let writes = 0;
    const thing = createThingFunction({
      ...echo,
      async handle() {
        writes += 1;
        thing.core.apiKeys.clear();
        throw CallerKeyChangedError.invalid();
      },
    });

    const expected = { status: 401, body: { code: 'api_key_invalid' } };
    expect(await thing.call()).toMatchObject(expected);
    expect(await thing.call()).toMatchObject(expected);
    expect(writes).toBe(1);
  });
});

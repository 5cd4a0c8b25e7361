import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import type { OperationHandler } from '#shared/http/handler.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { defineOperation, type Operation } from '#shared/http/operation.ts';
import { generateApiKey, hashApiKey } from '#shared/runtime/api-key.ts';
import { aFounding, anApiKey } from './builders.ts';
import { aLambdaContext, anHttpEvent, type HttpAnswer, readAnswer, type RequestParts } from './http-event.ts';
import { createMemorySecretBox } from './memory-secret-box.ts';
import { createMemoryBench } from './platform-bench.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestClock } from './test-clock.ts';

/** An operation that has every general check; no part of the API. */
export const thingOperation = defineOperation({
  name: 'make-thing',
  product: 'workspace',
  summary: 'Make a thing',
  routes: [{ method: 'POST', path: '/api/{workspace}/things/{thing}' }],
  access: {
    kind: 'key',
    credential: 'workspace-key-only',
    rule: 'all-of',
    permissions: ['workspace:settings:write'],
  },
  params: { thing: { form: 'uuid', notFound: 'endpoint_not_found' } },
  precondition: 'optional',
  uses: [],
  body: v.strictObject({ name: v.string() }),
  answers: {
    200: v.object({ data: v.object({ name: v.string() }) }),
    201: v.object({ data: v.object({ name: v.string() }), secret: v.string() }),
    204: null,
  },
  errors: [],
  examples: [],
});

export type ThingHandler = OperationHandler<typeof thingOperation, { readonly revision: string }>;

export type ThingRequest = RequestParts & { readonly key?: string | null };

const THING = '01980000-0000-7000-8000-00000000000a';

/** A function around the given logic over memory fakes, with a key that may call it. */
export function createThingFunction(handler: ThingHandler, changes: Partial<Operation> = {}) {
  const bench = createMemoryBench();
  const secrets = createMemorySecretBox();
  const clock = createTestClock();
  const log = createRecordingLog();
  const { workspace, admin } = aFounding();
  const operation: typeof thingOperation = { ...thingOperation, ...(changes as object) };
  const memory = { answers: bench.answers, secrets };
  const run = httpFunction(operation, handler, { clock, log, keys: bench.apiKeys, memory });

  function grant(overrides: Parameters<typeof anApiKey>[0] = {}): string {
    const text = generateApiKey((below) => randomInt(below));
    const key = anApiKey({
      workspaceId: workspace.id,
      memberId: admin.id,
      permissions: ['workspace:settings:write'],
      ...overrides,
      hash: hashApiKey(text),
    });
    bench.core.apiKeys.set(key.hash, key);
    return text;
  }

  const defaultKey = grant();

  /** A request that is right in every way, but for what it is told. */
  async function call({ key = defaultKey, ...parts }: ThingRequest = {}): Promise<HttpAnswer> {
    const event = anHttpEvent({
      method: 'POST',
      path: `/api/${workspace.id}/things/${THING}`,
      json: { name: 'x' },
      ...parts,
      params: { workspace: workspace.id, thing: THING, ...parts.params },
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...parts.headers },
    });
    return readAnswer(await run(event, aLambdaContext()));
  }

  return { ...bench, secrets, clock, log, workspace, grant, call };
}

/** Logic that answers 200 with the name it was given, without writing anything. */
export const echo: ThingHandler = {
  async load() {
    return { revision: '7' };
  },
  revisionOf: ({ revision }) => revision,
  async handle({ body }) {
    return { status: 200, body: { data: { name: body.name } } };
  },
};

import { describe, expect, it } from 'vitest';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import {
  createThingFunction,
  echo,
  type ThingHandler,
} from '#test/support/fixtures/platform/thing-function.ts';

/** Logic whose first `losses` writes lose against another writer; each load finds the next revision. */
function losing(losses: number, seen: string[]): ThingHandler {
  let loads = 6;
  return {
    ...echo,
    async load() {
      loads += 1;
      return { revision: String(loads) };
    },
    async handle({ resource, body }) {
      seen.push(resource.revision);
      if (seen.length <= losses) throw new ConcurrentUpdateError();
      return { status: 200, body: { data: { name: body.name } } };
    },
  };
}

describe('httpFunction, a lost race', () => {
  it('is retried once on the current resource', async () => {
    const seen: string[] = [];

    expect((await createThingFunction(losing(1, seen)).call()).status).toBe(200);
    expect(seen).toEqual(['7', '8']);
  });

  it('returns 409 when lost again', async () => {
    const seen: string[] = [];

    expect(await createThingFunction(losing(9, seen)).call()).toMatchObject({
      status: 409,
      body: { code: 'concurrent_update' },
    });
    expect(seen).toHaveLength(2);
  });

  it.each([undefined, '*'])(
    'is retried as often as the operation declares when If-Match is %j',
    async (ifMatch) => {
      const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch };
      const won: string[] = [];
      const lost: string[] = [];

      expect((await createThingFunction(losing(3, won), { retries: 3 }).call({ headers })).status).toBe(200);
      expect((await createThingFunction(losing(9, lost), { retries: 3 }).call({ headers })).status).toBe(409);
      expect(won).toEqual(['7', '8', '9', '10']);
      expect(lost).toEqual(won);
    },
  );

  it.each([
    { about: 'all attempts but the last one', headers: {}, repeatable: [true, true, undefined] },
    {
      about: 'no attempt of a caller with a revision',
      headers: { 'if-match': '"7"' },
      repeatable: [undefined, undefined],
    },
  ])('lets the store give up a conflicting write in $about', async ({ headers, repeatable }) => {
    const contexts: CommandContext[] = [];
    const handler: ThingHandler = {
      ...losing(9, []),
      load: async () => ({ revision: '7' }),
      async handle({ body, command }) {
        contexts.push(await command({ status: 200, body: { data: { name: body.name } } }));
        throw new ConcurrentUpdateError();
      },
    };
    await createThingFunction(handler, { retries: 2 }).call({ headers });

    expect(contexts.map(({ isRepeatable }) => isRepeatable)).toEqual(repeatable);
  });

  it('is retried once for a caller whose revision still exists, whatever the operation declares', async () => {
    const seen: string[] = [];
    const handler = { ...losing(9, seen), load: async () => ({ revision: '7' }) };
    const answer = await createThingFunction(handler, { retries: 3 }).call({
      headers: { 'if-match': '"7"' },
    });

    expect(answer).toMatchObject({ status: 409, body: { code: 'concurrent_update' } });
    expect(seen).toHaveLength(2);
  });

  it('returns 409 without a retry if the handler may not act on the current resource', async () => {
    const seen: string[] = [];
    const handler = { ...losing(1, seen), mayRetry: () => false };

    expect(await createThingFunction(handler, { retries: 3 }).call()).toMatchObject({
      status: 409,
      body: { code: 'concurrent_update' },
    });
    expect(seen).toEqual(['7']);
  });

  it('returns 412 to a caller with an outdated revision, with the current one', async () => {
    const seen: string[] = [];
    const answer = await createThingFunction(losing(1, seen)).call({ headers: { 'if-match': '"7"' } });

    expect(answer).toMatchObject({ status: 412, headers: { ETag: '"8"' }, body: { current_revision: '8' } });
    expect(seen).toEqual(['7']);
  });

  it('is retried for If-Match: *', async () => {
    expect((await createThingFunction(losing(1, [])).call({ headers: { 'if-match': '*' } })).status).toBe(
      200,
    );
  });

  it('returns 404 if the resource was deleted', async () => {
    let loads = 0;
    const thing = createThingFunction({
      ...losing(1, []),
      async load() {
        loads += 1;
        if (loads > 1) throw new PlatformError(webhooksErrors.endpoint_not_found, 'Gone.');
        return { revision: '7' };
      },
    });

    expect((await thing.call()).status).toBe(404);
  });

  it('is not retried if nothing can be loaded again', async () => {
    let runs = 0;
    const thing = createThingFunction({
      async handle() {
        runs += 1;
        throw new ConcurrentUpdateError();
      },
    });

    expect((await thing.call()).status).toBe(409);
    expect(runs).toBe(1);
  });

  it('keeps its code under an unused Idempotency-Key', async () => {
    const thing = createThingFunction(losing(9, []));

    expect((await thing.call({ headers: { 'idempotency-key': 'k' } })).body.code).toBe('concurrent_update');
  });

  it('returns the response of a concurrent duplicate that changed the revision, not 412', async () => {
    const headers = { 'idempotency-key': 'k', 'if-match': '"7"' };
    let revision = 7;
    const thing = createThingFunction({
      ...echo,
      load: async () => ({ revision: String(revision) }),
      async handle({ body, command }) {
        const answer = { status: 200, body: { data: { name: body.name } } };
        const { change, idempotencyRecord } = await command(answer);
        revision += 1;
        if (idempotencyRecord) await thing.responses.remember(idempotencyRecord, change);
        throw new ConcurrentUpdateError();
      },
    });

    expect(await thing.call({ headers })).toMatchObject({
      status: 200,
      headers: { 'Idempotent-Replayed': 'true' },
    });
  });

  it('returns the response of a concurrent duplicate that won in between', async () => {
    const headers = { 'idempotency-key': 'k' };
    let isContested = false;
    const thing = createThingFunction({
      ...echo,
      async handle({ body, command }) {
        const answer = { status: 200, body: { data: { name: body.name } } };
        const { change, idempotencyRecord } = await command(answer);
        if (isContested) {
          isContested = false;
          // What the concurrent duplicate commits at the moment when this request loses to it.
          if (idempotencyRecord) await thing.responses.remember(idempotencyRecord, change);
          throw new ConcurrentUpdateError();
        }
        if (idempotencyRecord) await thing.responses.remember(idempotencyRecord, change);
        return answer;
      },
    });
    isContested = true;

    expect(await thing.call({ headers })).toMatchObject({
      status: 200,
      headers: { 'Idempotent-Replayed': 'true' },
    });
  });
});

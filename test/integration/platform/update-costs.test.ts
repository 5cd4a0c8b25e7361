import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AwsCall } from '#bench/cost/aws-call.ts';
import { tapSdk } from '#bench/cost/sdk-tap.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aBroadcast } from '#test/support/builders/broadcasts/broadcast-builders.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anAccount, aTag } from '#test/support/builders/publishing/account-builders.ts';
import { aNewWorkspace } from '#test/support/builders/workspaces/workspace-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { aLambdaContext, anHttpEvent, readAnswer } from '#test/support/fixtures/platform/http-event.ts';
import { createDynamoFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { type Emulator, startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

/** The key of the caller, read by its hash. */
const KEY = 'GetItem K/K';

type Request = { readonly params: Record<string, string>; readonly json: unknown; readonly ifMatch?: string };
type Run = (request: Request) => Promise<void>;

const calls: AwsCall[] = [];
const emulator = forAllTests(startEmulator, 'stop');
const fixture = forAllTests(() => createDynamoFixture(emulator.core, emulator.deliveries));
let workspaceId: string;
let run: Record<'page' | 'broadcast' | 'post' | 'event', Run>;
let untap: () => void;
let restore: () => void;

beforeAll(async () => {
  const newWorkspace = aNewWorkspace();
  workspaceId = newWorkspace.workspace.id;
  const key = generateApiKey((below) => randomInt(below));
  // Its use was recorded within the hour, as for most keys.
  const known = { hash: hashApiKey(key), permissions: PERMISSIONS, lastUsedAt: new Date() };
  await fixture.workspaces.create(
    { ...newWorkspace, keys: [{ ...newWorkspace.key, ...known }] },
    aContext().change,
  );
  restore = withEnvironment({
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: await addressOf(emulator),
    CORE_TABLE: emulator.core.name,
    // The counters of rate limits are written once per sample of requests; `npm run bench -- rate-limit` has their cost.
    RATE_LIMITS: 'off',
    API_ORIGINS: 'https://api.example.com',
    PAGE_HOST: 'pages.example.com',
    API_HOSTS: '',
    STAGE: 'test',
    POWERTOOLS_SERVICE_NAME: 'test',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });
  // The functions themselves: the reads of their wiring count as well.
  const [page, broadcast, post, event] = await Promise.all([
    import('#functions/biolinks/update-page/index.ts'),
    import('#functions/broadcasts/update-broadcast/index.ts'),
    import('#functions/publishing/update-post/index.ts'),
    import('#functions/events/ingest-event/index.ts'),
  ]);
  run = {
    page: running('PATCH', page.handler, key),
    broadcast: running('PUT', broadcast.handler, key),
    post: running('PUT', post.handler, key),
    event: running('POST', event.handler, key),
  };
  untap = tapSdk((call) => calls.push(call));
});
beforeEach(() => void calls.splice(0));
afterAll(() => {
  untap?.();
  restore?.();
});

/** The commands that left the SDK since the last call, in order. */
function taken(): string[] {
  return calls.splice(0).map(({ action, items }) => `${action} ${items.join('+')}`);
}

/** Read and write units since the last call. */
function units() {
  const all = calls.splice(0);
  const sum = (unit: 'reads' | 'writes') => all.reduce((total, call) => total + call[unit], 0);
  return { reads: sum('reads'), writes: sum('writes') };
}

describe('update-page', () => {
  it('writes once; reads the key if it is not cached, and nothing else', async () => {
    const page = await createdPage();
    const edit = { title: 'Countess', tagline: 'Engines', settings: { seo: { title: 'Ada' } } };
    await run.page({ params: { page }, json: edit, ifMatch: '"1"' });
    expect(taken()).toEqual([KEY, 'UpdateItem PG/PG']);

    await run.page({ params: { page }, json: { title: 'Ada' }, ifMatch: '"2"' });
    expect(taken()).toEqual(['UpdateItem PG/PG']);
    await run.page({ params: { page }, json: { title: 'Lady' }, ifMatch: '*' });
    expect(units()).toEqual({ reads: 0, writes: 1 });
  });

  it('reads the page before an edit that depends on its content', async () => {
    const page = await createdPage();
    const json = { settings: { protection: { sensitive: true } } };
    await run.page({ params: { page }, json, ifMatch: '"1"' });

    expect(taken()).toEqual(['GetItem PG/PG', 'UpdateItem PG/PG']);
  });
});

describe('update-broadcast', () => {
  it('writes once; reads the key if it is not cached, and nothing else', async () => {
    const broadcast = aBroadcast({ workspaceId });
    await fixture.broadcasts.create(broadcast, aContext());
    const params = { broadcast: broadcast.id };
    calls.splice(0);
    await run.broadcast({ params, json: { name: 'Sale', message: { body: 'Now' } } });
    expect(taken()).toEqual([KEY, 'UpdateItem BC/BC']);

    await run.broadcast({ params, json: { name: 'Late sale' }, ifMatch: '"2"' });
    expect(taken()).toEqual(['UpdateItem BC/BC']);
    await run.broadcast({ params, json: { name: 'Last sale' } });
    expect(units()).toEqual({ reads: 0, writes: 1 });
  });
});

describe('update-post', () => {
  it('reads the post, since a body replaces it, and the references of the body; writes once', async () => {
    const [account, tag] = [anAccount({ workspaceId }), aTag({ workspaceId })];
    await fixture.accounts.create(account, anEvent({ workspaceId }), aContext());
    await fixture.tags.create(tag, aContext());
    const post = await createdPost();
    await run.post({ params: { workspace: workspaceId, post }, json: body('One') });
    expect(taken()).toEqual([KEY, 'GetItem P/P', 'PutItem P/P']);

    const named = { ...body('Two'), accounts: [account.id], tags: [tag.id] };
    await run.post({ params: { workspace: workspaceId, post }, json: named });
    const [first, ...rest] = taken();
    expect([first, rest.toSorted()]).toEqual([
      'GetItem P/P',
      ['BatchGetItem A', 'BatchGetItem T', 'PutItem P/P'],
    ]);
    await run.post({ params: { workspace: workspaceId, post }, json: body('Three') });
    expect(units()).toEqual({ reads: 1, writes: 1 });
  });
});

describe('ingest-event', () => {
  it('reads the directory of endpoints and writes the event', async () => {
    const json = { event: 'salesbot.store.order_paid', data: { order: { id: randomUUID(), number: '1' } } };
    await run.event({ params: {}, json });
    expect(taken()).toEqual([KEY, 'GetItem DIR/EPS', 'PutItem EV']);

    await run.event({ params: {}, json });
    expect(units()).toEqual({ reads: 1, writes: 1 });
  });
});

async function createdPage(): Promise<string> {
  const page = aPage({ workspaceId });
  await fixture.pages.create(page, aContext());
  calls.splice(0);
  return page.id;
}

async function createdPost(): Promise<string> {
  const post = aPostIn('draft', { workspaceId });
  await fixture.posts.create(post, aContext());
  calls.splice(0);
  return post.id;
}

function body(text: string) {
  return { versions: [{ account_id: 0, is_original: true, content: [{ body: text }] }] };
}

type Handler = (
  event: ReturnType<typeof anHttpEvent>,
  context: ReturnType<typeof aLambdaContext>,
) => Promise<Parameters<typeof readAnswer>[0]>;

function running(method: string, handler: Handler, key: string): Run {
  return async ({ params, json, ifMatch }) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    };
    const event = anHttpEvent({ method, path: '/', params, json, headers });
    const answer = readAnswer(await handler(event, aLambdaContext()));
    expect([answer.status, answer.body.code]).toEqual([method === 'POST' ? 202 : 200, undefined]);
  };
}

async function addressOf({ client }: Emulator): Promise<string> {
  const endpoint = await client.config.endpoint?.();
  return `${endpoint?.protocol}//${endpoint?.hostname}:${endpoint?.port}`;
}

function withEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}

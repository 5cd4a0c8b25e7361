import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import type { PostState } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAccount, aTag } from '#test/support/builders/publishing/account-builders.ts';
import { aNewWorkspace } from '#test/support/builders/workspaces/workspace-builders.ts';
import { lostResponse, meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';
import { operationFunctions } from '#test/support/fixtures/platform/operation-functions.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import {
  anOriginal,
  aPostBody,
  aVersion,
  POST_PERMISSIONS,
} from '#test/support/fixtures/publishing/post-api.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const WRITERS = 30;
const { fixture, faults } = emulatedStores();
let functions: ReturnType<typeof operationFunctions>;
let key: string;
let workspaceId: string;

beforeAll(async () => {
  const newWorkspace = aNewWorkspace();
  key = generateApiKey((below) => randomInt(below));
  workspaceId = newWorkspace.workspace.id;
  const keys = [
    { ...newWorkspace.key, hash: hashApiKey(key), permissions: POST_PERMISSIONS, lastUsedAt: NOW },
  ];
  await fixture.workspaces.create({ ...newWorkspace, keys }, aContext().change);
  for (let id = 1; id <= WRITERS; id += 1) {
    await fixture.accounts.create(anAccount({ id, workspaceId }), anEvent({ workspaceId }), aContext());
    await fixture.tags.create(aTag({ id, workspaceId }), aContext());
  }
  await fixture.media.create(aMedia({ id: 1, workspaceId }), aContext());
  functions = operationFunctions(
    { ...fixture },
    {
      clock: () => secondsAfterNow(60),
      log: createRecordingLog(),
      keys: fixture.apiKeys,
      responses: fixture.responses,
    },
  );
});
async function call(name: string, post: string, json?: unknown): Promise<HttpReply> {
  const method = name === 'update-post' ? 'PUT' : name === 'create-post' ? 'POST' : 'GET';
  const event = anHttpEvent({
    method,
    path: `/os/api/${workspaceId}/posts/${post}`,
    json,
    params: { workspace: workspaceId, post },
    headers: { authorization: `Bearer ${key}` },
  });
  return readAnswer(await functions(name)(event, aLambdaContext()));
}

function update({ id }: Post, json: unknown): Promise<HttpReply> {
  return call('update-post', id, json);
}

async function created(state: PostState = 'draft', fields: Partial<Post> = {}): Promise<Post> {
  const post = aPostIn(state, { workspaceId, ...fields });
  await fixture.posts.create(post, aContext());
  return post;
}

function stored({ id }: Post): Promise<Post | undefined> {
  return fixture.posts.find(workspaceId, id);
}

/** A body of which every part identifies its writer. */
function bodyOf(writer: number) {
  const time = `15:${String(writer % 60).padStart(2, '0')}`;
  const content = Array.from({ length: (writer % 5) + 1 }, () => ({ body: `Writer ${writer}` }));
  return {
    accounts: [writer],
    tags: [writer],
    date: '2026-06-02',
    time,
    versions: [
      anOriginal(content, { options: { sandbox: { writer } } }),
      aVersion(writer, [{ body: `Writer ${writer}` }]),
    ],
  };
}

/** The body that the stored post equals, or undefined for a mix. */
async function writerOf(post: Post): Promise<number | undefined> {
  const { accounts, tags, date, time, versions } = (await call('get-post', post.id)).body.data;
  const writer = Number(accounts[0]);
  const whole = bodyOf(writer);
  const shown = {
    ...whole,
    versions: whole.versions.map((version) => ({
      options: {},
      ...version,
      content: (version.content as { body: string }[]).map(({ body }) => ({ body, url: null, media: [] })),
    })),
  };
  expect({ accounts, tags, date, time, versions }).toEqual(shown);
  return writer;
}

describe('update-post, at the same time', () => {
  it.each(['draft', 'scheduled'] as const)('stores one whole body of two on a %s post', async (state) => {
    for (let round = 1; round < 10; round += 1) {
      const post = await created(state);
      const responses = await Promise.all([update(post, bodyOf(round)), update(post, bodyOf(round + 1))]);

      // The loser of the race writes again over the result of the winner.
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect([round, round + 1]).toContain(await writerOf(post));
      const { due, dueSeq, scheduledAt, revision } = (await stored(post)) ?? post;
      expect(revision).toBe(3);
      expect(due).toEqual(state === 'scheduled' ? { at: scheduledAt, seq: dueSeq, timer: true } : null);
    }
  });

  it('stores one whole body of thirty, one that was accepted', async () => {
    const post = await created('scheduled');
    const writers = Array.from({ length: WRITERS }, (_, index) => index + 1);
    const responses = await Promise.all(writers.map((writer) => update(post, bodyOf(writer))));

    const emitted = writers.filter((_, index) => responses[index]?.status === 200);
    const others = responses.filter(({ status }) => status !== 200);
    expect(emitted).toContain(await writerOf(post));
    expect(new Set(others.map(({ status, body }) => [status, body.code].join()))).toEqual(
      new Set(others.length > 0 ? ['409,concurrent_update'] : []),
    );
    expect((await stored(post))?.revision).toBe(emitted.length + 1);
  });

  it('loses to a run that starts after the read: 409, and the post stays as the run left it', async () => {
    const before = await created('scheduled');
    const run = { number: 1, startedAt: NOW, accounts: [1], pending: [1] };
    const running = { ...before, run, runs: 1, due: null, revision: 2 };
    faults.script(
      meanwhile('TransactWriteItems', () => fixture.posts.save(before, running, null, aContext())),
    );
    // The save of the fault itself is a transaction as well: it finds no fault left.
    const { status, headers, body } = await update(before, bodyOf(1));

    expect([status, body.code, headers['Retry-After']]).toEqual([409, 'post_publishing', '30']);
    expect(await stored(before)).toEqual(running);
  });

  it('writes nothing to a post that is being published', async () => {
    const running = await created('publishing');
    faults.clear();
    const { status, body } = await update(running, bodyOf(1));

    expect([status, body.code]).toEqual([409, 'post_publishing']);
    expect(faults.wire).not.toContain('PutItem');
    expect(await stored(running)).toEqual(running);
  });

  it('follows another update after the read: it is applied to the current post', async () => {
    const before = await created('draft');
    faults.script(meanwhile('PutItem', () => update(before, bodyOf(2))));

    expect((await update(before, bodyOf(1))).status).toBe(200);
    expect(await writerOf(before)).toBe(1);
    expect((await stored(before))?.revision).toBe(3);
  });

  it('checks the permission again when the post was scheduled concurrently', async () => {
    const before = await created('draft');
    const scheduled = { ...before, status: 'scheduled' as const, revision: 2 };
    const text = generateApiKey((below) => randomInt(below));
    const newWorkspace = aNewWorkspace();
    const writeOnly = {
      hash: hashApiKey(text),
      permissions: ['publishing:posts:write'] as const,
      workspaceId,
    };
    const keys = [{ ...newWorkspace.key, ...writeOnly, lastUsedAt: NOW }];
    await fixture.workspaces.create({ ...newWorkspace, keys }, aContext().change);
    faults.script(meanwhile('PutItem', () => fixture.posts.save(before, scheduled, null, aContext())));
    const event = anHttpEvent({
      method: 'PUT',
      json: { versions: [anOriginal()] },
      params: { workspace: workspaceId, post: before.id },
      headers: { authorization: `Bearer ${text}` },
    });
    const { status, body } = readAnswer(await functions('update-post')(event, aLambdaContext()));

    expect([status, body.code]).toEqual([403, 'permission_missing']);
    expect(await stored(before)).toEqual(scheduled);
  });

  it('returns 404 for a post that was deleted concurrently', async () => {
    const before = await created('draft');
    faults.script(
      meanwhile('PutItem', () => fixture.trash.deletePosts([{ before, after: null }], null, aContext())),
    );

    expect(await update(before, bodyOf(1))).toMatchObject({ status: 404, body: { code: 'post_not_found' } });
    expect(await stored(before)).toBeUndefined();
  });

  it('returns success once when the response of the table was lost', async () => {
    const before = await created('draft');
    faults.script(lostResponse('PutItem'));

    expect((await update(before, bodyOf(1))).status).toBe(200);
    expect(faults.pending()).toBe(0);
    expect((await stored(before))?.revision).toBe(2);
  });
});

describe('update-post, its cost', () => {
  it.each([
    ['a draft of a text', 'draft', { versions: [anOriginal()] }, []],
    ['a draft with accounts', 'draft', { accounts: [1, 2], versions: [anOriginal()] }, ['BatchGetItem']],
    [
      'a draft with everything',
      'draft',
      aPostBody({ accounts: [1], versions: [anOriginal([{ media: [1] }])] }),
      ['BatchGetItem', 'BatchGetItem', 'BatchGetItem', 'GetItem'],
    ],
    [
      'the text of a scheduled post',
      'scheduled',
      aPostBody({ accounts: [1], tags: [] }),
      ['BatchGetItem', 'GetItem'],
    ],
  ] as const)(
    'for %s is one conditional write, and one read of the post and its references',
    async (_, state, json, named) => {
      const post = await created(state);
      await update(post, json);
      faults.clear();
      // The key is in the cache of the container by now.
      expect((await update(post, json)).status).toBe(200);

      expect(faults.wire.toSorted()).toEqual([...named, 'GetItem', 'PutItem'].toSorted());
    },
  );

  it('for a rejected body is no write', async () => {
    const post = await created('scheduled');
    await update(post, bodyOf(1));
    faults.clear();
    for (const json of [{}, { ...bodyOf(1), accounts: [99] }, { ...bodyOf(1), date: '2020-01-01' }]) {
      expect((await update(post, json)).status).toBe(422);
    }

    expect(new Set(faults.wire)).toEqual(new Set(['GetItem', 'BatchGetItem']));
  });
});

describe('a large post', () => {
  it('of nearly 256 KiB and every small thing in it fits into an item, and is read unchanged', async () => {
    const post = await created('draft');
    const numbers = Array.from({ length: 20 }, () => 1);
    const items = Array.from({ length: 25 }, () => ({ media: numbers }));
    const ids = Array.from({ length: WRITERS }, (_, index) => index + 1);
    const versions = [
      anOriginal(items),
      ...ids.map((id) => ({ ...aVersion(id, items), options: { a: { n: [0, 0, 0] } } })),
    ];
    const rest = 256 * 1024 - JSON.stringify({ accounts: ids, versions: [...versions, {}] }).length - 1000;
    const filled = versions.map((version, index) =>
      index < 4
        ? { ...version, content: [{ body: 'é'.repeat(rest / 8) }, ...version.content.slice(1)] }
        : version,
    );
    expect(JSON.stringify(filled).length).toBeGreaterThan(100_000);

    expect(await update(post, { accounts: ids, versions: filled })).toMatchObject({ status: 200 });
    const { data } = (await call('get-post', post.id)).body;
    expect(data.versions).toHaveLength(WRITERS + 1);
    expect(data.versions[3].content[0].body).toBe('é'.repeat(rest / 8));
  });
});

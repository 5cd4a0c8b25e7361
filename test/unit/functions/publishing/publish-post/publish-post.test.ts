import { describe, expect, it } from 'vitest';
import type { Post } from '#shared/publishing/domain/post.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { rejected } from '#test/support/fakes/publishing/scripted-network.ts';
import { exifSegment, jpegOf, POSITION_BYTES } from '#test/support/fixtures/files/picture-files.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { aPostIn, A_TEXT } from '#test/support/fixtures/publishing/post-states.ts';
import { createPublishingWorld, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';

const world = forEachTest(createPublishingWorld);
/** Delivers the job of the post and lets everything that follows happen. */
async function publish(post: Post): Promise<Post> {
  await world.receive(toScheduledJob(post));
  return world.settle(post);
}

function codes(): string[] {
  return world.log.lines.map(({ code }) => code);
}

describe('publish-post, a scheduled post', () => {
  it('is posted to every account once and is published, with one event', async () => {
    const post = await world.duePost(3);
    const end = await publish(post);

    expect(end).toMatchObject({ status: 'published', run: null, runs: 1, due: null, retryAccounts: null });
    expect(end.publishedAt).toEqual(NOW);
    expect(world.network.posts.size).toBe(3);
    expect(world.events()).toEqual([
      { event: 'publishing.post.published', data: { id: post.id, status: 2 } },
    ]);
    expect(await world.publicationsOf(post)).toMatchObject(
      [1, 2, 3].map((accountId) => ({
        accountId,
        run: 1,
        state: 'published',
        provider: 'sandbox',
        attempts: 1,
        remote: [{ id: `remote-${post.id}-1-${accountId}:0` }],
        finishedAt: NOW,
      })),
    );
  });

  it('is locked while it is published, and has a watchdog', async () => {
    const post = await world.duePost();
    await world.receive(toScheduledJob(post));

    expect(world.postOf(post)).toMatchObject({
      status: 'scheduled',
      run: { number: 1, accounts: [1, 2], pending: [1, 2] },
      due: { at: secondsAfterNow(180), seq: 2, timer: false },
    });
  });

  it('gives each account its version, files, options and credentials, under a key of run and account', async () => {
    const versions = [
      ...A_TEXT,
      {
        accountId: 2,
        isOriginal: false,
        content: [
          { body: 'One', url: 'https://example.com', media: [7] },
          { body: 'Two', url: null, media: [] },
        ],
        options: { sandbox: { loud: true }, mastodon: { visibility: 'private' } },
      },
    ];
    const post = await world.duePost(2, { versions });
    const file = aMedia({ id: 7, workspaceId: post.workspaceId, altText: 'An engine' });
    await world.fixture.media.create(file, aContext());
    world.files.files.set(file.objectKey, new Uint8Array([1, 2, 3]));
    await publish(post);

    const [first, second] = world.network.requests;
    expect(first).toMatchObject({
      key: `${post.id}-1-1`,
      items: [{ body: 'Hello', media: [] }],
      options: {},
    });
    expect(second).toMatchObject({
      key: `${post.id}-1-2`,
      credentials: { provider: 'sandbox' },
      startedAt: NOW,
      items: [
        { body: 'One', url: 'https://example.com', media: [{ id: 7, altText: 'An engine', size: 1000 }] },
        { body: 'Two', media: [] },
      ],
      options: { loud: true },
      done: [],
      unknownSince: null,
    });
    expect(await second?.items[0]?.media[0]?.read()).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('sends a file without its position, and keeps the original', async () => {
    const content = [{ body: 'One', url: null, media: [7] }];
    const post = await world.duePost(1, {
      versions: [{ accountId: 0, isOriginal: true, content, options: {} }],
    });
    const file = aMedia({ id: 7, workspaceId: post.workspaceId, mimeType: 'image/jpeg' });
    const original = jpegOf(exifSegment());
    await world.fixture.media.create(file, aContext());
    world.files.files.set(file.objectKey, original.slice());
    await publish(post);

    const sent = await world.network.requests[0]?.items[0]?.media[0]?.read();
    expect(Buffer.from(original).includes(POSITION_BYTES)).toBe(true);
    expect(sent).toHaveLength(original.length);
    expect(Buffer.from(sent ?? []).includes(POSITION_BYTES)).toBe(false);
    expect(world.files.files.get(file.objectKey)).toEqual(original);
  });

  it('fails if one account fails, and its next run posts to that account only', async () => {
    const post = await world.duePost(3);
    world.network.script('publish', () => rejected('failed'), 'publish');
    const failed = await publish(post);

    expect(failed).toMatchObject({ status: 'failed', run: null, retryAccounts: [2], publishedAt: null });
    expect(world.events()).toEqual([
      { event: 'publishing.post.publishing_failed', data: { id: post.id, status: 3 } },
    ]);
    const due = { at: secondsAfterNow(60), seq: 9, timer: true };
    const again: Post = { ...failed, status: 'scheduled', due, dueSeq: 9, revision: failed.revision + 1 };
    await world.fixture.posts.save(failed, again, null, aContext());
    world.clock.advance(60);
    const end = await publish(again);

    expect(end).toMatchObject({ status: 'published', runs: 2, retryAccounts: null });
    expect(world.network.requests.map(({ key }) => key)).toEqual([
      `${post.id}-1-1`,
      `${post.id}-1-2`,
      `${post.id}-1-3`,
      `${post.id}-2-2`,
    ]);
    expect((await world.publicationsOf(post)).map(({ run, state }) => [run, state])).toEqual([
      [2, 'published'],
      [1, 'published'],
      [1, 'failed'],
      [1, 'published'],
    ]);
  });

  it('is published at once if every missing account was removed', async () => {
    const post = await world.duePost(2, { retryAccounts: [9] });
    const end = await publish(post);

    expect(end).toMatchObject({ status: 'published', run: null, runs: 0 });
    expect(world.network.requests).toEqual([]);
    expect(world.events()).toHaveLength(1);
  });

  it('is posted to a hundred accounts', async () => {
    const post = await world.duePost(100);
    const end = await publish(post);

    expect(end.status).toBe('published');
    expect(world.network.posts.size).toBe(100);
    expect(world.events()).toHaveLength(1);
  });
});

describe('publish-post, an outdated job', () => {
  it.each([
    ['an earlier plan', { due: { at: NOW, seq: 2, timer: true }, dueSeq: 2 }],
    ['a draft', { status: 'draft', due: null }],
    ['a published post', { status: 'published', due: null }],
    ['a failed post', { status: 'failed', due: null }],
    ['a post in the trash', { trashedAt: NOW, due: null }],
  ] as const)('does nothing for %s', async (_, overrides) => {
    const post = await world.duePost(1);
    const job = toScheduledJob(post);
    await world.fixture.posts.save(post, { ...post, ...overrides, revision: 2 }, null, aContext());
    await world.receive(job);

    expect(world.postOf(post)).toMatchObject({ run: null, revision: 2 });
    expect(world.queue.waiting).toEqual([]);
    expect(codes()).toEqual(['POST_JOB_OUTDATED']);
  });

  it('does nothing for a post that is deleted or of another workspace', async () => {
    const post = await world.duePost(1);
    await world.receive({ ...toScheduledJob(post), workspaceId: 'another' });
    world.fixture.core.posts.delete(post.id);
    await world.receive(toScheduledJob(post));

    expect(codes()).toEqual(['POST_JOB_OUTDATED', 'POST_JOB_OUTDATED']);
  });

  it('postpones a job that arrives early', async () => {
    const post = await world.duePost(1, { due: { at: secondsAfterNow(40), seq: 1, timer: true } });
    await world.receive(toScheduledJob(post));

    expect(world.postOf(post).run).toBeNull();
    expect(world.queue.waiting).toMatchObject([
      { job: toScheduledJob(post), at: secondsAfterNow(40).getTime() },
    ]);
    expect((await world.settle(post)).status).toBe('published');
  });

  it('publishes once, whatever fires and however often', async () => {
    const post = await world.duePost(2);
    await Promise.all([1, 2, 3].map(() => world.receive(toScheduledJob(post))));
    await world.receive(toScheduledJob(post));
    await world.settle(post);
    await world.receive(toScheduledJob(post));

    expect(world.network.posts.size).toBe(2);
    expect(world.network.requests).toHaveLength(2);
    expect(world.events()).toHaveLength(1);
  });

  it('ignores attempts of an earlier run and of accounts that have an outcome', async () => {
    const post = await world.duePost(1);
    await world.receive(toScheduledJob(post));
    const [waiting] = world.queue.waiting;
    if (!waiting || !('kind' in waiting.job)) throw new Error('An attempt waits');
    await world.receive({ ...waiting.job, run: 7 });
    expect(world.network.requests).toEqual([]);

    await world.settle(post);
    await world.receive(waiting.job);
    expect(world.network.requests).toHaveLength(1);
    expect(codes().filter((code) => code === 'PUBLICATION_OUTDATED')).toHaveLength(2);
  });
});

describe('publish-post, an account that cannot be posted to', () => {
  /** The reason why the only account of a post failed without a call to the network. */
  async function failureOf(post: Post): Promise<string | undefined> {
    const end = await publish(post);
    const [publication] = await world.publicationsOf(post);

    expect(end).toMatchObject({ status: 'failed', retryAccounts: [1] });
    expect(world.network.requests).toEqual([]);
    return publication?.error?.code;
  }

  it.each(['needs_reauth', 'disabled'] as const)('fails if it is %s', async (status) => {
    const post = await world.duePost(1);
    const [account] = await world.fixture.accounts.findAll(post.workspaceId, [1]);
    if (!account) throw new Error('No account');
    await world.fixture.accounts.save(account, { ...account, status, revision: 2 }, null, aContext());

    expect(await failureOf(post)).toBe('account_not_connected');
  });

  it('fails if it was removed', async () => {
    const post = await world.duePost(0, { accounts: [1] });

    expect(await failureOf(post)).toBe('account_not_connected');
  });

  it.each([
    ['is missing', undefined],
    ['was never uploaded', 'pending'],
  ] as const)('fails if a media file %s', async (_, state) => {
    const content = [{ body: 'Hello', url: null, media: [7] }];
    const post = await world.duePost(1, {
      versions: [{ accountId: 0, isOriginal: true, content, options: {} }],
    });
    const file = aMedia({ id: 7, workspaceId: post.workspaceId, state: 'pending' });
    if (state) await world.fixture.media.create(file, aContext());

    expect(await failureOf(post)).toBe('media_not_found');
  });

  it('fails if its credentials cannot be read', async () => {
    const post = await world.duePost(1);
    const [account] = await world.fixture.accounts.findAll(post.workspaceId, [1]);
    if (!account) throw new Error('No account');
    const context = { purpose: 'account', workspace: post.workspaceId, subject: account.uuid } as const;
    const sealedCredentials = await world.secrets.seal('nonsense', context);
    const broken = { ...account, sealedCredentials, revision: 2 };
    await world.fixture.accounts.save(account, broken, null, aContext());

    expect(await failureOf(post)).toBe('credentials_unreadable');
  });

  it('waits in one-minute steps while the key service is down, without counting attempts', async () => {
    const post = await world.duePost(1);
    world.secrets.breakDown();
    await world.receive(toScheduledJob(post));
    for (let waits = 0; waits < 4; waits += 1) await world.step();
    expect(world.clock()).toEqual(secondsAfterNow(180));
    world.secrets.repair();

    expect((await world.settle(post)).status).toBe('published');
    expect(await world.publicationsOf(post)).toMatchObject([{ attempts: 1 }]);
    // An alarm counts these lines, which are the only sign of the outage.
    expect(world.log.lines.find(({ code }) => code === 'SECRET_UNAVAILABLE')).toMatchObject({
      level: 'warn',
      fields: { post_id: post.id, account_id: 1, error: 'SecretUnavailableError' },
    });
  });
});

describe('publish-post, credentials that a network rejects', () => {
  const unauthorised = () => rejected('unauthorised', 'credentials_refused');

  async function accountOf({ workspaceId }: Post) {
    const [account] = await world.fixture.accounts.findAll(workspaceId, [1]);
    if (!account) throw new Error('No account');
    return account;
  }

  it("end the account's attempt and mark the account, with an event", async () => {
    const post = await world.duePost(1);
    world.network.script(unauthorised);
    const end = await publish(post);
    const { uuid, name } = await accountOf(post);

    expect(end.status).toBe('failed');
    expect(await world.publicationsOf(post)).toMatchObject([{ error: { code: 'credentials_refused' } }]);
    expect(await accountOf(post)).toMatchObject({ status: 'needs_reauth', revision: 2 });
    expect(world.events()).toEqual([
      {
        event: 'publishing.account.updated',
        data: { id: uuid, name, provider: 'sandbox', status: 'needs_reauth' },
      },
      { event: 'publishing.post.publishing_failed', data: { id: post.id, status: 3 } },
    ]);
  });

  it('mark the account once, however many posts fail', async () => {
    const post = await world.duePost(1);
    const { workspaceId } = post;
    const other = aPostIn('scheduled', { workspaceId, scheduledAt: NOW, due: post.due });
    await world.fixture.posts.create(other, aContext());
    world.network.script(unauthorised, unauthorised);
    await world.receive(toScheduledJob(post));
    await world.receive(toScheduledJob(other));
    const [first, second] = world.queue.waiting.splice(0);
    if (!first || !second) throw new Error('Two attempts wait');
    await Promise.all([world.receive(first.job), world.receive(second.job)]);

    const names = world.events().map(({ event }) => event);
    expect(names.filter((name) => name === 'publishing.account.updated')).toHaveLength(1);
    expect(names.filter((name) => name === 'publishing.post.publishing_failed')).toHaveLength(2);
  });

  it('leave an account unmarked that was reconnected concurrently', async () => {
    const post = await world.duePost(1);
    world.network.script(async () => {
      const account = await accountOf(post);
      const renewed = { ...account, sealedCredentials: 'renewed', revision: 2 };
      await world.fixture.accounts.save(account, renewed, null, aContext());
      return unauthorised();
    });
    await publish(post);

    expect(await accountOf(post)).toMatchObject({ status: 'connected', sealedCredentials: 'renewed' });
  });

  /** Edits the account concurrently each time it is to be marked, this often. */
  function renameAhead(times: number): void {
    const { accounts } = world.fixture;
    const save = accounts.save.bind(accounts);
    let left = times;
    accounts.save = async (before, ...rest) => {
      left -= 1;
      if (left >= 0) {
        const name = `New ${left}`;
        await save(before, { ...before, name, revision: before.revision + 1 }, null, aContext());
      }
      return save(before, ...rest);
    };
  }

  it('mark an account that is renamed many times concurrently', async () => {
    const post = await world.duePost(1);
    renameAhead(24);
    world.network.script(unauthorised);
    await publish(post);

    expect(await accountOf(post)).toMatchObject({ status: 'needs_reauth', name: 'New 0' });
  });

  it('are logged when the account cannot be marked, and the post ends all the same', async () => {
    const post = await world.duePost(1);
    renameAhead(Number.POSITIVE_INFINITY);
    world.network.script(unauthorised);

    expect((await publish(post)).status).toBe('failed');
    expect(await accountOf(post)).toMatchObject({ status: 'connected' });
    expect(codes()).toContain('ACCOUNT_NOT_FLAGGED');
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDetachAccount } from '#functions/publishing/recompute-posts/detach-account.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { noPause } from '#test/support/fixtures/platform/no-pause.ts';
import { startScheduleApi } from '#test/support/fixtures/publishing/schedule-api.ts';

/** An API that disconnects a sandbox account, with the consumer of its removal. */
async function startFixture() {
  const fixture = await startScheduleApi();
  const { api, workspaceId } = fixture;
  const key = api.grant(['publishing:accounts:write']);
  const { removals, posts, clock, log } = api;
  const detach = createDetachAccount({ removals, posts, clock, newNonce: randomUUID, backOff: noPause, log });
  // The first number belongs to the account with which the API starts.
  await api.accounts.nextId(workspaceId);
  const connected = await api.call('connect-account', {
    key,
    json: { provider: 'sandbox', credentials: {} },
  });
  const { id, uuid } = connected.body.data;

  const due = () => api.core.accountRemovals.get(`${workspaceId}/${uuid}`)?.due ?? null;

  /** The message of the current plan. */
  function message(): ScheduledJob {
    const { seq, at } = due() ?? { seq: 0, at: NOW };
    return { resource: 'account', id: uuid, workspaceId, seq, dueAt: at.getTime() };
  }

  const run = (job = message()) => detach(job, { messageId: 'message-1' });
  return {
    ...fixture,
    account: id,
    due,
    message,
    run,
    disconnect: () => api.call('disconnect-account', { key, params: { account: uuid } }),

    /** Processes the work to its end, message by message, as the queue would. */
    async finish() {
      for (let messages = 0; due() !== null; messages += 1) {
        const at = due()?.at ?? NOW;
        clock.advance(Math.max(0, (at.getTime() - clock().getTime()) / 1000));
        await run();
        if (messages > 100) throw new Error('It never ends');
      }
    },
  };
}

describe('detach-account', () => {
  it('makes drafts of scheduled posts for this account alone, and removes it from the others', async () => {
    const { account, put, stored, disconnect, run, emitted } = await startFixture();
    const alone = put('scheduled', { accounts: [account] });
    const shared = put('scheduled', { accounts: [account, account + 1] });
    const other = put('scheduled', { accounts: [account + 1] });
    const others = (['draft', 'publishing', 'published', 'failed', 'trashed'] as const).map((state) =>
      put(state, { accounts: [account] }),
    );
    const before = [other, ...others].map(stored);
    await disconnect();
    const events = emitted().length;
    await run();

    expect(stored(alone)).toMatchObject({ status: 'draft', accounts: [], due: null });
    expect(stored(shared)).toMatchObject({ status: 'scheduled', accounts: [account + 1], due: { seq: 1 } });
    expect([other, ...others].map(stored)).toEqual(before);
    // A return to draft emits no event (docs/specification/publishing.md#updating-a-post).
    expect(emitted()).toHaveLength(events);
  });

  it('processes 120 posts page by page, and is done after its second pass', async () => {
    const { account, api, put, disconnect, run, due, finish } = await startFixture();
    for (let count = 0; count < 120; count += 1)
      put('scheduled', { accounts: [count % 2 ? account : account + 1] });
    const drafts = () => [...api.core.posts.values()].filter(({ status }) => status === 'draft').length;
    await disconnect();
    await run();
    // About half of the first fifty.
    expect(drafts()).toBeGreaterThan(0);
    expect(drafts()).toBeLessThanOrEqual(50);
    expect(due()).toMatchObject({ seq: 2, at: NOW });
    await finish();

    expect(drafts()).toBe(60);
    expect(due()).toBeNull();
  });

  it('finds in its second pass what was scheduled during the first', async () => {
    const { account, put, stored, disconnect, run, finish } = await startFixture();
    await disconnect();
    await run();
    const late = put('scheduled', { accounts: [account] });
    await finish();

    expect(stored(late)).toMatchObject({ status: 'draft', accounts: [] });
  });

  it('computes a post again that is edited at the same time', async () => {
    const { account, api, put, stored, disconnect, run } = await startFixture();
    const post = put('scheduled', { accounts: [account] });
    const { save } = api.posts;
    let edits = 0;
    api.posts.save = async (before, after, event, context) => {
      if (edits === 0) {
        edits += 1;
        const edited = { ...before, accounts: [account, account + 1], revision: before.revision + 1 };
        await save(before, edited, null, aContext());
        throw new ConcurrentUpdateError();
      }
      await save(before, after, event, context);
    };
    await disconnect();
    await run();

    expect(stored(post)).toMatchObject({ status: 'scheduled', accounts: [account + 1] });
  });

  it('skips a post whose publishing starts at the same time', async () => {
    const { account, api, put, stored, disconnect, run, due } = await startFixture();
    const post = put('scheduled', { accounts: [account] });
    const listed = stored(post);
    if (!listed) throw new Error('The post is gone');
    api.posts.list = async () => [listed];
    const begun = { number: 1, startedAt: NOW, accounts: [account], pending: [account] };
    api.core.posts.set(post, { ...listed, run: begun, runs: 1, revision: 2 });
    await disconnect();
    await run();

    expect(stored(post)).toMatchObject({ run: begun, accounts: [account] });
    expect(due()).toMatchObject({ seq: 2 });
  });

  it('does nothing for an outdated plan, or for an account that still exists', async () => {
    const { account, put, stored, disconnect, message, run, due } = await startFixture();
    const post = put('scheduled', { accounts: [account] });
    await run({ ...message(), seq: 1 });
    expect(stored(post)).toMatchObject({ status: 'scheduled' });
    await disconnect();
    const first = message();
    await run(first);
    const plan = due();
    await run(first);

    expect(due()).toEqual(plan);
  });

  it('waits for the minute of its second pass', async () => {
    const { disconnect, run } = await startFixture();
    await disconnect();
    await run();

    await expect(run()).rejects.toThrow(RetryMessageError);
  });

  it('records in the post who changed it', async () => {
    const { account, api, put, disconnect, run } = await startFixture();
    put('scheduled', { accounts: [account] });
    const { save } = api.posts;
    const changes: unknown[] = [];
    api.posts.save = async (before, after, event, context) => {
      changes.push(context.change);
      await save(before, after, event, context);
    };
    await disconnect();
    await run();

    expect(changes).toMatchObject([
      { actor: { kind: 'system' }, operation: 'recompute-posts', requestId: 'message-1' },
    ]);
  });
});

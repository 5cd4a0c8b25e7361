import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createHandler as createRecomputePostsHandler } from '#functions/publishing/recompute-posts/handler.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { noPause } from '#test/support/fixtures/platform/no-pause.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';
import { startScheduleApi } from '#test/support/fixtures/publishing/schedule-api.ts';

const IN_NEW_YORK = new Date('2026-06-02T19:00:00.000Z');

/** An API whose workspace changes its time zone, with the consumer of that change. */
async function startFixture() {
  const fixture = await startScheduleApi();
  const { api, workspaceId } = fixture;
  const admin = api.grant(['workspace:settings:read', 'workspace:settings:write']);
  const { workspaces, posts, clock, log } = api;
  const recompute = createRecomputePostsHandler({
    workspaces,
    posts,
    clock,
    newNonce: randomUUID,
    backOff: noPause,
    log,
  });

  function due() {
    return api.core.workspaces.get(workspaceId)?.recompute?.due ?? null;
  }

  /** The message of the current plan. */
  function message(): ScheduledJob {
    const { seq, at } = due() ?? { seq: 0, at: NOW };
    return { resource: 'workspace', id: workspaceId, workspaceId, seq, dueAt: at.getTime() };
  }

  const run = (job = message()) => recompute(job, { messageId: 'message-1' });
  return {
    ...fixture,
    due,
    message,
    run,
    moveTo: (timezone: string) => api.call('update-workspace', { key: admin, json: { timezone } }),
    progress: async () => (await api.call('get-workspace', { key: admin })).body.recompute,

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

describe('recompute-posts', () => {
  it('moves a queued post also to the slot of another one, which keeps its timestamp', async () => {
    const { put, stored, moveTo, finish } = await startFixture();
    const slot = (date: string, time: string, at: string) =>
      put('scheduled', { date, time, queued: true, due: { at: new Date(at), seq: 1, timer: true } });
    const at = '2026-06-01T16:00:00.000Z';
    const kept = slot('2026-06-01', '18:00', at);
    const moved = slot('2026-06-02', '01:00', '2026-06-01T23:00:00.000Z');

    await moveTo('Asia/Tokyo');
    await finish();

    expect(stored(kept)).toMatchObject({ keptInstant: true, queued: true, due: { at: new Date(at) } });
    expect(stored(moved)).toMatchObject({ keptInstant: false, queued: false, due: { at: new Date(at) } });
  });

  it('updates drafts and scheduled posts with their timers, and nothing else', async () => {
    const { put, stored, moveTo, run, emitted } = await startFixture();
    const [draft, scheduled] = [put('draft'), put('scheduled')];
    const others = (['publishing', 'published', 'failed', 'trashed'] as const).map((state) => put(state));
    const before = others.map(stored);

    expect((await moveTo('America/New_York')).body.recompute).toEqual({ state: 'queued' });
    await run();

    expect(stored(draft)).toMatchObject({
      timezone: 'America/New_York',
      scheduledAt: IN_NEW_YORK,
      due: null,
    });
    expect(stored(scheduled)).toMatchObject({
      status: 'scheduled',
      scheduledAt: IN_NEW_YORK,
      due: { at: IN_NEW_YORK, seq: 2, timer: true },
    });
    expect(others.map(stored)).toEqual(before);
    expect(emitted()).toEqual([]);
  });

  it('keeps the instant of a scheduled post that would move into the past, and reports it', async () => {
    const { put, stored, moveTo, finish, progress } = await startFixture();
    const soon = put('scheduled', { date: '2026-06-01', time: '20:00' });
    const at = stored(soon)?.scheduledAt;
    await moveTo('Asia/Tokyo');
    await finish();

    expect(stored(soon)).toMatchObject({
      scheduledAt: at,
      keptInstant: true,
      timezone: 'Asia/Tokyo',
      dueSeq: 1,
    });
    expect(await progress()).toEqual({ state: 'done', done: 0, kept: 1 });
  });

  it('reports its progress', async () => {
    const { put, moveTo, run, finish, progress } = await startFixture();
    put('draft');
    put('scheduled');
    expect(await progress()).toEqual({ state: 'not_needed', done: 0, kept: 0 });
    await moveTo('UTC');
    expect(await progress()).toEqual({ state: 'queued', done: 0, kept: 0 });
    await run();
    expect(await progress()).toEqual({ state: 'running', done: 2, kept: 0 });
    await finish();
    expect(await progress()).toEqual({ state: 'done', done: 2, kept: 0 });
  });

  it('processes 1,200 posts in pages and messages', async () => {
    const { put, api, moveTo, run, due, finish, progress } = await startFixture();
    for (let count = 0; count < 1200; count += 1) put(count % 2 ? 'draft' : 'scheduled');
    await moveTo('UTC');
    await run();
    expect(await progress()).toMatchObject({ state: 'running', done: 500 });
    expect(due()).toMatchObject({ at: NOW, seq: 2 });
    await finish();

    expect(await progress()).toEqual({ state: 'done', done: 1200, kept: 0 });
    expect([...api.core.posts.values()].every(({ timezone }) => timezone === 'UTC')).toBe(true);
  });

  it('finds in its second pass what an edit computed with the old time zone', async () => {
    const { put, stored, moveTo, run, finish, progress } = await startFixture();
    await moveTo('America/New_York');
    await run();
    const late = put('draft', { timezone: 'Europe/Berlin' });
    await finish();

    expect(stored(late)).toMatchObject({ timezone: 'America/New_York', scheduledAt: IN_NEW_YORK });
    expect(await progress()).toMatchObject({ state: 'done', done: 1 });
  });

  it('does not start its second pass early', async () => {
    const { moveTo, run, due } = await startFixture();
    await moveTo('America/New_York');
    await run();

    expect(due()?.at).toEqual(secondsAfterNow(60));
    await expect(run()).rejects.toThrow(RetryMessageError);
  });

  it('continues after a crash, and computes nothing twice', async () => {
    const { api, put, stored, moveTo, run, finish, progress } = await startFixture();
    const ids = Array.from({ length: 3 }, () => put('scheduled'));
    const { save } = api.posts;
    let writes = 0;
    api.posts.save = (...command) =>
      (writes += 1) === 2 ? Promise.reject(new Error('no connection')) : save(...command);
    await moveTo('America/New_York');

    await expect(run()).rejects.toThrow('no connection');
    await finish();
    expect(ids.map((id) => stored(id)?.dueSeq)).toEqual([2, 2, 2]);
    expect(writes).toBe(4);
    expect((await progress()).state).toBe('done');
  });

  it('does nothing for a message that is received again', async () => {
    const { put, stored, moveTo, message, run, finish } = await startFixture();
    const post = put('scheduled');
    await moveTo('America/New_York');
    const first = message();
    await finish();
    const before = stored(post);
    await run(first);

    expect(stored(post)).toEqual(before);
  });

  it('yields to a later change of the time zone', async () => {
    const { api, put, stored, moveTo, message, run, finish } = await startFixture();
    const post = put('scheduled');
    await moveTo('America/New_York');
    const first = message();
    const { list } = api.posts;
    api.posts.list = async (...query) => {
      api.posts.list = list;
      await moveTo('Asia/Tokyo');
      return list(...query);
    };
    await run(first);
    await run(first);
    await finish();

    expect(stored(post)).toMatchObject({
      timezone: 'Asia/Tokyo',
      scheduledAt: new Date('2026-06-02T06:00:00.000Z'),
    });
  });

  it('computes the current version of a post that is edited at the same time', async () => {
    const { api, put, stored, moveTo, run, workspaceId } = await startFixture();
    const post = put('draft');
    const { save } = api.posts;
    api.posts.save = async (...command) => {
      api.posts.save = save;
      const edited = { id: post, workspaceId, time: '18:00', revision: 2 };
      api.core.posts.set(post, aPostIn('draft', edited));
      return save(...command);
    };
    await moveTo('America/New_York');
    await run();

    expect(stored(post)?.scheduledAt).toEqual(new Date('2026-06-02T22:00:00.000Z'));
  });

  it('skips a post that starts publishing, or is deleted, at the same time', async () => {
    const { api, put, stored, moveTo, run, progress } = await startFixture();
    const [started, gone] = [put('scheduled'), put('scheduled')];
    const { list } = api.posts;
    api.posts.list = async (...query) => {
      const found = await list(...query);
      const before = stored(started);
      const going = { number: 1, startedAt: NOW, accounts: [1], pending: [1] };
      if (before && !before.run) api.core.posts.set(started, { ...before, run: going, revision: 2 });
      api.core.posts.delete(gone);
      return found;
    };
    await moveTo('America/New_York');
    await run();

    expect(stored(started)?.timezone).toBe('Europe/Berlin');
    expect(await progress()).toMatchObject({ done: 0, kept: 0 });
  });

  it('returns later to a post that is edited all the time', async () => {
    const { api, put, moveTo, run } = await startFixture();
    put('draft');
    api.posts.save = () => Promise.reject(new ConcurrentUpdateError());
    await moveTo('America/New_York');

    await expect(run()).rejects.toThrow(RetryMessageError);
  });

  it('does nothing for a workspace that never changed its time zone, or was deleted', async () => {
    const { api, run, message, workspaceId } = await startFixture();
    await run();
    api.core.workspaces.delete(workspaceId);

    await expect(run({ ...message(), seq: 1 })).resolves.toBeUndefined();
  });
});

import { randomUUID } from 'node:crypto';
import { createPublishPostHandler } from '#functions/publish-post/handler.ts';
import { createRecomputePostsHandler } from '#functions/recompute-posts/handler.ts';
import type { DueJob } from '#shared/domain/due/due-job.ts';
import type { RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import { credentialsSeal, writeCredentials } from '#shared/domain/posts/account-credentials.ts';
import { type PostState, postState } from '#shared/domain/posts/post-state.ts';
import type { Post } from '#shared/domain/posts/post.ts';
import type { PublishJob } from '#shared/domain/posts/publish-job.ts';
import { anAccount } from './account-builders.ts';
import type { ApiRequest, MemoryApi } from './memory-api.ts';
import { createMemoryFileStore } from './memory-file-store.ts';
import { createMemoryPublishQueue } from './memory-publish-queue.ts';
import { createScriptedNetwork, refused, retry } from './scripted-network.ts';
import { startScheduleApi } from './schedule-api.ts';

/** One write of the post that was carried out, whoever made it. */
export type Transition = {
  readonly from: PostState;
  readonly to: PostState | 'gone';
  readonly event: string | null;
  readonly revisions: readonly [before: number, after: number];
};

export type PostLife = Awaited<ReturnType<typeof startPostLife>>;

/**
 * One post with two accounts behind the API, its publisher and its recomputing consumer, and a ledger of every write that was
 * carried out. Messages wait until a test delivers them, as often and as late as it likes.
 */
export async function startPostLife() {
  const bench = await startScheduleApi();
  const { api, workspaceId } = bench;
  const { clock, log, secrets } = api;
  const network = createScriptedNetwork();
  const queue = createMemoryPublishQueue(clock);
  const ledger: Transition[] = [];
  const jobs: DueJob[] = [];
  const admin = api.grant(['workspace:settings:write']);

  for (const id of [1, 2]) {
    const account = anAccount({ id, workspaceId });
    const text = writeCredentials({ provider: 'sandbox' });
    bench.putAccount({ ...account, sealedCredentials: await secrets.seal(text, credentialsSeal(account)) });
  }
  const post = bench.put('draft', { accounts: [1, 2] });

  function note(before: Post, after: Post | null, event: RecordedEvent | null): void {
    ledger.push({
      from: postState(before),
      to: after ? postState(after) : 'gone',
      event: event?.event ?? null,
      revisions: [before.revision, after?.revision ?? before.revision],
    });
    const due = after?.due;
    if (!due || jobs.some(({ seq }) => seq === due.seq)) return;
    jobs.push({
      resource: 'post',
      id: post,
      workspace_id: workspaceId,
      seq: due.seq,
      due_at: due.at.getTime(),
    });
  }

  const { save } = api.posts;
  api.posts.save = async (before, after, event, context) => {
    await save(before, after, event, context);
    note(before, after, event);
  };
  const { discard } = api.bin;
  api.bin.discard = async (discards, event, context) => {
    await discard(discards, event, context);
    for (const { before, after } of discards) note(before, after, event);
  };
  const { begin, move, finish } = api.publications;
  api.publications.begin = async (before, after, ...rest) => {
    const done = await begin(before, after, ...rest);
    if (done) note(before, after, null);
    return done;
  };
  api.publications.move = async (step, change) => {
    const done = await move(step, change);
    if (done) note(step.before, step.after, step.event);
    return done;
  };
  api.publications.finish = async (before, after, step, change) => {
    const done = await finish(before, after, step, change);
    if (done) note(step.before, step.after, step.event);
    return done;
  };

  const publish = createPublishPostHandler({
    store: api.publications,
    accounts: api.accounts,
    endpoints: api.endpoints,
    media: api.media,
    files: createMemoryFileStore(clock),
    secrets,
    providers: { mastodon: network, bluesky: network, sandbox: network },
    queue,
    queueDelayLimit: 900,
    clock,
    newNonce: randomUUID,
    log,
  });
  const { workspaces, posts } = api;
  const recompute = createRecomputePostsHandler({ workspaces, posts, clock, newNonce: randomUUID, log });

  /** A message that fails comes again: here by the test's own choice. */
  async function deliver(job: PublishJob): Promise<void> {
    await publish(job, { messageId: 'message-1' }).catch(() => queue.sendLater(job, 1));
  }

  return {
    network,
    queue,
    ledger,
    jobs,
    clock,
    deliver,
    stored: () => bench.stored(post),
    told: bench.told,
    run: (name: Parameters<MemoryApi['call']>[0], request: ApiRequest = {}) => bench.run(name, post, request),

    async moveTo(timezone: string): Promise<void> {
      await api.call('update-workspace', { key: admin, json: { timezone } });
      const due = api.core.workspaces.get(workspaceId)?.recompute?.due;
      if (!due) return;
      const place = { resource: 'workspace', id: workspaceId, workspace_id: workspaceId } as const;
      const job = { ...place, seq: due.seq, due_at: due.at.getTime() };
      await recompute(job, { messageId: 'message-2' }).catch(() => undefined);
    },

    /** How the next requests to the network end. */
    networkAnswers(how: 'well' | 'badly' | 'later'): void {
      if (how === 'badly') network.script(() => refused('failed'));
      if (how === 'later') network.script(() => retry());
    },
  };
}

import { randomUUID } from 'node:crypto';
import { createPublishPostHandler } from '#functions/publish-post/handler.ts';
import type { DueJob } from '#shared/domain/due/due-job.ts';
import { credentialsSeal, writeCredentials } from '#shared/domain/posts/account-credentials.ts';
import type { Account } from '#shared/domain/posts/account.ts';
import type { Post } from '#shared/domain/posts/post.ts';
import type { PublishJob } from '#shared/domain/posts/publish-job.ts';
import { schedulePost } from '#shared/domain/posts/schedule-post.ts';
import { anAccount } from './account-builders.ts';
import { aContext, anEvent, NOW } from './builders.ts';
import { createMemoryFileStore } from './memory-file-store.ts';
import { createMemoryPublishQueue } from './memory-publish-queue.ts';
import { createMemorySecretBox } from './memory-secret-box.ts';
import { createMemoryBench } from './platform-bench.ts';
import { aPostIn } from './post-states.ts';
import { createPowerLine } from './power-line.ts';
import type { PublishingBench } from './publishing-bench.ts';
import { createRecordingLog } from './recording-log.ts';
import { createScriptedNetwork } from './scripted-network.ts';
import { createTestClock } from './test-clock.ts';

/** As the template has them: a failed message comes again after this, and five times at most. */
const VISIBILITY_MS = 24 * 60_000;
const MOST_RECEIVES = 5;
const OVERDUE_MS = 120_000;
const MOST_STEPS = 2000;

/** A network behind real sockets, in the place of the scripted one. */
type NetworkBench = Pick<PublishingBench, 'clock' | 'provider' | 'credentials'>;

export type PublishingWorld = ReturnType<typeof createPublishingWorld>;

/**
 * The publisher over the fakes, in simulated time: messages are received at their time, come again when handling them failed,
 * and the sweep fires what is overdue. Every call of a port goes over one power line.
 */
export function createPublishingWorld(networkBench?: NetworkBench) {
  const clock = networkBench?.clock ?? createTestClock();
  const credentials = networkBench?.credentials ?? ({ provider: 'sandbox' } as const);
  const power = createPowerLine();
  const bench = createMemoryBench();
  const network = createScriptedNetwork();
  const secrets = createMemorySecretBox();
  const files = createMemoryFileStore(clock);
  const queue = createMemoryPublishQueue(clock);
  const log = createRecordingLog();
  const dead: PublishJob[] = [];

  /** A port whose every call can be the last one of its process. */
  function wired<T extends object>(port: T): T {
    return new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) =>
          power.through(String(name), async () => Reflect.apply(member, target, args));
      },
    });
  }

  const provider = wired(networkBench?.provider ?? network);
  const handle = createPublishPostHandler({
    store: wired(bench.publications),
    accounts: wired(bench.accounts),
    endpoints: wired(bench.endpoints),
    media: wired(bench.media),
    files,
    secrets: wired(secrets),
    providers: { mastodon: provider, bluesky: provider, sandbox: provider },
    queue: wired(queue),
    queueDelayLimit: 900,
    clock,
    newNonce: randomUUID,
    log,
  });

  /** Hands one message over; false if it has to come again. */
  async function receive(job: PublishJob): Promise<boolean> {
    try {
      await handle(job, { messageId: 'message-1' });
      return true;
    } catch {
      return false;
    } finally {
      // Whatever died is started again for the next message.
      if (power.isCut()) power.restore();
    }
  }

  /** Receives the message that is next, at its time; false if none waits. */
  async function step(): Promise<boolean> {
    const next = queue.waiting.toSorted((a, b) => a.at - b.at)[0];
    if (!next) return false;
    queue.waiting.splice(queue.waiting.indexOf(next), 1);
    advanceTo(next.at);
    if (await receive(next.job)) return true;
    const receives = next.receives + 1;
    if (receives === MOST_RECEIVES) dead.push(next.job);
    else queue.waiting.push({ ...next, at: clock().getTime() + VISIBILITY_MS, receives });
    return true;
  }

  function advanceTo(at: number): void {
    clock.advance(Math.max(0, at - clock().getTime()) / 1000);
  }

  function postOf({ id }: Pick<Post, 'id'>): Post {
    const post = bench.core.posts.get(id);
    if (!post) throw new Error('The post is gone');
    return post;
  }

  return {
    bench,
    clock,
    power,
    network,
    secrets,
    files,
    queue,
    log,
    dead,
    receive,
    postOf,

    /** A connected account; its credentials are sealed as connecting seals them. */
    async account(overrides: Partial<Account> & Pick<Account, 'workspaceId'>): Promise<Account> {
      const id = overrides.id ?? (await bench.accounts.nextId(overrides.workspaceId));
      const account = anAccount({ provider: credentials.provider, ...overrides, id });
      const text = writeCredentials(credentials);
      const sealedCredentials = await secrets.seal(text, credentialsSeal(account));
      const sealed = { ...account, sealedCredentials };
      const added = anEvent({ workspaceId: account.workspaceId });
      await bench.accounts.create(sealed, added, aContext());
      bench.core.events.delete(added.id);
      return sealed;
    },

    /** A post that is due now, and its accounts, all connected. */
    async duePost(count = 2, overrides: Partial<Post> = {}): Promise<Post> {
      const workspaceId = overrides.workspaceId ?? randomUUID();
      const accounts: number[] = [];
      for (let made = 0; made < count; made += 1) accounts.push((await this.account({ workspaceId })).id);
      const due = { at: NOW, seq: 1, timer: true };
      const post = aPostIn('scheduled', { workspaceId, accounts, scheduledAt: NOW, due, ...overrides });
      await bench.posts.create(post, aContext());
      return post;
    },

    /** Connects the first account of a post again, as far as that is needed. */
    async reconnect({ workspaceId }: Pick<Post, 'workspaceId'>): Promise<void> {
      const [account] = await bench.accounts.findAll(workspaceId, [1]);
      if (account?.status !== 'needs_reauth') return;
      const connected = { ...account, status: 'connected', revision: account.revision + 1 } as const;
      await bench.accounts.save(account, connected, null, aContext());
    },

    /** Schedules a post whose run is over, as people do; `edits` come first. */
    async scheduleAgain(post: Pick<Post, 'id'>, edits: Partial<Post> = {}): Promise<Post> {
      const before = postOf(post);
      const timing = { now: clock(), timezone: before.timezone, postNow: true };
      const after = schedulePost({ ...before, ...edits }, timing);
      if (!after) throw new Error('It is scheduled already');
      await bench.posts.save(before, after, null, aContext());
      return after;
    },

    /** Messages until none waits; the sweep after the last as long as the post is due. */
    async settle(post: Pick<Post, 'id'>): Promise<Post> {
      for (let steps = 0; steps < MOST_STEPS; steps += 1) {
        if (await step()) continue;
        const { due } = postOf(post);
        if (!due) return postOf(post);
        advanceTo(due.at.getTime() + OVERDUE_MS + 1000);
        await queue.sendLater(dueJobOf(postOf(post)), 0);
      }
      throw new Error('The post never ends');
    },

    step,

    /** Names of the events recorded so far, with the data of each. */
    events(): { event: string; data: Record<string, unknown> }[] {
      return [...bench.core.events.values()].map(({ event, body }) => ({
        event,
        data: JSON.parse(body).data,
      }));
    },

    publicationsOf: ({ id }: Pick<Post, 'id'>) => bench.posts.readPublications(id),
  };
}

/** The job of a post's plan, as its timer or the sweep hands it over. */
export function dueJobOf({ id, workspaceId, due }: Post): DueJob {
  if (!due) throw new Error('Nothing is due');
  return { resource: 'post', id, workspace_id: workspaceId, seq: due.seq, due_at: due.at.getTime() };
}

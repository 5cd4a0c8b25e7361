import { ACCOUNT_STEPS } from '#local/example/example-posts.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { submitPost } from '#shared/publishing/domain/post-approval.ts';
import { newPost } from '#shared/publishing/domain/post-edit.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';
import { decideScheduledJob, ended, newPublication } from '#shared/publishing/domain/publishing-run.ts';
import { schedulePost } from '#shared/publishing/domain/schedule-post.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDynamoPublicationStore } from '#shared/publishing/store/dynamo-publication-store.ts';
import { changeAt, dayBefore, type History, type HistoryStep, timeBefore } from './history.ts';
import { PAST_POSTS, type PastPost } from './past-post-texts.ts';
import { colleague } from './past-team.ts';
import { idAt } from './seeded.ts';

/** Posts are published some seconds after their time. */
const PUBLISHED_AFTER_MS = 2400;

/** A post was submitted so long after it was written. */
const SUBMITTED_AFTER_MS = 12 * MINUTE_MS;

/** What the sandbox reports for the option with which such a post asks for it. */
const REFUSED = { code: 'network_refused', detail: 'The sandbox was configured to reject the post.' };

/** Connects the accounts, and then writes each post. */
export const PAST_POST_STEPS: readonly HistoryStep[] = [
  ...ACCOUNT_STEPS,
  ...PAST_POSTS.map(
    (example, index): HistoryStep =>
      (history) =>
        writePost(history, example, index),
  ),
];

async function writePost(history: History, example: PastPost, index: number): Promise<void> {
  const { core, workspaceId } = history;
  const posts = createDynamoPostStore(core);
  const author = colleague(history, 'socialMedia');
  const writtenAt = timeBefore(history, example.writtenDaysAgo, '11:05');
  const id = idAt(writtenAt, `${workspaceId} post ${index}`);
  const draft = await newDraft(history, example, { id, writtenAt });
  const stored = await posts.find(workspaceId, id);
  if (example.outcome === 'scheduled') {
    const post = scheduledPost(history, draft, writtenAt, author.member);
    if (!stored) await posts.create(post, changeAt(writtenAt, author, 'create-post'));
    return;
  }
  if (!stored) await posts.create(draft, changeAt(writtenAt, author, 'create-post'));
  // Every further write changes the status.
  if (stored && stored.status !== 'draft') return;
  if (example.outcome === 'needs_approval') {
    const at = new Date(writtenAt.getTime() + SUBMITTED_AFTER_MS);
    const submitted = submitPost(draft, null, { now: at, by: author.member, timezone: history.timezone });
    await posts.save(draft, submitted, null, changeAt(at, author, 'submit-post'));
  }
  if (example.outcome === 'published' || example.outcome === 'failed')
    await publish(history, draft, { failsOnLast: example.outcome === 'failed', by: author.member });
}

async function newDraft(
  history: History,
  { text, day, time, accounts: selected, outcome }: PastPost,
  { id, writtenAt }: { readonly id: string; readonly writtenAt: Date },
): Promise<Post> {
  const { core, workspaceId, timezone } = history;
  // Newest first.
  const stored = await createDynamoAccountStore(core).list(workspaceId, { limit: 10 });
  const accounts = stored.map(({ id: account }) => account).toReversed();
  const content = [{ body: text, url: null, media: [] }];
  const refused = { accountId: accounts.at(-1) ?? 0, isOriginal: false, content };
  return newPost(
    { id, workspaceId },
    {
      accounts: selected === 'first' ? accounts.slice(0, 1) : accounts,
      tags: [],
      date: dayBefore(history, -day),
      time,
      versions: [
        { accountId: 0, isOriginal: true, content, options: {} },
        ...(outcome === 'failed' ? [{ ...refused, options: { sandbox: { fail: 'refused' } } }] : []),
      ],
    },
    { timezone, scheduledAt: timeBefore(history, -day, time) },
    writtenAt,
  );
}

function scheduledPost({ timezone }: History, draft: Post, now: Date, by: string): Post {
  const scheduled = schedulePost(draft, { now, timezone, time: 'stored', by });
  return scheduled ? { ...scheduled, revision: draft.revision } : draft;
}

/**
 * Writes the post with the results of its accounts in one transaction. A post that was written as scheduled would be published by the
 * platform itself, at once, because its time is past.
 */
async function publish(
  history: History,
  draft: Post,
  { failsOnLast, by }: { readonly failsOnLast: boolean; readonly by: string },
): Promise<void> {
  const scheduled = scheduledPost(history, draft, draft.createdAt, by);
  const { scheduledAt, due } = scheduled;
  if (!scheduledAt || !due) return;
  const job = {
    resource: 'post' as const,
    id: draft.id,
    workspaceId: draft.workspaceId,
    seq: due.seq,
    dueAt: due.at.getTime(),
  };
  const action = decideScheduledJob(scheduled, job, scheduledAt);
  if (action.kind !== 'start' || action.after.run === null) return;
  const { run } = action.after;
  const at = new Date(scheduledAt.getTime() + PUBLISHED_AFTER_MS);
  const failed = failsOnLast ? run.accounts.slice(-1) : [];
  const publications = run.accounts.map((accountId) =>
    finished(newPublication(draft, run, accountId, 'sandbox'), failed.includes(accountId), at),
  );
  const after = { ...ended(action.after, failed, at), revision: draft.revision + 1 };
  const { change } = changeAt(at, { kind: 'system' }, 'publish-post');
  await createDynamoPublicationStore(history.core).startRun(draft, after, publications, change);
}

function finished(publication: Publication, isFailed: boolean, at: Date): Publication {
  const { postId, run, accountId } = publication;
  const attempt = { ...publication, attempts: 1, lastAttemptAt: at, finishedAt: at };
  if (isFailed) return { ...attempt, state: 'failed', error: REFUSED };
  const key = idAt(at, `publication ${postId} ${run} ${accountId}`);
  const remote = [{ id: `sandbox:${key}:0`, url: `https://sandbox.invalid/posts/${key}/0` }];
  return { ...attempt, state: 'published', remote };
}

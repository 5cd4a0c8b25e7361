import * as v from 'valibot';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { Publication } from '#shared/publishing/domain/post.ts';
import { publicationKey } from './publishing-keys.ts';

const publicationItem = v.object({
  post_id: v.string(),
  workspace_id: v.string(),
  run: v.number(),
  account_id: v.number(),
  provider: v.string(),
  state: v.picklist(['pending', 'published', 'failed']),
  attempts: v.number(),
  spared: v.optional(v.number(), 0),
  last_attempt_at: maybe(instant),
  next_attempt_at: maybe(instant),
  unknown_since: maybe(instant),
  remote: v.array(v.object({ id: v.string(), url: maybe(v.string()) })),
  digests: v.optional(v.array(v.string()), []),
  key_run: maybe(v.object({ number: v.number(), started_at: instant })),
  error: maybe(v.object({ code: v.string(), detail: v.string() })),
  created_at: instant,
  finished_at: maybe(instant),
});

/** The item of a publication: the result of publishing a post to an account in a run. */
export function toPublicationItem(publication: Publication) {
  const { postId, run, accountId, keyRun, error } = publication;
  return {
    ...publicationKey(postId, run, accountId),
    post_id: postId,
    workspace_id: publication.workspaceId,
    run,
    account_id: accountId,
    provider: publication.provider,
    state: publication.state,
    attempts: publication.attempts,
    spared: publication.spared,
    last_attempt_at: publication.lastAttemptAt?.getTime(),
    next_attempt_at: publication.nextAttemptAt?.getTime(),
    unknown_since: publication.unknownSince?.getTime(),
    remote: publication.remote.map(({ id, url }) => ({ id, url: url ?? undefined })),
    digests: [...publication.digests],
    key_run: { number: keyRun.number, started_at: keyRun.startedAt.getTime() },
    error: error === null ? undefined : { code: error.code, detail: error.detail },
    created_at: publication.createdAt.getTime(),
    finished_at: publication.finishedAt?.getTime(),
  };
}

/** The publication of a stored item. @throws MalformedItemError */
export function fromPublicationItem(item: Item): Publication {
  const stored = parseItem(publicationItem, item);
  return {
    postId: stored.post_id,
    workspaceId: stored.workspace_id,
    run: stored.run,
    accountId: stored.account_id,
    provider: stored.provider,
    state: stored.state,
    attempts: stored.attempts,
    spared: stored.spared,
    lastAttemptAt: stored.last_attempt_at,
    nextAttemptAt: stored.next_attempt_at,
    unknownSince: stored.unknown_since,
    remote: stored.remote,
    digests: stored.digests,
    // Absent in items from before runs went on with one another.
    keyRun: stored.key_run
      ? { number: stored.key_run.number, startedAt: stored.key_run.started_at }
      : { number: stored.run, startedAt: stored.created_at },
    error: stored.error,
    createdAt: stored.created_at,
    finishedAt: stored.finished_at,
  };
}

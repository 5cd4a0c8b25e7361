import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import { plannedAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  POST_STATUSES,
  type Post,
  type PostStatus,
  type PostVersion,
} from '#shared/publishing/domain/post.ts';
import { postKey, postOwner } from './publishing-keys.ts';

/** Partitions of the index by owner: a list reads one status, the trash, or all but the trash. */
export type PostBucket = PostStatus | 'trash';

const ids = v.array(v.number());

const optionsByProvider = v.custom<PostVersion['options']>(
  (value) => typeof value === 'object' && value !== null,
);

const versionItem = v.object({
  account_id: v.number(),
  is_original: v.boolean(),
  content: v.array(v.object({ body: maybe(v.string()), url: maybe(v.string()), media: ids })),
  options: v.optional(v.pipe(v.string(), v.parseJson(), optionsByProvider)),
});

const postItem = v.object({
  id: v.string(),
  workspace_id: v.string(),
  status: v.picklist(POST_STATUSES),
  accounts: ids,
  tags: ids,
  date: maybe(v.string()),
  time: maybe(v.string()),
  versions: v.array(versionItem),
  run: maybe(v.object({ number: v.number(), started_at: instant, accounts: ids, pending: ids })),
  runs: v.number(),
  retry_accounts: maybe(ids),
  timezone: v.string(),
  scheduled_at: maybe(instant),
  kept_instant: v.boolean(),
  published_at: maybe(instant),
  trashed_at: maybe(instant),
  due_at: maybe(instant),
  due_seq: maybe(v.number()),
  due_timer: maybe(v.boolean()),
  last_due_seq: v.number(),
  revision: v.number(),
  created_at: instant,
  updated_at: instant,
});

/** The partition of the index that a post is in. */
export function toBucket({ status, trashedAt }: Pick<Post, 'status' | 'trashedAt'>): PostBucket {
  return trashedAt === null ? status : 'trash';
}

/** The whole item of a post: every write replaces it, so that a post is never a mixture of two writes. */
export function toPostItem(post: Post, change: Change) {
  const { run } = post;
  return {
    ...postKey(post.id),
    owner_pk: postOwner(post.workspaceId, toBucket(post)),
    owner_sk: post.id,
    resource: 'post' as const,
    id: post.id,
    workspace_id: post.workspaceId,
    status: post.status,
    accounts: post.accounts,
    tags: post.tags,
    date: post.date ?? undefined,
    time: post.time ?? undefined,
    versions: post.versions.map(toVersionItem),
    run: run
      ? {
          number: run.number,
          started_at: run.startedAt.getTime(),
          accounts: run.accounts,
          pending: run.pending,
        }
      : undefined,
    runs: post.runs,
    retry_accounts: post.retryAccounts ?? undefined,
    timezone: post.timezone,
    scheduled_at: post.scheduledAt?.getTime(),
    kept_instant: post.keptInstant,
    published_at: post.publishedAt?.getTime(),
    trashed_at: post.trashedAt?.getTime(),
    ...plannedAttributes({ resource: 'post', id: post.id, workspaceId: post.workspaceId }, post.due),
    last_due_seq: post.dueSeq,
    revision: post.revision,
    created_at: post.createdAt.getTime(),
    updated_at: post.updatedAt.getTime(),
    last_change: toLastChange(change),
  };
}

/** The post of a stored item, or of an image of the stream. @throws MalformedItemError */
export function fromPostItem(item: Item): Post {
  const stored = parseItem(postItem, item);
  const { run, due_at: at, due_seq: seq, due_timer: timer } = stored;
  return {
    id: stored.id,
    workspaceId: stored.workspace_id,
    status: stored.status,
    accounts: stored.accounts,
    tags: stored.tags,
    date: stored.date,
    time: stored.time,
    versions: stored.versions.map(fromVersionItem),
    run: run && {
      number: run.number,
      startedAt: run.started_at,
      accounts: run.accounts,
      pending: run.pending,
    },
    runs: stored.runs,
    retryAccounts: stored.retry_accounts,
    timezone: stored.timezone,
    scheduledAt: stored.scheduled_at,
    keptInstant: stored.kept_instant,
    publishedAt: stored.published_at,
    trashedAt: stored.trashed_at,
    due: at !== null && seq !== null ? { at, seq, timer: timer === true } : null,
    dueSeq: stored.last_due_seq,
    revision: stored.revision,
    createdAt: stored.created_at,
    updatedAt: stored.updated_at,
  };
}

/** Options are stored as JSON text: DynamoDB rejects numbers, depths and empty names that JSON allows. */
function toVersionItem({ accountId, isOriginal, content, options }: PostVersion) {
  return {
    account_id: accountId,
    is_original: isOriginal,
    content: content.map(({ body, url, media }) => ({
      body: body ?? undefined,
      url: url ?? undefined,
      media,
    })),
    options: Object.keys(options).length === 0 ? undefined : JSON.stringify(options),
  };
}

function fromVersionItem(stored: v.InferOutput<typeof versionItem>): PostVersion {
  return {
    accountId: stored.account_id,
    isOriginal: stored.is_original,
    content: stored.content,
    options: stored.options ?? {},
  };
}

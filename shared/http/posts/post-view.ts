import * as v from 'valibot';
import { count, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { anyObject } from '#shared/domain/json-object.ts';
import { isTimed } from '#shared/domain/posts/post-edit.ts';
import type { PostWarning } from '#shared/domain/posts/post-warnings.ts';
import { type Post, POST_STATUSES, type Publication } from '#shared/domain/posts/post.ts';

const ids = v.array(count);

const versionSchema = named(
  'PostVersion',
  v.object({
    account_id: count,
    is_original: v.boolean(),
    content: v.array(v.object({ body: v.nullable(v.string()), url: v.nullable(v.string()), media: ids })),
    options: anyObject,
  }),
);

const publicationSchema = named(
  'Publication',
  v.object({
    run: count,
    account_id: count,
    provider: v.string(),
    state: v.picklist(['pending', 'published', 'failed']),
    attempts: count,
    remote: v.array(v.object({ id: v.string(), url: v.nullable(v.string()) })),
    error: v.nullable(v.object({ code: v.string(), detail: v.string() })),
    created_at: timestamp,
    last_attempt_at: v.nullable(timestamp),
    next_attempt_at: v.nullable(timestamp),
    finished_at: v.nullable(timestamp),
  }),
);

const warningSchema = named(
  'PostWarning',
  v.object({
    pointer: v.string(),
    code: v.string(),
    detail: v.string(),
    provider: v.optional(v.string()),
    limit: v.optional(count),
  }),
);

/** A post as lists show it (decisions 5.1; G23, G25). */
export const listedPostSchema = named(
  'ListedPost',
  v.object({
    id: uuid,
    status: v.pipe(count, v.description('0 draft, 1 scheduled, 2 published, 3 failed')),
    status_name: v.picklist(POST_STATUSES),
    publishing: v.boolean(),
    accounts: ids,
    tags: ids,
    versions: v.array(versionSchema),
    date: v.nullable(v.pipe(v.string(), v.metadata({ format: 'date' }))),
    time: v.nullable(v.string()),
    timezone: v.string(),
    scheduled_at: v.nullable(timestamp),
    schedule_complete: v.boolean(),
    published_at: v.nullable(timestamp),
    trashed: v.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  }),
);

/** A post by itself: also what became of it on each account, newest run first, and what may stand in its way (G27, G37). */
export const postSchema = named(
  'Post',
  v.object({
    ...listedPostSchema.entries,
    publications: v.array(publicationSchema),
    warnings: v.array(warningSchema),
  }),
);

/** What a post is shown with. */
export type PostSurroundings = {
  readonly publications: readonly Publication[];
  readonly warnings: readonly PostWarning[];
};

/** The representation of a post in a list. */
export function listedPostView(post: Post): v.InferInput<typeof listedPostSchema> {
  return {
    id: post.id,
    status: POST_STATUSES.indexOf(post.status),
    status_name: post.status,
    publishing: post.run !== null,
    accounts: [...post.accounts],
    tags: [...post.tags],
    versions: post.versions.map((version) => ({
      account_id: version.accountId,
      is_original: version.isOriginal,
      content: version.content.map(({ body, url, media }) => ({ body, url, media: [...media] })),
      options: version.options,
    })),
    date: post.date,
    time: post.time,
    timezone: post.timezone,
    scheduled_at: post.scheduledAt?.toISOString() ?? null,
    schedule_complete: isTimed(post),
    published_at: post.publishedAt?.toISOString() ?? null,
    trashed: post.trashedAt !== null,
    created_at: post.createdAt.toISOString(),
    updated_at: post.updatedAt.toISOString(),
  };
}

/** The representation of a post. */
export function postView(
  post: Post,
  { publications, warnings }: PostSurroundings,
): v.InferInput<typeof postSchema> {
  return {
    ...listedPostView(post),
    publications: publications.map((publication) => ({
      run: publication.run,
      account_id: publication.accountId,
      provider: publication.provider,
      state: publication.state,
      attempts: publication.attempts,
      remote: publication.remote.map(({ id, url }) => ({ id, url })),
      error: publication.error && { ...publication.error },
      created_at: publication.createdAt.toISOString(),
      last_attempt_at: publication.lastAttemptAt?.toISOString() ?? null,
      next_attempt_at: publication.nextAttemptAt?.toISOString() ?? null,
      finished_at: publication.finishedAt?.toISOString() ?? null,
    })),
    warnings: warnings.map((warning) => ({ ...warning })),
  };
}

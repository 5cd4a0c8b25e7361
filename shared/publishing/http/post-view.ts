import * as v from 'valibot';
import { count, created, timestamp, updated, uuid } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { isTimed } from '#shared/publishing/domain/post-edit.ts';
import type { PostWarning } from '#shared/publishing/domain/post-warnings.ts';
import { type Post, POST_STATUSES, type Publication } from '#shared/publishing/domain/post.ts';
import { described } from '#shared/platform/http/described.ts';
import { publicationSchema, publicationView } from './publication-view.ts';

const ids = v.array(count);

const versionSchema = described(
  named(
    'PostVersion',
    v.object({
      account_id: described(
        count,
        '0 for the original version; otherwise the account that this version is for',
      ),
      is_original: described(v.boolean(), 'True only for the first version'),
      content: described(
        v.array(
          v.object({
            body: described(v.nullable(v.string()), 'The text; null for none'),
            url: described(v.nullable(v.string()), 'The link; null for none'),
            media: described(ids, 'IDs of files in the media library, in this order'),
          }),
        ),
        'One item for each post of a thread; most posts have one',
      ),
      options: described(anyObject, 'Options by social network, as they were sent'),
    }),
  ),
  'The content to publish. Accounts without their own version get the original',
);

const warningSchema = described(
  named(
    'PostWarning',
    v.object({
      pointer: described(
        v.string(),
        'JSON Pointer into the body of an update, such as `#/versions/0/content/0`',
      ),
      code: described(
        v.string(),
        'Code for programs: `kept_instant`, or the error code that scheduling the post would return',
      ),
      detail: described(v.string(), 'Explanation of the warning'),
      provider: v.optional(described(v.string(), 'The social network that has the limit')),
      limit: v.optional(described(count, 'The maximum')),
    }),
  ),
  'A possible problem with the post. The request with the warning still succeeds',
);

/** The status as a number (docs/specification.md#post-status). */
export const postStatus = described(count, '0 draft, 1 scheduled, 2 published, 3 failed');

/** A post in lists (docs/specification.md#incomplete-schedule). */
export const listedPostSchema = described(
  named(
    'ListedPost',
    v.object({
      id: described(uuid, 'ID of the post in paths and in events'),
      status: postStatus,
      status_name: described(v.picklist(POST_STATUSES), 'Name of the numeric `status`'),
      publishing: described(
        v.boolean(),
        'Whether the post is being published right now. While it is, the post cannot be changed',
      ),
      accounts: described(ids, 'IDs of the accounts to publish to'),
      tags: described(ids, 'IDs of the tags'),
      versions: described(
        v.array(versionSchema),
        'The original version, then the versions for specific accounts',
      ),
      date: described(
        v.nullable(v.pipe(v.string(), v.metadata({ format: 'date' }))),
        'Day in `timezone`, `YYYY-MM-DD`; null if none was set',
      ),
      time: described(v.nullable(v.string()), 'Time of the day in `timezone`, `HH:mm`; null if none was set'),
      timezone: described(
        v.string(),
        'IANA name of the time zone in which the date and time were last interpreted',
      ),
      scheduled_at: described(
        v.nullable(timestamp),
        'The date and time as a UTC timestamp; null if one of them is missing. A draft is not published at ' +
          'this time',
      ),
      schedule_complete: described(v.boolean(), 'Whether the post has both a date and a time'),
      published_at: described(
        v.nullable(timestamp),
        'When publishing to all accounts was complete; null until then',
      ),
      trashed: described(v.boolean(), 'Whether the post is in the trash; `restorePost` makes it a draft'),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A post in a list',
);

/** A single post, which also has its publishing results, newest run first, and its warnings. */
export const postSchema = described(
  named(
    'Post',
    v.object({
      ...listedPostSchema.entries,
      publications: described(
        v.array(publicationSchema),
        'The results of publishing to each account, newest run first',
      ),
      warnings: described(
        v.array(warningSchema),
        'Problems that could prevent publishing; empty for a post that is published or in the trash',
      ),
    }),
  ),
  'A post with its publishing results and warnings',
);

/** The data around a post that its representation needs. */
export type PostSurroundings = {
  readonly publications: readonly Publication[];
  readonly warnings: readonly PostWarning[];
};

/** Converts a post to its representation in a list. */
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

/** Converts a post to its representation. */
export function postView(
  post: Post,
  { publications, warnings }: PostSurroundings,
): v.InferInput<typeof postSchema> {
  return {
    ...listedPostView(post),
    publications: publications.map(publicationView),
    warnings: warnings.map((warning) => ({ ...warning })),
  };
}

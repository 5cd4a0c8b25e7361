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
      account_id: described(count, '0 for the original; otherwise the account that gets this in place of it'),
      is_original: described(v.boolean(), 'True for the first version alone'),
      content: described(
        v.array(
          v.object({
            body: described(v.nullable(v.string()), 'The text; null for none'),
            url: described(v.nullable(v.string()), 'The link; null for none'),
            media: described(ids, 'Ids of files of the media library, in this order'),
          }),
        ),
        'One item for each post of a thread; most have one',
      ),
      options: described(anyObject, 'Options by name of the network, as they were sent'),
    }),
  ),
  'What goes out: the original to every account without a version of its own',
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
        'For programs: `kept_instant`, or the code that scheduling would be refused with',
      ),
      detail: described(v.string(), 'The same in words'),
      provider: v.optional(described(v.string(), 'The network whose limit it is')),
      limit: v.optional(described(count, 'The most there can be')),
    }),
  ),
  'What may stand in the way of a post; it refuses nothing by itself',
);

/** The number of the specification (G23). */
export const postStatus = described(count, '0 draft, 1 scheduled, 2 published, 3 failed');

/** A post as lists show it (decisions 5.1; G23, G25). */
export const listedPostSchema = described(
  named(
    'ListedPost',
    v.object({
      id: described(uuid, 'What paths and events name it by'),
      status: postStatus,
      status_name: described(v.picklist(POST_STATUSES), '`status` in words'),
      publishing: described(v.boolean(), 'Whether it is going out right now: then it cannot be changed'),
      accounts: described(ids, 'Ids of the accounts it goes to'),
      tags: described(ids, 'Ids of its tags'),
      versions: described(v.array(versionSchema), 'The original, then what differs by account'),
      date: described(
        v.nullable(v.pipe(v.string(), v.metadata({ format: 'date' }))),
        'Day in `timezone`, `YYYY-MM-DD`; null if none was set',
      ),
      time: described(v.nullable(v.string()), 'Time of that day, `HH:mm`; null if none was set'),
      timezone: described(v.string(), 'IANA name of the zone that date and time were last read in'),
      scheduled_at: described(
        v.nullable(timestamp),
        'The instant of date and time; null while one of them is missing. A draft does not go out then: see `status`',
      ),
      schedule_complete: described(v.boolean(), 'Whether it has both a date and a time'),
      published_at: described(
        v.nullable(timestamp),
        'When it had gone out to all accounts; null unless it did',
      ),
      trashed: described(v.boolean(), 'Whether it lies in the trash: `restorePost` makes a draft of it'),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A post as lists show it',
);

/** A post by itself: also what became of it on each account, newest run first, and what may stand in its way (G27, G37). */
export const postSchema = described(
  named(
    'Post',
    v.object({
      ...listedPostSchema.entries,
      publications: described(
        v.array(publicationSchema),
        'What became of it on each account, the newest run first',
      ),
      warnings: described(v.array(warningSchema), 'None of a post that is published or in the trash'),
    }),
  ),
  'A post with what became of it, and what may stand in its way',
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
    publications: publications.map(publicationView),
    warnings: warnings.map((warning) => ({ ...warning })),
  };
}

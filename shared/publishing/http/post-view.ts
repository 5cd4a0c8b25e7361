import * as v from 'valibot';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { count, created, revisionText, timestamp, updated, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import type { PostRemoval } from '#shared/publishing/domain/deletion/post-removal.ts';
import { isTimed } from '#shared/publishing/domain/post-edit.ts';
import { MAX_WARNINGS, type PostWarning } from '#shared/publishing/domain/post-warnings.ts';
import { type Approval, type Post, POST_STATUSES, type Publication } from '#shared/publishing/domain/post.ts';
import { publicationSchema, publicationView } from './publication-view.ts';

const ids = v.array(count);

const versionSchema = withDescription(
  withTitle(
    'PostVersion',
    v.object({
      account_id: withDescription(
        count,
        '0 for the original version; otherwise the account that this version is for',
      ),
      is_original: withDescription(v.boolean(), 'True only for the first version'),
      content: withDescription(
        v.array(
          v.object({
            body: withDescription(v.nullable(v.string()), 'The text; null for none'),
            url: withDescription(v.nullable(v.string()), 'The link; null for none'),
            media: withDescription(ids, 'IDs of files in the media library, in this order'),
          }),
        ),
        'One item for each post of a thread; most posts have one',
      ),
      options: withDescription(anyObject, 'Options by social network, as they were sent'),
    }),
  ),
  'The content to publish. Accounts without their own version get the original',
);

const warningSchema = withDescription(
  withTitle(
    'PostWarning',
    v.object({
      pointer: withDescription(
        v.string(),
        'JSON Pointer into the body of an update, such as `#/versions/0/content/0`',
      ),
      code: withDescription(
        v.string(),
        'Code for programs. `kept_instant`: after a change of the time zone, the post keeps its previous ' +
          'timestamp, because the new one would be in the past. Any other code is the error code that ' +
          'scheduling the post would return',
      ),
      detail: withDescription(v.string(), 'Explanation of the warning'),
      provider: v.optional(withDescription(v.string(), 'The social network that has the limit')),
      limit: v.optional(withDescription(count, 'The maximum that the social network allows')),
    }),
  ),
  'A possible problem with the post. The request with the warning still succeeds',
);

/** The status as a number (docs/specification/publishing.md#post-status). */
export const postStatus = withDescription(
  count,
  '0 draft, 1 scheduled, 2 published, 3 failed, 4 needs_approval',
);

const approvalSchema = withTitle(
  'PostApproval',
  v.object({
    state: withDescription(
      v.picklist(['requested', 'approved', 'returned']),
      '`requested`: the post waits for approval, or was edited after it',
    ),
    requested_by: withDescription(uuid, 'ID of the member who submitted the post'),
    requested_at: withDescription(timestamp, 'When the post was submitted'),
    decided_by: withDescription(
      v.nullable(uuid),
      'ID of the member who approved or returned the post; null until then',
    ),
    decided_at: withDescription(v.nullable(timestamp), 'When the post was approved or returned'),
    note: withDescription(v.nullable(v.string()), 'The message to the author of a returned post'),
  }),
);

/** A post in lists (docs/specification/publishing.md#incomplete-schedule). */
export const listedPostSchema = withDescription(
  withTitle(
    'ListedPost',
    v.object({
      revision: revisionText,
      id: withDescription(uuid, 'ID of the post in paths and in events'),
      uuid: withDescription(uuid, 'The same as `id`: clients of Mixpost read it'),
      status: postStatus,
      status_name: withDescription(v.picklist(POST_STATUSES), 'Name of the numeric `status`'),
      publishing: withDescription(
        v.boolean(),
        'Whether the post is being published right now. While it is, the post cannot be changed',
      ),
      accounts: withDescription(ids, 'IDs of the accounts to publish to'),
      tags: withDescription(ids, 'IDs of the tags'),
      versions: withDescription(
        v.array(versionSchema),
        'The original version, then the versions for specific accounts',
      ),
      date: withDescription(
        v.nullable(v.pipe(v.string(), v.metadata({ format: 'date' }))),
        'Day in `timezone`, `YYYY-MM-DD`; null if none was set',
      ),
      time: withDescription(
        v.nullable(v.string()),
        'Time of the day in `timezone`, `HH:mm`; null if none was set',
      ),
      timezone: withDescription(
        v.string(),
        'IANA name of the time zone in which the date and time were last interpreted',
      ),
      scheduled_at: withDescription(
        v.nullable(timestamp),
        'The date and time as a UTC timestamp; null if one of them is missing. A draft is not published at ' +
          'this time',
      ),
      schedule_complete: withDescription(v.boolean(), 'Whether the post has both a date and a time'),
      queued: withDescription(
        v.boolean(),
        'Whether `scheduled_at` is a slot of the posting queue. No other queued post has the same slot',
      ),
      approval: withDescription(
        v.nullable(approvalSchema),
        'The request for approval; null for a post that was never submitted',
      ),
      published_at: withDescription(
        v.nullable(timestamp),
        'When the post was published to the last of its accounts; null until then',
      ),
      trashed: withDescription(
        v.boolean(),
        'Whether the post is in the trash; `restorePost` makes it a draft',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A post in a list',
);

/** The warnings about a post. */
export const warningsSchema = withDescription(
  v.pipe(v.array(warningSchema), v.maxLength(MAX_WARNINGS)),
  `Problems that could prevent publishing, at most ${MAX_WARNINGS}; empty for a post that is published or in the trash`,
);

/** A single post, which also has its publishing results, newest run first, and its warnings. */
export const postSchema = withDescription(
  withTitle(
    'Post',
    v.object({
      ...listedPostSchema.entries,
      publications: withDescription(
        v.array(publicationSchema),
        'The results of publishing to each account, newest run first',
      ),
      warnings: warningsSchema,
      warnings_total: withDescription(count, 'Number of all warnings, including those that are not listed'),
    }),
  ),
  'A post with its publishing results and warnings',
);

/** The data around a post that its representation needs. */
export type PostSurroundings = {
  readonly publications: readonly Publication[];
  /** The removal of the post from the networks, if any. */
  readonly removal?: PostRemoval | undefined;
  readonly warnings: readonly PostWarning[];
};

/** The revision of a post for `If-Match`. Every write increments it. */
export function postRevision({ revision }: Pick<Post, 'revision'>): string {
  return String(revision);
}

function approvalView(approval: Approval): v.InferInput<typeof approvalSchema> {
  return {
    state: approval.state,
    requested_by: approval.requestedBy,
    requested_at: approval.requestedAt.toISOString(),
    decided_by: approval.decidedBy,
    decided_at: approval.decidedAt?.toISOString() ?? null,
    note: approval.note,
  };
}

/** Converts a post to its representation in a list. */
export function listedPostView(post: Post): v.InferInput<typeof listedPostSchema> {
  return {
    revision: postRevision(post),
    id: post.id,
    uuid: post.id,
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
    queued: post.queued,
    approval: post.approval && approvalView(post.approval),
    published_at: post.publishedAt?.toISOString() ?? null,
    trashed: post.trashedAt !== null,
    created_at: post.createdAt.toISOString(),
    updated_at: post.updatedAt.toISOString(),
  };
}

/** Converts a post to its representation. */
export function postView(
  post: Post,
  { publications, removal, warnings }: PostSurroundings,
): v.InferInput<typeof postSchema> {
  return {
    ...listedPostView(post),
    publications: publications.map((publication) => publicationView(publication, removal)),
    warnings: warnings.slice(0, MAX_WARNINGS).map((warning) => ({ ...warning })),
    warnings_total: warnings.length,
  };
}

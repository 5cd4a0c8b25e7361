import * as v from 'valibot';
import { count, created, timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { type PostRemoval, removalOf } from '#shared/publishing/domain/deletion/post-removal.ts';
import type { Publication } from '#shared/publishing/domain/post.ts';
import { publicationRemovalSchema, publicationRemovalView } from './removal-view.ts';

/** A publication in responses. */
export const publicationSchema = withDescription(
  withTitle(
    'Publication',
    v.object({
      run: withDescription(
        count,
        'Number of the publishing run: 1 for the first. Each retry of failed accounts has the next number',
      ),
      account_id: withDescription(count, 'ID of the account; the account may have been removed since'),
      provider: withDescription(v.string(), 'The social network of the account'),
      state: withDescription(
        v.picklist(['pending', 'published', 'failed', 'skipped']),
        '`pending` until the result is known. `skipped`: nothing was published to this account, because another account of the post ' +
          'is the same account of the social network',
      ),
      attempts: withDescription(count, 'Number of attempts started so far'),
      remote: withDescription(
        v.array(
          v.object({
            id: withDescription(v.string(), 'ID of the post on the social network'),
            url: withDescription(
              v.nullable(v.string()),
              'URL of the post; null if the social network returned none',
            ),
          }),
        ),
        'The published posts on the social network: one entry for each post of the thread, in order',
      ),
      error: withDescription(
        v.nullable(
          v.object({
            code: withDescription(
              v.string(),
              'Code for programs; more values may be added. `account_not_connected`: the account was disabled, ' +
                'removed or lost its authorisation. `address_refused`: the host of the account has no public ' +
                'address. `attempt_too_long`: publishing took longer than one attempt may last. ' +
                '`content_missing`: the post has no version for the account. `credentials_refused`: the social ' +
                'network rejected the credentials. `credentials_unreadable`: reconnect the account. ' +
                '`media_not_found`: a file is no longer in the media library. `media_not_processed`: the social ' +
                'network did not finish processing a file. `media_unreadable`: a file could not be read. ' +
                '`media_unsupported`: the social network does not accept a file. `network_refused`: the social ' +
                'network rejected the post. `network_unavailable`: the social network did not respond or returned ' +
                'a server error. `options_invalid`: an option has an unsupported value. `outcome_unknown`: the ' +
                'post may have been published, so it is not retried. `rate_limited`: the social network received ' +
                'too many requests. `same_account`: `skipped`, see `state`',
            ),
            detail: withDescription(v.string(), 'Explanation of the error'),
          }),
        ),
        'Why the last attempt failed, or why the account was skipped; null otherwise',
      ),
      created_at: created,
      last_attempt_at: withDescription(
        v.nullable(timestamp),
        'When the last attempt started; null before the first attempt',
      ),
      next_attempt_at: withDescription(
        v.nullable(timestamp),
        'When the next attempt is planned; null if none is planned',
      ),
      finished_at: withDescription(
        v.nullable(timestamp),
        'When publishing succeeded or finally failed; null before that',
      ),
      removal: withDescription(
        publicationRemovalSchema,
        'The latest removal of the post from this account; null if none was requested in the last 30 days',
      ),
    }),
  ),
  'The result of publishing a post to one account. Later edits of the post do not change it',
);

/** Converts a publication to its representation. */
export function publicationView(
  publication: Publication,
  removal: PostRemoval | undefined,
): v.InferInput<typeof publicationSchema> {
  const outcome = removalOf(publication, removal);
  return {
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
    removal: outcome ? publicationRemovalView(outcome) : null,
  };
}

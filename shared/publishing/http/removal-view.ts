import * as v from 'valibot';
import { count, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import {
  type AccountOutcome,
  type PostRemoval,
  REMOVAL_STATES,
} from '#shared/publishing/domain/deletion/post-removal.ts';

/** The fields of an outcome that a publication has too. */
const outcomeFields = {
  state: withDescription(
    v.picklist(REMOVAL_STATES),
    '`pending` until the result is known. `removed`: the social network no longer has the posts. `failed`: it may still ' +
      'have posts, and `error` says why. `unsupported`: its API cannot remove posts, so delete them on the social network',
  ),
  error: withDescription(
    v.nullable(
      v.object({
        code: withDescription(
          v.string(),
          'Code for programs; more values may be added. `account_not_connected`: the account was disabled, removed or ' +
            'lost its authorisation. `address_refused`: the host of the account has no public address. ' +
            '`attempt_too_long`: an attempt took too long. `credentials_refused`: the social network rejected the ' +
            'credentials. `credentials_unreadable`: the credentials cannot be read, so delete the post on the social ' +
            'network. `network_refused`: the social network does not allow the removal. `network_unavailable`: the ' +
            'social network did not respond or returned a server error. `outcome_unknown`: the social network may still ' +
            'have a post, so check the account. `rate_limited`: the social network received too many requests. ' +
            '`removal_too_large`: the account has too many posts for one removal. `removal_unsupported`: the API of the ' +
            'social network cannot remove posts',
        ),
        detail: withDescription(v.string(), 'Explanation of the error'),
      }),
    ),
    'Why the last attempt failed, or why there was no attempt; null if there is no error',
  ),
  finished_at: withDescription(
    v.nullable(timestamp),
    'When the removal succeeded or finally failed; null before that',
  ),
};

/** The removal in a publication. */
export const publicationRemovalSchema = v.nullable(v.object(outcomeFields));

/** A removal in responses. */
export const postRemovalSchema = withDescription(
  withTitle(
    'PostRemoval',
    v.object({
      post_id: withDescription(uuid, 'ID of the post, which may have been deleted'),
      delete_mode: withDescription(
        v.picklist(['app_and_social', 'social_only']),
        'The `delete_mode` of the request that started the removal',
      ),
      requested_at: withDescription(timestamp, 'When the removal was requested'),
      accounts: withDescription(
        v.array(
          v.object({
            account_id: withDescription(count, 'ID of the account; the account may have been removed since'),
            provider: withDescription(v.string(), 'The social network of the account'),
            ...outcomeFields,
            attempts: withDescription(count, 'Number of attempts started so far'),
            next_attempt_at: withDescription(
              v.nullable(timestamp),
              'When the next attempt is planned; null if none is planned',
            ),
          }),
        ),
        'The accounts that published the post, with the outcome of each',
      ),
    }),
  ),
  'The removal of a post from social networks',
);

/** Converts an outcome to the fields that a publication has. */
export function publicationRemovalView({ state, error, finishedAt }: AccountOutcome) {
  return {
    state,
    error: error && { ...error },
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

/** Converts a removal to its representation. */
export function postRemovalView(removal: PostRemoval): v.InferInput<typeof postRemovalSchema> {
  return {
    post_id: removal.id,
    delete_mode: removal.mode,
    requested_at: removal.requestedAt.toISOString(),
    accounts: removal.accounts.map((outcome) => ({
      account_id: outcome.accountId,
      provider: outcome.provider,
      ...publicationRemovalView(outcome),
      attempts: outcome.attempts,
      next_attempt_at: outcome.nextAttemptAt?.toISOString() ?? null,
    })),
  };
}

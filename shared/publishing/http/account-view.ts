import * as v from 'valibot';
import { created, numericId, pathId, timestamp, updated } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { type Account, ACCOUNT_STATUSES, PROVIDERS } from '#shared/publishing/domain/account.ts';

/** A social account in responses, without its credentials. */
export const accountSchema = withDescription(
  withTitle(
    'Account',
    v.object({
      id: numericId,
      uuid: pathId,
      name: withDescription(v.string(), 'Display name in the workspace; the name of the profile by default'),
      username: withDescription(
        v.string(),
        'User name on the social network, such as `@shop@mastodon.example`; on Discord the ID of the channel, on ' +
          'Telegram the public name or the ID of the chat, on LinkedIn the ID of the member',
      ),
      provider: withDescription(
        v.picklist(PROVIDERS),
        'The social network; `sandbox` only records posts and publishes nothing',
      ),
      image: withDescription(v.nullable(v.string()), 'URL of the profile picture; null if there is none'),
      status: withDescription(
        v.picklist(ACCOUNT_STATUSES),
        'Posts are published only to a `connected` account. `needs_reauth`: the social network rejected ' +
          'the credentials, or they have expired, so connect the account again. `disabled`: the account was disabled in the workspace',
      ),
      expires_at: withDescription(
        v.nullable(timestamp),
        'When the account must be connected again at the latest; null if its credentials do not expire, or if the network does ' +
          'not say when. Tokens are renewed before they expire if the network allows renewals',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A social account that posts can be published to. Its credentials are never returned',
);

/** Fields that exist only in responses. */
export const ACCOUNT_READ_ONLY_FIELDS = [
  'id',
  'uuid',
  'username',
  'image',
  'expires_at',
  'created_at',
  'updated_at',
];

/** Converts an account to its representation. */
export function accountView(account: Account): v.InferInput<typeof accountSchema> {
  return {
    id: account.id,
    uuid: account.uuid,
    name: account.name,
    username: account.username,
    provider: account.provider,
    image: account.image,
    status: account.status,
    expires_at: account.tokens?.reconnectBy?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}

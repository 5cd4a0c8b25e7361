import * as v from 'valibot';
import { created, numericId, pathId, updated } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { type Account, ACCOUNT_STATUSES, PROVIDERS } from '#shared/publishing/domain/account.ts';
import { described } from '#shared/platform/http/described.ts';

/** A social account as shown (decisions 5.1); nothing of its credentials. */
export const accountSchema = described(
  named(
    'Account',
    v.object({
      id: numericId,
      uuid: pathId,
      name: described(v.string(), 'What the workspace calls it; the name of its profile unless one was sent'),
      username: described(v.string(), 'What its network calls it, such as `@shop@mastodon.example`'),
      provider: described(v.picklist(PROVIDERS), 'The network; `sandbox` records what it would post'),
      image: described(v.nullable(v.string()), 'URL of its picture on the network; null if it has none'),
      status: described(
        v.picklist(ACCOUNT_STATUSES),
        'Posts go out to a `connected` account only. `needs_reauth`: the network refused its credentials, so send ' +
          'others. `disabled`: somebody switched it off',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A social account that posts can go to. Nothing of its credentials is ever shown',
);

/** Members that only answers have. */
export const ACCOUNT_READ_ONLY_FIELDS = ['id', 'uuid', 'username', 'image', 'created_at', 'updated_at'];

/** The representation of an account. */
export function accountView(account: Account): v.InferInput<typeof accountSchema> {
  return {
    id: account.id,
    uuid: account.uuid,
    name: account.name,
    username: account.username,
    provider: account.provider,
    image: account.image,
    status: account.status,
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}

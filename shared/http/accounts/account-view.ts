import * as v from 'valibot';
import { timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { type Account, ACCOUNT_STATUSES, PROVIDERS } from '#shared/domain/posts/account.ts';

/** A social account as shown (decisions 5.1); nothing of its credentials. */
export const accountSchema = named(
  'Account',
  v.object({
    id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    uuid,
    name: v.string(),
    username: v.string(),
    provider: v.picklist(PROVIDERS),
    image: v.nullable(v.string()),
    status: v.picklist(ACCOUNT_STATUSES),
    created_at: timestamp,
    updated_at: timestamp,
  }),
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

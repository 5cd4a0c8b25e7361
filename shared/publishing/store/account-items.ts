import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { ACCOUNT_STATUSES, type Account, PROVIDERS } from '#shared/publishing/domain/account.ts';
import { sequentialKey } from './publishing-keys.ts';

const accountItem = v.object({
  id: v.string(),
  number: v.number(),
  workspace_id: v.string(),
  provider: v.picklist(PROVIDERS),
  name: v.string(),
  username: v.string(),
  image: maybe(v.string()),
  status: v.picklist(ACCOUNT_STATUSES),
  refused: v.optional(v.boolean(), false),
  server: maybe(v.string()),
  sealed_credentials: v.string(),
  revision: v.number(),
  created_at: instant,
  updated_at: instant,
});

/** The item of an account; `id` is the UUID, by which the audit log identifies it. */
export function toAccountItem(account: Account, change: Change) {
  return {
    ...sequentialKey(account.workspaceId, 'A', account.id),
    resource: 'account',
    id: account.uuid,
    number: account.id,
    workspace_id: account.workspaceId,
    provider: account.provider,
    name: account.name,
    username: account.username,
    image: account.image ?? undefined,
    status: account.status,
    refused: account.refused || undefined,
    server: account.server ?? undefined,
    sealed_credentials: account.sealedCredentials,
    revision: account.revision,
    created_at: account.createdAt.getTime(),
    updated_at: account.updatedAt.getTime(),
    last_change: toLastChange(change),
  };
}

/** The account of a stored item. @throws MalformedItemError */
export function fromAccountItem(item: Item): Account {
  const { id, number, workspace_id, sealed_credentials, created_at, updated_at, ...rest } = parseItem(
    accountItem,
    item,
  );
  return {
    ...rest,
    id: number,
    uuid: id,
    workspaceId: workspace_id,
    sealedCredentials: sealed_credentials,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

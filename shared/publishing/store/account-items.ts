import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import { sequentialKey } from '#shared/platform/store/sequential-keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { ACCOUNT_STATUSES, type Account, PROVIDERS } from '#shared/publishing/domain/account.ts';

const accountItem = itemCodec(
  v.object({
    id: v.number(),
    uuid: v.string(),
    workspaceId: v.string(),
    provider: v.picklist(PROVIDERS),
    name: v.string(),
    username: v.string(),
    identity: maybe(v.string()),
    image: maybe(v.string()),
    status: v.picklist(ACCOUNT_STATUSES),
    credentialsRejected: v.optional(v.boolean(), false),
    server: maybe(v.string()),
    facts: maybe(
      v.object({
        software: maybe(v.string()),
        characters: maybe(v.number()),
        files: maybe(v.number()),
        imageBytes: maybe(v.number()),
        videoBytes: maybe(v.number()),
      }),
    ),
    sealedCredentials: v.string(),
    tokens: maybe(v.object({ expiresAt: instant, reconnectBy: maybe(instant), dueSeq: v.number() })),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

/** The item of an account. */
export function toAccountItem(account: Account, change: Change) {
  return {
    ...sequentialKey(account.workspaceId, 'A', account.id),
    resource: 'account',
    ...accountItem.encode(account),
    ...scheduledJobAttributes(
      { resource: 'account_tokens', id: account.uuid, workspaceId: account.workspaceId },
      account.tokens?.due ?? null,
    ),
    lastChange: toLastChange(change),
  };
}

/** The account of a stored item. @throws MalformedItemError */
export function fromAccountItem(item: Item): Account {
  const account = accountItem.decode(item);
  return { ...account, tokens: account.tokens && { ...account.tokens, due: readDue(item) } };
}

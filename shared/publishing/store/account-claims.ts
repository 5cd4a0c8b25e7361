import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import {
  type Condition,
  deleteItem,
  isNew,
  putItem,
  toLastChange,
  type Write,
} from '#shared/platform/store/write.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { accountExists } from '#shared/publishing/domain/identity/account-exists.ts';
import { accountIdentityKey } from './keys.ts';

type Claimant = Pick<Account, 'workspaceId' | 'provider' | 'identity'>;

const claimItem = v.object({ number: v.pipe(v.number(), v.safeInteger()), uuid: v.string() });

/** The claim on an identity names the account that has it; undefined if no account has one. */
type AccountClaim = v.InferOutput<typeof claimItem>;

/** Reads the claim on the identity of an account; strongly consistent. */
export async function readClaim(table: Table, claimant: Claimant): Promise<AccountClaim | undefined> {
  const key = keyOf(claimant);
  const item = key && (await table.get(key));
  return item && parseItem(claimItem, item);
}

/** The claim of a new account. It fails with `account_exists` if another account of the workspace has the identity. */
export function claimWrites(account: Account, change: Change): Write[] {
  const key = keyOf(account);
  if (key === undefined) return [];
  const { id: number, uuid, provider } = account;
  const onFailure = (found: Item | undefined) => {
    if (found === undefined) return undefined;
    const held = parseItem(claimItem, found);
    return accountExists({ id: held.number, uuid: held.uuid, provider });
  };
  const item = { ...key, number, uuid, lastChange: toLastChange(change) };
  return [putItem(item, { ...isNew, onFailure })];
}

/** The release of the claim of an account, if the account has it. */
export async function releaseWrites(table: Table, account: Account): Promise<Write[]> {
  const key = keyOf(account);
  if (key === undefined || (await readClaim(table, account))?.number !== account.id) return [];
  return [deleteItem(key, isHeldBy(account))];
}

/**
 * The writes if an edit gives an account another identity. An account without an identity is of an earlier version, which may have
 * connected the same account twice: it then gets no claim.
 */
export async function moveWrites(
  table: Table,
  before: Account,
  after: Account,
  change: Change,
): Promise<Write[]> {
  if (before.identity === after.identity) return [];
  const isUnclaimed = before.identity !== null || (await readClaim(table, after)) === undefined;
  return [...(await releaseWrites(table, before)), ...(isUnclaimed ? claimWrites(after, change) : [])];
}

function isHeldBy({ id }: Account): Condition {
  return { expression: '#number = :holder', names: { '#number': 'number' }, values: { ':holder': id } };
}

/** An identity can be longer than a key and have any character, so the key has its hash. */
function keyOf({ workspaceId, provider, identity }: Claimant): Key | undefined {
  if (identity === null) return undefined;
  return accountIdentityKey(workspaceId, provider, createHash('sha256').update(identity).digest('base64url'));
}

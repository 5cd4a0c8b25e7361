import * as v from 'valibot';
import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import {
  fromApiKeyItem,
  fromConsoleRing,
  fromKeyRing,
  fromMemberItem,
  isRemovedMember,
  toEmailItems,
  toMemberItem,
} from '#shared/platform/identity/store/workspace-items.ts';
import type { Member, MemberProduct } from '#shared/platform/identity/workspace.ts';
import { derivedId } from '#shared/platform/runtime/ids.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { apiKeyKey, idempotencyKey, memberKey } from '#shared/platform/store/keys.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  toLastChange,
  exists,
  isNew,
  type Condition,
  type Write,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import { FORMER_MEMBER, suspendedBy } from '#shared/webhooks/domain/suspend-endpoint.ts';
import { createDynamoEndpointReader } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { suspensionWrites } from '#shared/webhooks/store/endpoint-writes.ts';
import { adminRequired } from '#shared/workspaces/domain/admin-required.ts';
import { gainedProducts } from '#shared/workspaces/domain/require-grantable-member.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';
import type { MemberReader, MemberStore } from '#shared/workspaces/ports/member-store.ts';
import { adminCheck, requirePrincipal } from './admin-check.ts';
import {
  countAdmin,
  keysAfter,
  memberRemoval,
  memberUnchanged,
  memberUpdate,
  NEXT_REVISION,
} from './member-writes.ts';

/** Items that a read requests in addition to the page, because removed members are skipped. */
const REMOVED_AT_ONCE = 50;

/** The reads of `createDynamoMemberStore`, for operations that may not write. */
export function createDynamoMemberReader(table: Table): MemberReader {
  return {
    async list(workspaceId, { limit, after }) {
      const { pk, sk: from } = memberKey(workspaceId, '');
      const found: Member[] = [];
      let last = after;
      for (;;) {
        // `$` sorts directly after `#`: the end of the prefix.
        const to = last === undefined ? 'M$' : memberKey(workspaceId, last).sk;
        const wanted = limit + 1 + REMOVED_AT_ONCE;
        const items = await table.query({ pk, from, to, descending: true, limit: wanted });
        const fresh = items.filter(({ id }) => id !== last);
        found.push(...fresh.filter((item) => !isRemovedMember(item)).map(fromMemberItem));
        if (found.length >= limit || items.length < wanted) return found.slice(0, limit);
        last = String(items.at(-1)?.['id']);
      }
    },
  };
}

/** Members in the core table, with everything that depends on them. */
export function createDynamoMemberStore(table: WritableTable): MemberStore {
  const endpoints = createDynamoEndpointReader(table);

  return {
    ...createDynamoMemberReader(table),

    async create(member, context) {
      const { change } = context;
      const lastChange = toLastChange(change);
      await commit(table, context, [
        ...callerIsAdmin(member, change, gainedProducts(null, member)),
        ...toEmailItems(member).map((item) => putItem({ ...item, lastChange }, emailIsFree)),
        putItem({ ...toMemberItem(member), ...createdUnder(context), lastChange }, isNew),
        ...countAdmin(null, member, change),
      ]);
    },

    async update(member, wanted, { change }) {
      const before = await changeConsoleKeys(member, wanted, change);
      const after = { ...wanted, revision: before.revision + 1 };
      await commit(table, { change }, [
        memberUpdate(before, after, change),
        ...countAdmin(before, after, change),
        ...callerIsAdmin(before, change, gainedProducts(before, after)),
        ...(await dependents(before, after, change)),
      ]);
    },

    async remove(member, { change }) {
      await redactResponse(table, member);
      const before = await changeConsoleKeys(member, null, change);
      await commit(table, { change }, [
        ...memberRemoval(before, change),
        ...countAdmin(before, null, change),
        ...callerIsAdmin(before, change, []),
        ...(await dependents(before, null, change)),
      ]);
    },
  };

  /** A caller who changes themselves is checked by the condition on their own item, which must be unchanged. */
  function callerIsAdmin(
    { workspaceId, id, role }: Member,
    change: Change,
    gained: readonly MemberProduct[],
  ): Write[] {
    const caller = requirePrincipal(change);
    if (caller === undefined) return [];
    if (caller !== id) return [adminCheck(workspaceId, caller, gained)];
    if (role !== 'admin') throw adminRequired();
    return [];
  }

  /**
   * Revokes or reduces the console keys of a member in a transaction of its own, because the one that changes the member can be
   * full (ADR 47). It comes first, so that an interruption cannot leave a console key with too many permissions.
   * @returns the member with the revision after this write
   */
  async function changeConsoleKeys(before: Member, after: Member | null, change: Change): Promise<Member> {
    const key = memberKey(before.workspaceId, before.id);
    const item = await table.get(key);
    if (!item || isRemovedMember(item)) throw new ConcurrentUpdateError();
    const hashes = consoleHashes(item).filter((hash) => hash !== change.callerKey?.hash);
    const active = (await table.getAll(hashes.map(apiKeyKey)))
      .map(fromApiKeyItem)
      .filter(({ expiresAt }) => expiresAt !== null && expiresAt > change.at);
    // DynamoDB recognises a repeated transaction by the nonce, so each of the two transactions has its own.
    const first = { ...change, nonce: derivedId(change.at, `${change.nonce}console`) };
    const writes = keysAfter(active, after, first);
    if (writes.length === 0) return before;
    await commit(table, { change: first }, [
      ...callerIsAdmin(before, change, after ? gainedProducts(before, after) : []),
      updateItem(key, NEXT_REVISION, memberUnchanged(before)),
      ...writes,
    ]);
    return { ...before, revision: before.revision + 1 };
  }

  /**
   * The writes to the keys of a member and to the endpoints they are responsible for. Adding a key or an endpoint increments
   * the revision of the member, so that nothing can be added between this read and the write.
   */
  async function dependents(before: Member, after: Member | null, change: Change): Promise<Write[]> {
    const item = await table.get(memberKey(before.workspaceId, before.id));
    if (!item || isRemovedMember(item)) throw new ConcurrentUpdateError();
    // A console key that removes or demotes its own member is part of this transaction: revoked earlier, it could not commit it.
    const ownConsoleKeys = consoleHashes(item).filter((hash) => hash === change.callerKey?.hash);
    const hashes = [...fromKeyRing(item).values(), ...ownConsoleKeys];
    const keys = (await table.getAll(hashes.map(apiKeyKey))).map(fromApiKeyItem);
    const own = before.role === 'admin' || after === null ? await endpoints.list(before.workspaceId) : [];
    return [
      ...keysAfter(keys, after, change),
      ...suspendedBy(before, after, own, change.at).flatMap((each) => suspensionWrites(each, change)),
    ];
  }
}

function consoleHashes(item: Item): string[] {
  return [...fromConsoleRing(item).values()].map(({ hash }) => hash);
}

/** The member item contains the id of the idempotency record whose response contains the name and the email address. */
function createdUnder({ idempotencyRecord }: CommandContext): { readonly createdUnder?: string } {
  return idempotencyRecord ? { createdUnder: idempotencyRecord.id } : {};
}

/**
 * Removes name and email address from the recorded response of the creation (docs/specification.md#removed-members). This is not
 * part of the transaction, which can be full. It happens before the removal, so that an interruption cannot leave the name.
 */
async function redactResponse(table: WritableTable, { workspaceId, id }: Member): Promise<void> {
  const record = (await table.get(memberKey(workspaceId, id)))?.['createdUnder'];
  if (typeof record !== 'string') return;
  const key = idempotencyKey(record);
  const found = v.safeParse(recordedMember, await table.get(key));
  // After a day the same Idempotency-Key can belong to another member.
  if (!found.success || found.output.body.data.id !== id) return;
  const { data } = found.output.body;
  const body = JSON.stringify({ data: { ...data, name: FORMER_MEMBER, email: '' } });
  await tryWrite(table, updateItem(key, setAttributes({ body }), exists));
}

/** The idempotency record of a request that added a member. */
const recordedMember = v.object({
  body: v.pipe(v.string(), v.parseJson(), v.object({ data: v.looseObject({ id: v.string() }) })),
});

/** No other member of the workspace has the email address. */
const emailIsFree: Condition = {
  ...isNew,
  onFailure: () =>
    new PlatformError(
      workspacesErrors.member_exists,
      'A member of the workspace already has this email address. Update that member instead.',
    ),
};

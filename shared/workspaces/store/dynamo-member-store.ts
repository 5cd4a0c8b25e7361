import * as v from 'valibot';
import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import {
  fromApiKeyItem,
  fromKeyRing,
  fromMemberItem,
  isRemovedMember,
  toEmailItem,
  toMemberItem,
} from '#shared/platform/identity/store/workspace-items.ts';
import type { Member, MemberProduct } from '#shared/platform/identity/workspace.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { apiKeyKey, idempotencyKey, memberKey } from '#shared/platform/store/keys.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
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
import type { MemberReader, MemberStore } from '#shared/workspaces/ports/member-store.ts';
import { adminCheck, requirePrincipal } from './admin-check.ts';
import { countAdmin, keysAfter, memberRemoval, memberUpdate } from './member-writes.ts';

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
        putItem({ ...toEmailItem(member), lastChange }, emailIsFree),
        putItem({ ...toMemberItem(member), ...createdUnder(context), lastChange }, isNew),
        ...countAdmin(null, member, change),
      ]);
    },

    async update(before, after, { change }) {
      await commit(table, { change }, [
        memberUpdate(before, after, change),
        ...countAdmin(before, after, change),
        ...callerIsAdmin(before, change, gainedProducts(before, after)),
        ...(await dependents(before, after, change)),
      ]);
    },

    async remove(member, { change }) {
      await redactResponse(table, member);
      await commit(table, { change }, [
        ...memberRemoval(member, change),
        ...countAdmin(member, null, change),
        ...callerIsAdmin(member, change, []),
        ...(await dependents(member, null, change)),
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
   * The writes to the keys of a member and to the endpoints they are responsible for. Adding a key or an endpoint increments
   * the revision of the member, so that nothing can be added between this read and the write.
   */
  async function dependents(before: Member, after: Member | null, change: Change): Promise<Write[]> {
    const item = await table.get(memberKey(before.workspaceId, before.id));
    if (!item || isRemovedMember(item)) throw new ConcurrentUpdateError();
    const hashes = [...fromKeyRing(item).values()];
    const keys = (await table.getAll(hashes.map(apiKeyKey))).map(fromApiKeyItem);
    const own = before.role === 'admin' || after === null ? await endpoints.list(before.workspaceId) : [];
    return [
      ...keysAfter(keys, after, change),
      ...suspendedBy(before, after, own, change.at).flatMap((each) => suspensionWrites(each, change)),
    ];
  }
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
      'member_exists',
      'A member of the workspace already has this email address. Update that member instead.',
    ),
};

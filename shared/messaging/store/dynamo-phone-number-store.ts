import { phoneNumberExists, phoneNumberTaken } from '#shared/messaging/domain/phone-number-conflict.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import type { PhoneNumberReader, PhoneNumberStore } from '#shared/messaging/ports/phone-number-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { WORKSPACE_QUOTAS } from '#shared/platform/core/workspace-quotas.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { releaseQuota, takeQuota } from '#shared/platform/store/quota-writes.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import {
  type Condition,
  deleteItem,
  isNew,
  putItem,
  revisionUnchanged,
  type Write,
} from '#shared/platform/store/write.ts';
import { connectedNumberKey, phoneNumberKey, verifiedNumberKey } from './keys.ts';
import {
  fromPhoneNumberItem,
  holderItem,
  toConnectedItem,
  toPhoneNumberItem,
  toVerifiedItem,
} from './phone-number-items.ts';

/** Sort before and after every ID of a number, and before the uniqueness items of the partition. */
const FIRST_ID = '0';
const AFTER_IDS = ':';

/** The reads of `createDynamoPhoneNumberStore`, for functions that may not write. */
export function createDynamoPhoneNumberReader(table: Table): PhoneNumberReader {
  async function find(workspaceId: string, phoneNumberId: string): Promise<PhoneNumber | undefined> {
    const item = await table.get(phoneNumberKey(workspaceId, phoneNumberId));
    return item && fromPhoneNumberItem(item);
  }

  return {
    find,

    async list(workspaceId) {
      const { pk } = phoneNumberKey(workspaceId, '');
      const { limit } = WORKSPACE_QUOTAS['phone-numbers'];
      const range = { pk, from: FIRST_ID, to: AFTER_IDS, descending: false, limit };
      const items = await table.query({ ...range, consistent: true });
      return items.map(fromPhoneNumberItem);
    },

    async findReceiver(platform, phone) {
      const item = await table.get(verifiedNumberKey(platform, phone));
      if (!item) return undefined;
      const { workspaceId, phoneNumberId } = parseItem(holderItem, item);
      return find(workspaceId, phoneNumberId);
    },
  };
}

/** Phone numbers in the core table: all numbers of a workspace in one partition, and the claim of each verified number. */
export function createDynamoPhoneNumberStore(table: WritableTable): PhoneNumberStore {
  return {
    ...createDynamoPhoneNumberReader(table),

    async create(number, context) {
      const { change } = context;
      await commit(table, context, [
        putItem(toConnectedItem(number, change), notConnected),
        putItem(toPhoneNumberItem(number, change), isNew),
        takeQuota('phone-numbers', number.workspaceId),
      ]);
    },

    async save(before, after, context) {
      const { change } = context;
      await commit(table, context, [
        putItem(toPhoneNumberItem(after, change), revisionUnchanged(before)),
        ...claimWrites(before, after, change),
      ]);
    },

    async remove(number, { change }) {
      const { id, workspaceId, platform, phone } = number;
      await commit(table, { change }, [
        deleteItem(phoneNumberKey(workspaceId, id), revisionUnchanged(number)),
        deleteItem(connectedNumberKey(workspaceId, platform, phone), isHeldBy(number)),
        ...claimWrites(number, undefined, change),
        removalEntryWrite({ resource: 'phone_number', id, workspaceId }, change),
        releaseQuota('phone-numbers', workspaceId),
      ]);
    },
  };
}

/** The writes that claim a phone number which is verified now, or release a phone number which no longer is. */
function claimWrites(before: PhoneNumber, after: PhoneNumber | undefined, change: Change): Write[] {
  const [held, wanted] = [isClaimed(before), after !== undefined && isClaimed(after)];
  if (!held && after && wanted) return [putItem(toVerifiedItem(after, change), unclaimed)];
  if (held && !wanted)
    return [deleteItem(verifiedNumberKey(before.platform, before.phone), isHeldBy(before))];
  return [];
}

/** Any number of workspaces can have the same number in the sandbox, which receives nothing from outside. */
function isClaimed({ platform, state }: PhoneNumber): boolean {
  return state === 'verified' && platform !== 'sandbox';
}

/** The workspace has not connected the phone number yet. */
const notConnected: Condition = {
  ...isNew,
  onFailure: (found) => phoneNumberExists(parseItem(holderItem, found ?? {}).phoneNumberId),
};

/** No workspace has verified the phone number. */
const unclaimed: Condition = { ...isNew, onFailure: phoneNumberTaken };

/** The uniqueness item belongs to this number. */
function isHeldBy({ id }: PhoneNumber): Condition {
  return { expression: 'phoneNumberId = :id', values: { ':id': id } };
}

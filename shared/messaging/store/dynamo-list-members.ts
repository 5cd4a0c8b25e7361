import type { ListMember } from '#shared/messaging/domain/list-member.ts';
import type { ListMembers, ListMemberStore } from '#shared/messaging/ports/list-members.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, isNew, putItem, type Write } from '#shared/platform/store/write.ts';
import { LIST_BUCKETS, listMemberKey } from './keys.ts';
import { fromMemberItem, keyOfMember, toMemberItem } from './list-member-items.ts';

const SEPARATOR = '#';

/** Sort before and after every ID of a contact. */
const BEGINNING = '0';
const END = '~';

/** Members of lists in the core table, read bucket by bucket, within a bucket by the ID of the contact. */
export function createDynamoListMembers(table: Table): ListMembers {
  return {
    async readPage(importId, cursor, limit) {
      const contactIds: string[] = [];
      let { bucket, after } = positionOf(cursor);
      while (bucket < LIST_BUCKETS) {
        const { pk } = listMemberKey(importId, bucket, '');
        const from = after === undefined ? BEGINNING : `${after}${END}`;
        const rest = limit - contactIds.length;
        const items = await table.query({
          pk,
          from,
          to: END,
          descending: false,
          limit: rest,
          consistent: true,
        });
        contactIds.push(...items.map((item) => fromMemberItem(item).contactId));
        if (items.length === rest) return { contactIds, readTo: [bucket, contactIds.at(-1)].join(SEPARATOR) };
        [bucket, after] = [bucket + 1, undefined];
      }
      return { contactIds, readTo: undefined };
    },
  };
}

export function createDynamoListMemberStore(table: WritableTable): ListMemberStore {
  return {
    async find(importId, contactId) {
      const item = await table.get(keyOfMember({ importId, contactId }));
      return item && fromMemberItem(item);
    },

    async add(member) {
      const { written, item } = await tryWrite(table, putItem(toMemberItem(member), isNew));
      return written || !item ? member : fromMemberItem(item);
    },
  };
}

/** Adds a member in the transaction of its contact. The condition also allows a member that an earlier run added for the same line. */
export function memberWrite(member: ListMember): Write {
  return putItem(toMemberItem(member), newOrSameLine(member));
}

function newOrSameLine({ line }: ListMember): Condition {
  return {
    expression: 'attribute_not_exists(pk) OR #line = :line',
    names: { '#line': 'line' },
    values: { ':line': line },
  };
}

function positionOf(cursor: string | undefined): { bucket: number; after: string | undefined } {
  if (cursor === undefined) return { bucket: 0, after: undefined };
  const [bucket, after] = cursor.split(SEPARATOR);
  return { bucket: Number(bucket), after };
}

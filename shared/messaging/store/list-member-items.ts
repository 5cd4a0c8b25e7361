import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { ListMember } from '#shared/messaging/domain/list-member.ts';
import { itemCodec, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { LIST_BUCKETS, listMemberKey } from './keys.ts';

const memberItem = itemCodec(
  v.object({ importId: v.string(), workspaceId: v.string(), contactId: v.string(), line: v.number() }),
);

const ttlItem = v.object({ ttl: v.number() });

export function toMemberItem(member: ListMember) {
  return { ...keyOfMember(member), ...memberItem.encode(member), ttl: ttlOf(member.expiresAt) };
}

/** The member of a stored item, whose expiry is stored in seconds. @throws MalformedItemError */
export function fromMemberItem(item: Item): ListMember {
  return { ...memberItem.decode(item), expiresAt: new Date(parseItem(ttlItem, item).ttl * 1000) };
}

export function keyOfMember({ importId, contactId }: Pick<ListMember, 'importId' | 'contactId'>): Key {
  const bucket = (createHash('sha256').update(contactId).digest()[0] ?? 0) % LIST_BUCKETS;
  return listMemberKey(importId, bucket, contactId);
}

import { createHash } from 'node:crypto';
import * as v from 'valibot';
import {
  addCounts,
  NO_RECIPIENTS,
  type RecipientCounts,
} from '#shared/broadcasts/domain/recipient-counts.ts';
import { RECIPIENT_STATUSES } from '#shared/broadcasts/domain/recipient-machine.ts';
import { dueOf, type Recipient, recipientsExpireAt } from '#shared/broadcasts/domain/recipient.ts';
import { instant, itemCodec, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { always, updateItem, type UpdateWrite } from '#shared/platform/store/write.ts';
import { RECIPIENT_BUCKETS, recipientCountsKey, recipientKey, recipientPartition } from './keys.ts';

const SEPARATOR = '#';

const recipientItem = itemCodec(
  v.object({
    broadcastId: v.string(),
    workspaceId: v.string(),
    contactId: v.string(),
    messageId: v.string(),
    status: v.picklist(RECIPIENT_STATUSES),
    statusAt: instant,
    sentAt: maybe(instant),
    reason: maybe(v.string()),
    provider: maybe(v.string()),
    providerMessageId: maybe(v.string()),
    claim: maybe(v.object({ token: v.string(), until: instant })),
    attempts: v.number(),
    firstClaimedAt: maybe(instant),
    notBefore: maybe(instant),
    price: v.number(),
    revision: v.number(),
    createdAt: instant,
  }),
);

const countsItem = v.object(v.entriesFromList(RECIPIENT_STATUSES, v.optional(v.number(), 0)));

/** The item of a recipient. It has no personal data: the phone number is read before each attempt. */
export function toRecipientItem(recipient: Recipient) {
  return {
    ...keyOfRecipient(recipient),
    ...toRecipientAttributes(recipient),
    ttl: ttlOf(recipientsExpireAt(recipient.createdAt)),
  };
}

/** All attributes except the key that change. */
export function toRecipientAttributes(recipient: Recipient) {
  const { broadcastId, contactId, status } = recipient;
  return {
    ownerPk: recipientPartition(broadcastId, status),
    ownerSk: [dueOf(recipient).toISOString(), contactId].join(SEPARATOR),
    ...recipientItem.encode(recipient),
  };
}

/** The recipient of a stored item. @throws MalformedItemError */
export function fromRecipientItem(item: Item): Recipient {
  return recipientItem.decode(item);
}

/** The time in a sort key of the index. */
export function dueOfEntry(entry: string): Date {
  return new Date(entry.split(SEPARATOR)[0] ?? '');
}

export function keyOfRecipient({
  broadcastId,
  contactId,
}: Pick<Recipient, 'broadcastId' | 'contactId'>): Key {
  return recipientKey(broadcastId, bucketOf(contactId), contactId);
}

/** The writes of the counts for changes of recipients, one for each bucket: a transaction can write an item only once. */
export function countWrites(
  changes: readonly { readonly before: Recipient | undefined; readonly after: Recipient }[],
): UpdateWrite[] {
  const buckets = new Map<number, Map<string, number>>();
  for (const { before, after } of changes) {
    const sums = buckets.get(bucketOf(after.contactId)) ?? new Map<string, number>();
    buckets.set(bucketOf(after.contactId), sums);
    add(sums, after.status, 1);
    if (before) add(sums, before.status, -1);
  }
  const [one] = changes;
  if (!one) return [];
  const { broadcastId, workspaceId, createdAt } = one.after;
  return [...buckets].flatMap(([bucket, sums]) => {
    const changed = [...sums].filter(([, sum]) => sum !== 0);
    if (changed.length === 0) return [];
    const ttl = ttlOf(recipientsExpireAt(createdAt));
    const added = changed.map(([name]) => `#${name} :${name}`).join(', ');
    const update = {
      expression: `SET workspaceId = :workspace, #ttl = if_not_exists(#ttl, :ttl) ADD ${added}`,
      names: { '#ttl': 'ttl', ...Object.fromEntries(changed.map(([name]) => [`#${name}`, name])) },
      values: {
        ':workspace': workspaceId,
        ':ttl': ttl,
        ...Object.fromEntries(changed.map(([name, sum]) => [`:${name}`, sum])),
      },
    };
    return [updateItem(recipientCountsKey(broadcastId, bucket), update, always)];
  });
}

/** The sums of the counts of a broadcast. @throws MalformedItemError */
export function fromCountsItems(items: readonly Item[]): RecipientCounts {
  return items.map((item) => parseItem(countsItem, item)).reduce(addCounts, NO_RECIPIENTS);
}

/** The keys of all counts of a broadcast. */
export function countsKeys(broadcastId: string): Key[] {
  return Array.from({ length: RECIPIENT_BUCKETS }, (_, bucket) => recipientCountsKey(broadcastId, bucket));
}

/** The bucket of a recipient. */
export function bucketOf(contactId: string): number {
  return (createHash('sha256').update(contactId).digest()[0] ?? 0) % RECIPIENT_BUCKETS;
}

function add(sums: Map<string, number>, name: string, by: number): void {
  sums.set(name, (sums.get(name) ?? 0) + by);
}

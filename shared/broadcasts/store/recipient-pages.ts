import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import type { RecipientPage, RecipientRange } from '#shared/broadcasts/ports/recipient-store.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { type Item, keyOf, type Table } from '#shared/platform/store/table.ts';
import { RECIPIENT_BUCKETS, recipientCountsKey, recipientPartition } from './keys.ts';
import { bucketOf, fromRecipientItem } from './recipient-items.ts';

type Reads = Pick<Table, 'query' | 'getAll'>;

const [BY_OWNER] = CORE_TABLE.indexes;

/** Sort before and after every recipient and every index entry. */
const BEGINNING = '0';
const END = '~';

/** Index entries of one read, which is also the maximum of a batch read, and the most that one page with a reason reads. */
const ENTRIES_AT_ONCE = 100;
const MAX_ENTRIES = 1000;

/** A page of the recipients with a status, from the index by owner. */
export async function readByStatus(
  table: Reads,
  broadcastId: string,
  { status, reason, limit, after }: RecipientRange & { readonly status: string },
): Promise<RecipientPage> {
  const recipients: Recipient[] = [];
  let readTo = after;
  for (let scanned = 0; scanned < MAX_ENTRIES;) {
    // Without a reason almost every entry matches. One more tells whether there is a next page.
    const most =
      reason === undefined ? Math.min(limit - recipients.length + 1, ENTRIES_AT_ONCE) : ENTRIES_AT_ONCE;
    const rows = await table.query({
      index: BY_OWNER,
      pk: recipientPartition(broadcastId, status),
      from: readTo === undefined ? BEGINNING : `${readTo}${END}`,
      to: END,
      descending: false,
      limit: most,
    });
    scanned += rows.length;
    const found = await readItems(table, rows);
    for (const row of rows) {
      const recipient = found.get(String(row['sk']));
      // The index is eventually consistent, so the recipients themselves are checked.
      if (recipient?.status === status && (reason === undefined || recipient.reason === reason)) {
        if (recipients.length === limit) return { recipients, readTo };
        recipients.push(recipient);
      }
      readTo = String(row['ownerSk']);
    }
    if (rows.length < most) return { recipients, readTo: undefined };
  }
  return { recipients, readTo };
}

/** A page of all recipients, bucket by bucket. */
export async function readAllRecipients(
  table: Reads,
  broadcastId: string,
  { limit, after }: RecipientRange,
): Promise<RecipientPage> {
  const found: Recipient[] = [];
  let from = after === undefined ? BEGINNING : `${after}${END}`;
  for (let bucket = after === undefined ? 0 : bucketOf(after); bucket < RECIPIENT_BUCKETS; bucket += 1) {
    const { pk, sk: counts } = recipientCountsKey(broadcastId, bucket);
    // One more than wanted, and one for the counter of the bucket.
    const rows = await table.query({ pk, from, to: END, descending: false, limit: limit - found.length + 2 });
    found.push(...rows.filter(({ sk }) => sk !== counts).map(fromRecipientItem));
    if (found.length > limit) {
      const recipients = found.slice(0, limit);
      return { recipients, readTo: recipients.at(-1)?.contactId };
    }
    from = BEGINNING;
  }
  return { recipients: found, readTo: undefined };
}

async function readItems(table: Reads, rows: readonly Item[]): Promise<Map<string, Recipient>> {
  const items = await table.getAll(rows.map(keyOf));
  return new Map(items.map((item) => [String(item['sk']), fromRecipientItem(item)]));
}

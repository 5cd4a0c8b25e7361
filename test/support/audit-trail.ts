import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AuditEntry } from '#shared/domain/audit/audit-entry.ts';
import { auditEntryOf, fromAuditItem } from '#shared/store/audit-items.ts';
import type { Item, Table } from '#shared/store/table.ts';

/** What the audit log gets from a command: entries from the images that the stream would show, and those put directly. */
export async function entriesOf(core: Table, command: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = await itemsOf(core);
  await command();
  return [...(await itemsOf(core))].flatMap(([key, item]) => {
    if (key.startsWith('AU#')) return before.has(key) ? [] : [fromAuditItem(item)];
    return auditEntryOf(before.get(key), item) ?? [];
  });
}

/** Kinds and ids of what entries are about, sorted. */
export function subjectsOf(entries: readonly AuditEntry[]): string[] {
  return entries.map(({ resource }) => `${resource.type} ${resource.id}`).toSorted();
}

async function itemsOf({ client, name }: Table): Promise<Map<string, Item>> {
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: name, ConsistentRead: true }));
  return new Map(
    items.map((each) => {
      const item = unmarshall(each);
      return [`${String(item['pk'])}/${String(item['sk'])}`, item];
    }),
  );
}

import { isQuotaKind, type QuotaKind } from '#shared/platform/core/workspace-quotas.ts';
import { type Key, quotaKey } from '#shared/platform/store/keys.ts';
import { isCounted } from '#shared/platform/store/quota-writes.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';
import { ruleOf } from './restorable-kinds.ts';
import { tablePages } from './table-pages.ts';

/** The highest number of scans. A scan is repeated if a counter changes during it. */
const ATTEMPTS = 3;

/** Quotas of items with a numeric sort key, by the first part of their partition key. */
const SEQUENTIAL: Readonly<Record<string, QuotaKind>> = { A: 'accounts', T: 'tags', MD: 'media' };

type Counter = { readonly workspaceId: string; readonly kind: QuotaKind };

/**
 * Sets the counters of quotas to the number of live items: a restore writes items without counting them. A counter that was
 * changed during the scan of the table is recounted; after some attempts it is reported.
 */
export async function recountQuotas(
  live: WritableTable,
  workspaceId: string | undefined,
): Promise<{ readonly written: number; readonly conflicts: string[] }> {
  let written = 0;
  let conflicts: string[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // The counters are read first: a create or delete after that changes `changes`, and the write of the recount fails.
    const before = await countersOf(live);
    const counted = await countItems(live);
    conflicts = [];
    for (const place of new Set([...before.keys(), ...counted.keys()])) {
      const counter = fromPlace(place);
      if (!counter || (workspaceId !== undefined && counter.workspaceId !== workspaceId)) continue;
      const found = before.get(place);
      const used = counted.get(place) ?? 0;
      if (Number(found?.['used'] ?? 0) === used) continue;
      if (await replace(live, counter, used, found)) written += 1;
      else conflicts.push(place);
    }
    if (conflicts.length === 0) break;
  }
  return { written, conflicts };
}

async function replace(
  live: WritableTable,
  { workspaceId, kind }: Counter,
  used: number,
  found: Item | undefined,
) {
  const changes = Number(found?.['changes'] ?? 0);
  const unchanged = { expression: 'changes = :seen', values: { ':seen': changes } };
  const item = { ...quotaKey(workspaceId, kind), used, changes: changes + 1 };
  return (await tryWrite(live, putItem(item, found ? unchanged : isNew))).written;
}

/** The counters of all workspaces, by workspace and kind. */
async function countersOf(live: WritableTable): Promise<Map<string, Item>> {
  const counters = new Map<string, Item>();
  const prefix = quotaKey('', 'posts').pk;
  for await (const item of itemsOf(live)) {
    const { pk, sk } = keyOf(item);
    if (isQuotaKind(sk) && pk.startsWith(prefix))
      counters.set(placeOf({ workspaceId: pk.slice(prefix.length), kind: sk }), item);
  }
  return counters;
}

/** The number of items that count, by workspace and kind. */
async function countItems(live: WritableTable): Promise<Map<string, number>> {
  const counted = new Map<string, number>();
  for await (const item of itemsOf(live)) {
    const kind = quotaOf(item);
    if (!kind) continue;
    const place = placeOf({ workspaceId: String(item['workspaceId']), kind });
    counted.set(place, (counted.get(place) ?? 0) + 1);
  }
  return counted;
}

/** The quota that an item counts towards. */
function quotaOf(item: Item): QuotaKind | undefined {
  const key = keyOf(item);
  switch (ruleOf(key)?.kind) {
    case 'post':
      return isCounted('posts', String(item['id'])) ? 'posts' : undefined;
    case 'contact':
      return isCounted('contacts', String(item['id'])) ? 'contacts' : undefined;
    case 'sequential':
      return SEQUENTIAL[key.pk.split('#')[0] ?? ''];
    case 'page':
      return 'pages';
    case 'domain':
      return 'domains';
    case 'pixel':
      return 'pixels';
    case 'phone-number':
      return 'phone-numbers';
    case 'notification-target':
      return 'notification-targets';
    case 'broadcast':
      return 'broadcasts';
    case 'erasure':
      return item['state'] === 'completed' ? undefined : 'erasures';
    default:
      return undefined;
  }
}

async function* itemsOf(table: WritableTable): AsyncGenerator<Item> {
  for await (const items of tablePages(table, { consistent: true })) yield* items;
}

function keyOf({ pk, sk }: Item): Key {
  return { pk: String(pk), sk: String(sk) };
}

function placeOf({ workspaceId, kind }: Counter): string {
  return `${workspaceId}/${kind}`;
}

function fromPlace(place: string): Counter | undefined {
  const [workspaceId = '', name] = place.split('/');
  return name !== undefined && isQuotaKind(name) ? { workspaceId, kind: name } : undefined;
}

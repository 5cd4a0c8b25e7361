import { randomUUID } from 'node:crypto';
import { commitWrites } from '#shared/platform/store/commit.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import {
  type Condition,
  exists,
  isNew,
  nonceOf,
  putItem,
  toLastChange,
  unchangedSince,
} from '#shared/platform/store/write.ts';
import { withShards } from './live-shards.ts';
import { recountQuotas } from './recount-quotas.ts';
import { createDecision, type Decision } from './restore-decision.ts';
import { ownerOfFirstCopy, restoreDirectory } from './restore-directory.ts';
import { tablePages } from './table-pages.ts';

export type RestoreOptions = {
  readonly live: WritableTable;
  readonly restored: WritableTable;
  readonly overwrite: boolean;
  /** Writes nothing unless this is true. */
  readonly apply: boolean;
  /** Restores the items of this workspace only. */
  readonly workspaceId: string | undefined;
  readonly now: Date;
  readonly print: (line: string) => void;
};

/** How many items of a kind had which result. */
export type RestoreCounts = ReadonlyMap<string, number>;

/** Items decided at a time. */
const AT_ONCE = 10;

/**
 * Brings items of a restored table back into the live table. Prints each conflict; counts everything else. Every write depends on
 * the live item that the decision has read, so a concurrent change of a customer wins, and a second run writes nothing again.
 */
export async function restoreTable(options: RestoreOptions): Promise<RestoreCounts> {
  const { live, restored, workspaceId, apply, now, print } = options;
  const decide = createDecision({ ...options, erasures: await erasuresOf(live) });
  const counts = new Map<string, number>();
  const count = (label: string) => counts.set(label, (counts.get(label) ?? 0) + 1);
  const lastChange = toLastChange({
    actor: { kind: 'operator' },
    operation: 'restore',
    requestId: 'restore',
    nonce: randomUUID(),
    at: now,
  });

  for await (const items of tablePages(restored)) {
    const own = items.filter((item) => workspaceId === undefined || isOf(item, workspaceId));
    for (let at = 0; at < own.length; at += AT_ONCE)
      await Promise.all(own.slice(at, at + AT_ONCE).map((item) => handle(item)));
  }
  if (apply) {
    const recounted = await recountQuotas(live, workspaceId);
    for (const one of recounted.conflicts)
      print(`conflict: quota ${one}: resources were created or deleted meanwhile`);
    if (recounted.written > 0) counts.set('quota: recounted', recounted.written);
  }
  return counts;

  async function handle(item: Item): Promise<void> {
    const decision = await decide(item);
    const written =
      decision.kind === 'directory'
        ? await writeDirectory(decision, item)
        : decision.action === 'write'
          ? await write(decision)
          : decision;
    if (written.action === 'conflict')
      print(`conflict: ${written.kind} ${String(item['pk'])} ${String(item['sk'])}: ${written.reason}`);
    count(
      written.action === 'write'
        ? `${written.kind}: written`
        : `${written.kind}: ${written.action}, ${written.reason}`,
    );
  }

  async function writeDirectory(decision: Decision, item: Item): Promise<Decision> {
    if (!apply || decision.action === 'skip' || decision.action === 'conflict') return decision;
    const owner = ownerOfFirstCopy(String(item['pk'])) ?? '';
    const isWritten = async (endpoint: Item) => (await decide(endpoint)).action === 'write';
    const parts = { live, restored, isWritten, lastChange, now, print };
    const wasWritten = await restoreDirectory(owner, item, parts);
    return wasWritten && decision.action === 'same'
      ? { ...decision, reason: 'endpoints were added' }
      : decision;
  }

  async function write(decision: Decision & { readonly action: 'write' }): Promise<Decision> {
    if (!apply) return decision;
    const { kind, item, live: found } = decision;
    const marked = { ...item, restoredAt: now.getTime(), ...(item['lastChange'] ? { lastChange } : {}) };
    try {
      await commitWrites(live, [putItem(marked, found ? unchanged(found) : isNew)], lastChange.nonce);
      return decision;
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'concurrent_update') throw error;
      return { action: 'conflict', kind, reason: 'was changed during the restore' };
    }
  }
}

/** The live item is as it was read; items without a change are compared by their revision, or not at all. */
function unchanged(found: Item): Condition {
  const nonce = nonceOf(found);
  return withShards(nonce === undefined ? exists : unchangedSince(found), found);
}

/** The latest request for each erased contact. Requests that were merged cover the events until the last of them. */
async function erasuresOf(live: WritableTable): Promise<Map<string, number>> {
  const erasures = new Map<string, number>();
  for await (const items of tablePages(live))
    for (const { sk, workspaceId, contact, createdAt, requestedAt = createdAt } of items) {
      if (!String(sk).startsWith('ER#')) continue;
      const place = `${String(workspaceId)}/${String(contact)}`;
      erasures.set(place, Math.max(erasures.get(place) ?? 0, Number(requestedAt)));
    }
  return erasures;
}

function isOf(item: Item, workspaceId: string): boolean {
  return item['workspaceId'] === workspaceId || String(item['pk']).includes(workspaceId);
}

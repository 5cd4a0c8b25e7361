import { randomUUID } from 'node:crypto';
import { isBucketKey } from '#scripts/lib/keys/bucket-key-items.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { isNew, putItem, toLastChange } from '#shared/platform/store/write.ts';
import { addEndpoint, readTraces } from './live-traces.ts';
import { recountQuotas } from './recount-quotas.ts';
import { restoreBucketKeys, type Rewrap } from './restore-bucket-keys.ts';
import { createDecision, type Decision } from './restore-decision.ts';
import { restoreEndpoints } from './restore-endpoints.ts';
import { tablePages } from './table-pages.ts';
import { unchangedItem } from './unchanged-item.ts';

export type RestoreOptions = {
  readonly live: WritableTable;
  readonly restored: WritableTable;
  readonly overwrite: boolean;
  /** Writes nothing unless this is true. */
  readonly apply: boolean;
  /** Restores the items of this workspace only. */
  readonly workspaceId: string | undefined;
  readonly now: Date;
  /** Only for a restore into another account: how the private keys of key pairs are encrypted for it. */
  readonly rewrap?: Rewrap | undefined;
  readonly print: (line: string) => void;
};

/** How many items of a kind had which result. */
export type RestoreCounts = ReadonlyMap<string, number>;

/** Items, or workspaces with their endpoints, decided at a time. */
const AT_ONCE = 10;

/**
 * Brings items of a restored table back into the live table. Prints each conflict; counts everything else. Every write depends on
 * the live item that the decision has read, so a concurrent change of a customer wins, and a second run writes nothing again.
 */
export async function restoreTable(options: RestoreOptions): Promise<RestoreCounts> {
  const { live, restored, workspaceId, apply, now, print } = options;
  // Before all other items: a secret without its key is lost.
  const counts = new Map(await restoreBucketKeys(options));
  const { endpoints, ...traces } = await readTraces(live);
  const decide = createDecision({ ...options, ...traces });
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
  // After all members, because an endpoint whose responsible member has no access comes back suspended.
  const workspaces = [...endpoints].filter(([id]) => workspaceId === undefined || id === workspaceId);
  for (let at = 0; at < workspaces.length; at += AT_ONCE)
    await Promise.all(
      workspaces
        .slice(at, at + AT_ONCE)
        .map(([id, ids]) => restoreEndpoints(id, ids, { ...options, decide, count })),
    );
  if (apply) {
    const recounted = await recountQuotas(live, workspaceId);
    for (const one of recounted.conflicts)
      print(`conflict: quota ${one}: resources were created or deleted meanwhile`);
    if (recounted.written > 0) counts.set('quota: recounted', recounted.written);
  }
  return counts;

  async function handle(item: Item): Promise<void> {
    if (isBucketKey(item) || addEndpoint(endpoints, item)) return;
    const decision = await decide(item);
    const written = decision.action === 'write' ? await write(decision) : decision;
    if (written.action === 'conflict')
      print(`conflict: ${written.kind} ${String(item['pk'])} ${String(item['sk'])}: ${written.reason}`);
    count(
      written.action === 'write'
        ? `${written.kind}: written`
        : `${written.kind}: ${written.action}, ${written.reason}`,
    );
  }

  async function write(decision: Decision & { readonly action: 'write' }): Promise<Decision> {
    if (!apply) return decision;
    const { kind, item, live: found } = decision;
    const marked = { ...item, restoredAt: now.getTime(), ...(item['lastChange'] ? { lastChange } : {}) };
    try {
      await commitWrites(live, [putItem(marked, found ? unchangedItem(found) : isNew)], lastChange.nonce);
      return decision;
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'concurrent_update') throw error;
      return { action: 'conflict', kind, reason: 'was changed during the restore' };
    }
  }
}

function isOf(item: Item, workspaceId: string): boolean {
  return item['workspaceId'] === workspaceId || String(item['pk']).includes(workspaceId);
}

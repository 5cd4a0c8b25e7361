import * as v from 'valibot';
import {
  countedLimit,
  quotaExceeded,
  type QuotaKind,
  WORKSPACE_QUOTAS,
} from '#shared/platform/core/workspace-quotas.ts';
import { lastByteOfId } from '#shared/platform/runtime/ids.ts';
import { parseItem } from './item-schema.ts';
import { quotaKey } from './keys.ts';
import type { Table } from './table.ts';
import { always, updateItem, type Write } from './write.ts';

const counterItem = v.object({ used: v.number() });

/**
 * Counts a new resource, in the transaction that creates it. The condition is checked by that transaction, so concurrent
 * creates never exceed the quota. @throws PlatformError `quota_exceeded`
 */
export function takeQuota(kind: QuotaKind, workspaceId: string): Write {
  return updateItem(quotaKey(workspaceId, kind), step(1), {
    expression: 'attribute_not_exists(pk) OR used < :limit',
    values: { ':limit': countedLimit(kind) },
    onFailure: () => quotaExceeded(kind),
  });
}

/**
 * Stops counting deleted resources, in the transaction that deletes them: if a repeated delete fails, the counter is unchanged. A
 * delete never fails because of a counter.
 */
export function releaseQuota(kind: QuotaKind, workspaceId: string, resources = 1): Write {
  return updateItem(quotaKey(workspaceId, kind), step(-resources), always);
}

/**
 * Rejects a resource that is not counted if the quota is used up. The read is eventually consistent, because it costs half and
 * such a quota is approximate anyway. @throws PlatformError `quota_exceeded`
 */
async function requireQuota(table: Table, kind: QuotaKind, workspaceId: string): Promise<void> {
  const item = await table.get(quotaKey(workspaceId, kind), 'eventual');
  if (item && parseItem(counterItem, item).used >= countedLimit(kind)) throw quotaExceeded(kind);
}

/**
 * The write that counts a new resource of a kind of which only some are counted; none if this one is not. Its id decides, so that the
 * same resources are counted when they are created and deleted. @throws PlatformError `quota_exceeded`
 */
export async function takeSampledQuota(
  table: Table,
  kind: QuotaKind,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<Write[]> {
  if (isCounted(kind, id)) return [takeQuota(kind, workspaceId)];
  await requireQuota(table, kind, workspaceId);
  return [];
}

/** The write that counts a new resource which is created even if the quota is used up; none if this one is not counted. */
export function countSampled(
  kind: QuotaKind,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Write[] {
  return isCounted(kind, id) ? [updateItem(quotaKey(workspaceId, kind), step(1), always)] : [];
}

/** Whether the quota counts the resource with this id. */
export function isCounted(kind: QuotaKind, id: string): boolean {
  return lastByteOfId(id) % WORKSPACE_QUOTAS[kind].countedOneIn === 0;
}

/** `changes` counts the writes: a recount after a restore replaces `used` only if nothing was created or deleted meanwhile. */
function step(resources: number) {
  return { expression: 'ADD used :step, changes :one', values: { ':step': resources, ':one': 1 } };
}

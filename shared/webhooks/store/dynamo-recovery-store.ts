import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { commit, commitWrites } from '#shared/platform/store/commit.ts';
import { allOf, exists } from '#shared/platform/store/conditions.ts';
import { instant, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { recoveryKey } from '#shared/platform/store/keys.ts';
import { DISPATCH_FILTER } from '#shared/platform/store/table-definition.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { assign } from '#shared/platform/store/update-expression.ts';
import { type Condition, type Expression, putItem, updateItem } from '#shared/platform/store/write.ts';
import { RECOVERABLE_STATES, type Recovery } from '#shared/webhooks/domain/recovery.ts';
import type { RecoveryStore } from '#shared/webhooks/ports/recovery-store.ts';

/** A recovery can be read as long as its deliveries. */
const RECOVERY_TTL_MS = 30 * 86_400_000;

const recoveryItem = v.object({
  id: v.string(),
  endpoint_id: v.string(),
  workspace_id: v.string(),
  state: v.picklist(['running', 'completed', 'stopped']),
  reason: maybe(v.picklist(['endpoint_paused', 'endpoint_suspended', 'endpoint_deleted'])),
  since: instant,
  until: instant,
  states: v.array(v.picklist(RECOVERABLE_STATES)),
  matched: v.number(),
  count_complete: v.boolean(),
  resent: v.number(),
  last_seen: maybe(v.string()),
  created_at: instant,
  finished_at: maybe(instant),
});

/** Recoveries in the core table, in the partition of their endpoint. */
export function createDynamoRecoveryStore(table: Table): RecoveryStore {
  return {
    async create(recovery, context) {
      const item = {
        ...recoveryKey(recovery.endpointId, recovery.id),
        [DISPATCH_FILTER.kindAttribute]: 'recovery',
        [DISPATCH_FILTER.fanOutAttribute]: 1,
        resource: 'recovery' satisfies AuditedResource,
        id: recovery.id,
        endpoint_id: recovery.endpointId,
        workspace_id: recovery.workspaceId,
        state: recovery.state,
        since: recovery.since.getTime(),
        until: recovery.until.getTime(),
        states: recovery.states,
        matched: recovery.matched,
        count_complete: recovery.countComplete,
        resent: recovery.resent,
        created_at: recovery.createdAt.getTime(),
        ttl: ttlOf(new Date(recovery.createdAt.getTime() + RECOVERY_TTL_MS)),
        last_change: toLastChange(context.change),
      };
      await commit(table, context, [putItem(item)]);
    },

    async find(endpointId, recoveryId) {
      const item = await table.get(recoveryKey(endpointId, recoveryId));
      return item && fromRecoveryItem(item);
    },

    async advance(recovery, { cursor, resent }) {
      const update = {
        expression: 'SET last_seen = :cursor ADD resent :resent',
        values: { ':cursor': cursor, ':resent': resent },
      };
      return fromRecoveryItem((await updateRunning(recovery, update, cursorUnchanged(recovery))) ?? {});
    },

    async finish(recovery, reason, now) {
      const state = reason === null ? 'completed' : 'stopped';
      const update = assign({ state, finished_at: now.getTime(), reason });
      try {
        await updateRunning(recovery, update, stillRunning);
      } catch (error) {
        if (!(error instanceof AdvancedElsewhereError) || !error.isPresent) throw error;
      }
    },
  };

  function updateRunning(
    { endpointId, id }: Recovery,
    update: Expression,
    condition: Condition,
  ): Promise<Item | undefined> {
    const onFailure = (found: Item | undefined) => new AdvancedElsewhereError(found !== undefined);
    const write = updateItem(recoveryKey(endpointId, id), update, { ...condition, onFailure });
    return commitWrites(table, [write], randomUUID());
  }
}

/** Closes the race of two runs of one message: a step is counted by one of them. */
function cursorUnchanged({ cursor }: Recovery): Condition {
  if (cursor === null) return allOf(exists, { expression: 'attribute_not_exists(last_seen)' });
  return { expression: 'last_seen = :seen', values: { ':seen': cursor } };
}

/** Closes the race of two runs of one message: the first end is kept. */
const stillRunning: Condition = {
  expression: '#state = :running',
  names: { '#state': 'state' },
  values: { ':running': 'running' },
};

/** Another run has advanced the recovery, or the recovery has expired. */
class AdvancedElsewhereError extends ConcurrentUpdateError {
  override readonly name = 'AdvancedElsewhereError';
  readonly isPresent: boolean;

  constructor(isPresent: boolean) {
    super();
    this.isPresent = isPresent;
  }
}

function fromRecoveryItem(item: Item): Recovery {
  const { endpoint_id, workspace_id, count_complete, last_seen, created_at, finished_at, ...rest } =
    parseItem(recoveryItem, item);
  return {
    ...rest,
    endpointId: endpoint_id,
    workspaceId: workspace_id,
    countComplete: count_complete,
    cursor: last_seen,
    createdAt: created_at,
    finishedAt: finished_at,
  };
}

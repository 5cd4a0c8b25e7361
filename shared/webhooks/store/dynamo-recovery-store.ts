import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { idempotencyWrites, toLastChange } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { instant, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { recoveryKey } from '#shared/platform/store/keys.ts';
import { DISPATCH_FILTER } from '#shared/platform/store/table-definition.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/write.ts';
import { RECOVERABLE_STATES, type Recovery } from '#shared/webhooks/domain/recovery.ts';
import type { RecoveryStore } from '#shared/webhooks/ports/recovery-store.ts';

/** A recovery can be read as long as the deliveries it made. */
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

/** Recoveries in the core table, beside their endpoint. */
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
      const writes: Write[] = [
        ...idempotencyWrites(table.name, context),
        { kind: 'put', table: table.name, item },
      ];
      await commit(table.client, writes, context.change.nonce);
    },

    async find(endpointId, recoveryId) {
      const item = await table.get(recoveryKey(endpointId, recoveryId));
      return item && fromRecoveryItem(item);
    },

    async advance(recovery, { cursor, resent }) {
      const item = await update(recovery, {
        set: 'SET last_seen = :cursor ADD resent :resent',
        values: { ':cursor': cursor, ':resent': resent, ...seen(recovery) },
        // Closes the race of two runs of one message: a step is counted by one of them.
        when: `attribute_exists(pk) AND ${recovery.cursor === null ? 'attribute_not_exists(last_seen)' : 'last_seen = :seen'}`,
      });
      return fromRecoveryItem(item ?? {});
    },

    async finish(recovery, reason, now) {
      try {
        await update(recovery, {
          set: 'SET #state = :state, finished_at = :now, reason = :reason',
          names: { '#state': 'state' },
          values: {
            ':state': reason === null ? 'completed' : 'stopped',
            ':now': now.getTime(),
            ':reason': reason,
            ':running': 'running',
          },
          // Closes the race of two runs of one message: the first end stands.
          when: '#state = :running',
        });
      } catch (error) {
        if (!(error instanceof RecoveryElsewhereError) || !error.exists) throw error;
      }
    },
  };

  function update(
    { endpointId, id }: Recovery,
    { when, ...expression }: Pick<Write & { kind: 'update' }, 'set' | 'names' | 'values'> & { when: string },
  ): Promise<Item | undefined> {
    const condition = {
      when,
      onFailure: (found: Item | undefined) => new RecoveryElsewhereError(found !== undefined),
    };
    const key = recoveryKey(endpointId, id);
    const write: Write = { kind: 'update', table: table.name, key, ...expression, condition };
    return commit(table.client, [write], randomUUID());
  }
}

/** Another run has carried the recovery on, or it is gone. */
class RecoveryElsewhereError extends ConcurrentUpdateError {
  override readonly name = 'RecoveryElsewhereError';
  readonly exists: boolean;

  constructor(exists: boolean) {
    super();
    this.exists = exists;
  }
}

function seen({ cursor }: Recovery): Record<string, string> {
  return cursor === null ? {} : { ':seen': cursor };
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

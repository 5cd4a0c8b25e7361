import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { DISPATCH_FILTER } from '#shared/platform/core/stream-filters.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { commit, commitWrites } from '#shared/platform/store/commit.ts';
import { instant, itemCodec, maybe, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  toLastChange,
  toSecondaryChange,
  allOf,
  exists,
  type Condition,
  type Expression,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import {
  RECOVERABLE_STATES,
  RECOVERY_BLOCKS_MS,
  type Recovery,
  recoveryRunning,
} from '#shared/webhooks/domain/recovery.ts';
import type { RecoveryReader, RecoveryStore } from '#shared/webhooks/ports/recovery-store.ts';
import { recoveryKey, runningRecoveryKey } from './keys.ts';

/** A recovery can be read as long as its deliveries. */
const RECOVERY_TTL_MS = 30 * DAY_MS;

const recoveryItem = itemCodec(
  v.object({
    id: v.string(),
    endpointId: v.string(),
    workspaceId: v.string(),
    state: v.picklist(['running', 'completed', 'stopped']),
    reason: maybe(v.picklist(['endpoint_paused', 'endpoint_suspended', 'endpoint_deleted'])),
    since: instant,
    until: instant,
    states: v.array(v.picklist(RECOVERABLE_STATES)),
    matched: v.number(),
    countComplete: v.boolean(),
    resent: v.number(),
    cursor: maybe(v.string()),
    createdAt: instant,
    finishedAt: maybe(instant),
  }),
);

/** The reads of `createDynamoRecoveryStore`, for operations that may not write. */
export function createDynamoRecoveryReader(table: Table): RecoveryReader {
  return {
    async find(endpointId, recoveryId) {
      const item = await table.get(recoveryKey(endpointId, recoveryId));
      return item && fromRecoveryItem(item);
    },
  };
}

/** Recoveries in the core table, in one partition per endpoint. */
export function createDynamoRecoveryStore(table: WritableTable): RecoveryStore {
  return {
    ...createDynamoRecoveryReader(table),

    async create(recovery, context) {
      const item = {
        ...recoveryKey(recovery.endpointId, recovery.id),
        [DISPATCH_FILTER.kindAttribute]: 'recovery',
        resource: 'recovery' satisfies AuditedResource,
        ...recoveryItem.encode(recovery),
        ttl: ttlOf(new Date(recovery.createdAt.getTime() + RECOVERY_TTL_MS)),
        lastChange: toLastChange(context.change),
      };
      const running = {
        ...runningRecoveryKey(recovery.endpointId),
        recoveryId: recovery.id,
        runsUntil: recovery.createdAt.getTime() + RECOVERY_BLOCKS_MS,
        ttl: item.ttl,
        lastChange: toSecondaryChange(context.change),
      };
      await commit(table, context, [putItem(running, noneRuns(recovery.createdAt)), putItem(item)]);
    },

    async advance(recovery, { cursor, resent }) {
      const update = {
        expression: 'SET #cursor = :cursor ADD resent :resent',
        names: { '#cursor': 'cursor' },
        values: { ':cursor': cursor, ':resent': resent },
      };
      return fromRecoveryItem((await updateRunning(recovery, update, cursorUnchanged(recovery))) ?? {});
    },

    async finish(recovery, reason, now) {
      const state = reason === null ? 'completed' : 'stopped';
      const update = setAttributes({ state, finishedAt: now.getTime(), reason });
      try {
        await updateRunning(recovery, update, stillRunning);
      } catch (error) {
        if (!(error instanceof AdvancedElsewhereError) || !error.isPresent) throw error;
      }
      // After the end is stored: a run that stops between the two writes is repeated.
      const ended = { expression: 'SET runsUntil = :ended', values: { ':ended': 0 } };
      await tryWrite(table, updateItem(runningRecoveryKey(recovery.endpointId), ended, isRunning(recovery)));
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
  const names = { '#cursor': 'cursor' };
  if (cursor === null) return allOf(exists, { expression: 'attribute_not_exists(#cursor)', names });
  return { expression: '#cursor = :seen', names, values: { ':seen': cursor } };
}

/** No other recovery of the endpoint runs. */
function noneRuns(now: Date): Condition {
  return {
    expression: 'attribute_not_exists(pk) OR runsUntil <= :now',
    values: { ':now': now.getTime() },
    onFailure: (found) => recoveryRunning(found?.['recoveryId']),
  };
}

function isRunning({ id }: Recovery): Condition {
  return { expression: 'recoveryId = :id', values: { ':id': id } };
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
  return recoveryItem.decode(item);
}

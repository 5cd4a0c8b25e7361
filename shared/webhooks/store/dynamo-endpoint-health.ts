import { randomUUID } from 'node:crypto';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { type Outcome, tryWrite } from '#shared/platform/store/try-write.ts';
import { allOf, type Condition, updateItem } from '#shared/platform/store/write.ts';
import { TIMEOUTS_TO_OPEN } from '#shared/webhooks/domain/endpoint-health.ts';
import type { EndpointHealthStore, Observed } from '#shared/webhooks/ports/endpoint-health-store.ts';
import { targetKey } from './keys.ts';

type HealthUpdate = {
  /** Assignments that follow `healthNonce = :nonce` in the `SET` clause. */
  readonly set?: string;
  /** `REMOVE …` or `ADD …`. */
  readonly clause?: string;
  readonly values?: Readonly<Record<string, unknown>>;
};

/**
 * Health attributes are stored in the delivery target, which is read before each request anyway. Each method makes one or two
 * conditional updates of it.
 */
export function createDynamoEndpointHealth(table: WritableTable): EndpointHealthStore {
  /** Writes a nonce. If the response is lost and the SDK retries, the nonce in the item shows that the update was written. */
  async function update(
    target: Observed,
    { set, clause, values }: HealthUpdate,
    ...conditions: readonly Condition[]
  ): Promise<Outcome> {
    const nonce = randomUUID();
    const expression = {
      expression: `SET healthNonce = :nonce${set ? `, ${set}` : ''} ${clause ?? ''}`,
      values: { ...values, ':nonce': nonce },
    };
    const condition = allOf(settingsUnchanged(target), ...conditions);
    const outcome = await tryWrite(table, updateItem(targetKey(target.id), expression, condition));
    return { ...outcome, written: outcome.written || outcome.item?.['healthNonce'] === nonce };
  }

  return {
    async markSlow(target, until, ifEarlierThan) {
      await update(
        target,
        { set: 'slowUntil = :until', values: { ':until': until.getTime() } },
        {
          expression: '(attribute_not_exists(slowUntil) OR slowUntil <= :beyond)',
          values: { ':beyond': ifEarlierThan.getTime() },
        },
      );
    },

    async clearSlow(target, slowUntil) {
      await update(
        target,
        { clause: 'REMOVE slowUntil' },
        { expression: 'slowUntil = :seen', values: { ':seen': slowUntil.getTime() } },
      );
    },

    async recordTimeout(target, { deliveryId, isFirst }, now, probeAt) {
      const { written, item } = await update(
        target,
        { clause: 'ADD timedOutDeliveries :delivery', values: { ':delivery': new Set([deliveryId]) } },
        isClosed,
        ...(isFirst ? [noTimeouts] : []),
      );
      const timedOutDeliveries = item?.['timedOutDeliveries'];
      if (!written || !(timedOutDeliveries instanceof Set) || timedOutDeliveries.size < TIMEOUTS_TO_OPEN)
        return false;
      const opened = await update(
        target,
        {
          set: 'breakerOpenedAt = :now, breakerProbeAt = :probe',
          clause: 'REMOVE timedOutDeliveries',
          values: { ':now': now.getTime(), ':probe': probeAt.getTime() },
        },
        enoughTimeouts,
      );
      return opened.written;
    },

    async recordResponse(target) {
      const clause = 'REMOVE timedOutDeliveries, breakerOpenedAt, breakerProbeAt';
      const closed = await update(target, { clause }, isOpen);
      if (!closed.written) await update(target, { clause: 'REMOVE timedOutDeliveries' });
      return closed.written;
    },

    async claimProbe(target, now, nextProbeAt) {
      const claimed = await update(
        target,
        { set: 'breakerProbeAt = :next', values: { ':next': nextProbeAt.getTime() } },
        { expression: 'breakerProbeAt <= :now', values: { ':now': now.getTime() } },
      );
      return claimed.written;
    },
  };
}

/** The endpoint has the settings that the observed request was sent with, and has not been deleted. */
function settingsUnchanged({ settingsVersion }: Observed): Condition {
  return {
    expression: 'settingsVersion = :version AND attribute_not_exists(deleted)',
    values: { ':version': settingsVersion },
  };
}

/** The circuit breaker is open. */
const isOpen: Condition = { expression: 'attribute_exists(breakerOpenedAt)' };

/** The circuit breaker is closed. */
const isClosed: Condition = { expression: 'attribute_not_exists(breakerOpenedAt)' };

/** No request has timed out since the last response. */
const noTimeouts: Condition = { expression: 'attribute_not_exists(timedOutDeliveries)' };

/** Enough requests in a row have timed out. A response in between, or another run that opened the breaker, removes the set. */
const enoughTimeouts: Condition = {
  expression: 'size(timedOutDeliveries) >= :enough',
  values: { ':enough': TIMEOUTS_TO_OPEN },
};

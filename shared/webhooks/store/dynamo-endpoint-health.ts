import { randomUUID } from 'node:crypto';
import { type Outcome, conditionalWrite } from '#shared/platform/store/conditional-write.ts';
import { targetKey } from '#shared/platform/store/keys.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { TIMEOUTS_TO_OPEN } from '#shared/webhooks/domain/endpoint-health.ts';
import type { EndpointHealthStore, Observed } from '#shared/webhooks/ports/endpoint-health-store.ts';

type Note = {
  readonly set?: string;
  /** `REMOVE …` or `ADD …`. */
  readonly clause?: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly when: readonly string[];
};

/** Health lies in the delivery view, which the send reads anyway; each note is one conditional update of it. */
export function createDynamoEndpointHealth(table: Table): EndpointHealthStore {
  /** Leaves its mark, so that a note whose answer was lost and which the SDK sent again is recognised (H15). */
  async function note(
    { id, settingsVersion }: Observed,
    { set, clause, values, when }: Note,
  ): Promise<Outcome> {
    const mark = randomUUID();
    const outcome = await conditionalWrite(
      table,
      {
        kind: 'update',
        key: targetKey(id),
        set: `SET health_mark = :mark${set ? `, ${set}` : ''} ${clause ?? ''}`,
        values: { ':version': settingsVersion, ':mark': mark, ...values },
      },
      ['settings_version = :version', 'attribute_not_exists(deleted)', ...when].join(' AND '),
    );
    return { ...outcome, written: outcome.written || outcome.item?.['health_mark'] === mark };
  }

  return {
    async markSlow(target, until, ifEarlierThan) {
      await note(target, {
        set: 'slow_until = :until',
        values: { ':until': until.getTime(), ':beyond': ifEarlierThan.getTime() },
        when: ['(attribute_not_exists(slow_until) OR slow_until <= :beyond)'],
      });
    },

    async clearSlow(target, slowUntil) {
      await note(target, {
        clause: 'REMOVE slow_until',
        values: { ':seen': slowUntil.getTime() },
        when: ['slow_until = :seen'],
      });
    },

    async recordTimeout(target, { deliveryId, isFirst }, now, probeAt) {
      const { written, item } = await note(target, {
        clause: 'ADD unanswered :delivery',
        values: { ':delivery': new Set([deliveryId]) },
        when: [
          'attribute_not_exists(breaker_opened_at)',
          ...(isFirst ? ['attribute_not_exists(unanswered)'] : []),
        ],
      });
      const inRow = item?.['unanswered'];
      if (!written || !(inRow instanceof Set) || inRow.size < TIMEOUTS_TO_OPEN) return false;
      const opened = await note(target, {
        set: 'breaker_opened_at = :now, breaker_probe_at = :probe',
        clause: 'REMOVE unanswered',
        values: { ':now': now.getTime(), ':probe': probeAt.getTime(), ':enough': TIMEOUTS_TO_OPEN },
        // Still so many: an answer may have come in between. Absent, once somebody opened it.
        when: ['size(unanswered) >= :enough'],
      });
      return opened.written;
    },

    async recordResponse(target) {
      const clause = 'REMOVE unanswered, breaker_opened_at, breaker_probe_at';
      const closed = await note(target, {
        clause,
        values: {},
        when: ['attribute_exists(breaker_opened_at)'],
      });
      if (!closed.written) await note(target, { clause: 'REMOVE unanswered', values: {}, when: [] });
      return closed.written;
    },

    async claimProbe(target, now, nextProbeAt) {
      const claimed = await note(target, {
        set: 'breaker_probe_at = :next',
        values: { ':now': now.getTime(), ':next': nextProbeAt.getTime() },
        when: ['breaker_probe_at <= :now'],
      });
      return claimed.written;
    },
  };
}

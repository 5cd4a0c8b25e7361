import { randomUUID } from 'node:crypto';
import { UNANSWERED_TO_OPEN } from '#shared/domain/endpoints/endpoint-health.ts';
import type { EndpointHealthStore, Observed } from '#shared/domain/ports/endpoint-health-store.ts';
import { commit } from './commit.ts';
import { targetKey } from './keys.ts';
import type { Item, Table } from './table.ts';

/** Health lies in the delivery view, which the send reads anyway; each note is one conditional update of it. */
export function createDynamoEndpointHealth(table: Table): EndpointHealthStore {
  /** The view as written, or `undefined` if the condition does not hold. */
  async function note(
    { id, settingsVersion }: Observed,
    { set, values, when }: { set: string; values: Record<string, unknown>; when: readonly string[] },
  ): Promise<Item | undefined> {
    const refused = new Error('The endpoint is not as it was observed');
    try {
      return await commit(
        table.client,
        [
          {
            kind: 'update',
            table: table.name,
            key: targetKey(id),
            set,
            values: { ':version': settingsVersion, ...values },
            condition: {
              when: ['settings_version = :version', 'attribute_not_exists(deleted)', ...when].join(' AND '),
              refuse: () => refused,
            },
          },
        ],
        randomUUID(),
      );
    } catch (error) {
      if (error === refused) return undefined;
      throw error;
    }
  }

  return {
    async markSlow(target, until, unlessBeyond) {
      await note(target, {
        set: 'SET slow_until = :until',
        values: { ':until': until.getTime(), ':beyond': unlessBeyond.getTime() },
        when: ['(attribute_not_exists(slow_until) OR slow_until <= :beyond)'],
      });
    },

    async clearSlow(target, slowUntil) {
      await note(target, {
        set: 'REMOVE slow_until',
        values: { ':seen': slowUntil.getTime() },
        when: ['slow_until = :seen'],
      });
    },

    async noteUnanswered(target, deliveryId, now, probeAt) {
      const counted = await note(target, {
        set: 'ADD unanswered :delivery',
        values: { ':delivery': new Set([deliveryId]) },
        when: ['attribute_not_exists(breaker_opened_at)'],
      });
      const inRow = counted?.['unanswered'];
      if (!(inRow instanceof Set) || inRow.size < UNANSWERED_TO_OPEN) return false;
      const opened = await note(target, {
        set: 'SET breaker_opened_at = :now, breaker_probe_at = :probe REMOVE unanswered',
        values: { ':now': now.getTime(), ':probe': probeAt.getTime(), ':enough': UNANSWERED_TO_OPEN },
        // Still so many: an answer may have come in between. Absent, once somebody opened it.
        when: ['size(unanswered) >= :enough'],
      });
      return opened !== undefined;
    },

    async noteAnswered(target) {
      const closed = await note(target, {
        set: 'REMOVE unanswered, breaker_opened_at, breaker_probe_at',
        values: {},
        when: ['attribute_exists(breaker_opened_at)'],
      });
      if (!closed) await note(target, { set: 'REMOVE unanswered', values: {}, when: [] });
      return closed !== undefined;
    },

    async claimProbe(target, now, nextProbeAt) {
      const claimed = await note(target, {
        set: 'SET breaker_probe_at = :next',
        values: { ':now': now.getTime(), ':next': nextProbeAt.getTime() },
        when: ['breaker_probe_at <= :now'],
      });
      return claimed !== undefined;
    },
  };
}

import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';
import type { SweepStore } from '#shared/webhooks/ports/sweep-store.ts';
import { keyOf } from '#test/support/fakes/webhooks/memory-delivery-store.ts';
import type { Data, Parts, Sabotage } from './parts.ts';
import type { Run } from './process.ts';

/** Guards, each removed in turn: the model must detect it. Created anew for each history, as some have state. */
export const SABOTAGES = {
  'no lease: whoever asks may make the attempt': () =>
    deliveries((store) => ({
      async claim(...asked) {
        const claim = await store.claim(...asked);
        return claim.kind === 'leased' ? { kind: 'claimed' } : claim;
      },
    })),
  'no planning again of what is recorded but not planned': () =>
    deliveries((store) => ({
      async claim(...asked) {
        const claim = await store.claim(...asked);
        return claim.kind === 'recorded' ? { kind: 'superseded', delivery: claim.delivery } : claim;
      },
    })),
  'a seventh attempt is planned': () =>
    deliveries((store) => ({
      recordAttempt(delivery, attempt, progress) {
        const isLast = progress.reason === 'attempts_exhausted';
        const again = { state: 'retrying', reason: 'receiver_error', finishedAt: null } as const;
        const nextAttemptAt = new Date(attempt.startedAt.getTime() + 9_000_000);
        return store.recordAttempt(delivery, attempt, isLast ? { ...again, nextAttemptAt } : progress);
      },
    })),
  'an attempt is recorded without a condition': () =>
    deliveries((_, data) => ({
      async recordAttempt(delivery, attempt, progress) {
        const found = data.deliveries.get(keyOf(delivery)) ?? delivery;
        const written: Delivery = { ...found, ...progress, attempts: [...found.attempts, attempt] };
        data.deliveries.set(keyOf(delivery), written);
        return written;
      },
    })),
  'a delivery is settled without a condition': () =>
    deliveries((_, data) => ({
      async settle(delivery, progress) {
        const found = data.deliveries.get(keyOf(delivery)) ?? delivery;
        data.deliveries.set(keyOf(delivery), { ...found, ...progress });
      },
    })),
  'retries come at once': () =>
    deliveries((store) => ({
      recordAttempt(delivery, attempt, progress) {
        const nextAttemptAt = progress.nextAttemptAt && new Date(attempt.startedAt.getTime() + 5000);
        return store.recordAttempt(delivery, attempt, { ...progress, nextAttemptAt });
      },
    })),
  'a delivered resend ends nothing': () => deliveries(() => ({ supersede: async () => undefined })),
  'the settings version is not looked at': () =>
    targets((target, { job }) => ({
      ...target,
      settingsVersion: job?.settingsVersion ?? target.settingsVersion,
    })),
  'a suspension is not looked at': () => targets((target) => ({ ...target, suspendedReason: null })),
  'the previous secret signs for ever': () =>
    targets((target) => {
      const { previous } = target.secrets;
      return previous
        ? { ...target, secrets: { ...target.secrets, previous: { ...previous, expiresAt: new Date(8e15) } } }
        : target;
    }),
  'the endpoint is read once, before the claim': () => {
    const first = new Map<Run, DeliveryTarget | undefined>();
    return {
      below: (parts, run) => ({
        ...parts,
        endpoints: {
          ...parts.endpoints,
          async readTarget(id) {
            if (!first.has(run)) first.set(run, await parts.endpoints.readTarget(id));
            return first.get(run);
          },
        },
      }),
    };
  },
  'a secret stays in a cache by its endpoint': () => {
    const cache = new Map<string, string>();
    return {
      below: (parts) => ({
        ...parts,
        secrets: {
          ...parts.secrets,
          async open(sealed, context) {
            const text = cache.get(context.subject) ?? (await parts.secrets.open(sealed, context));
            cache.set(context.subject, text);
            return text;
          },
        },
      }),
    };
  },
  'no sweep': () => ({ below: (parts) => ({ ...parts, sweep: idle(parts.sweep) }) }),
  'deferred without a wake of its own, and no sweep': () => ({
    below: (parts) => ({
      ...parts,
      sweep: idle(parts.sweep),
      slowLane: { ...parts.slowLane, sendLater: async () => undefined },
    }),
  }),
  'deferred without a wake of its own': () => ({
    below: (parts) => ({ ...parts, slowLane: { ...parts.slowLane, sendLater: async () => undefined } }),
  }),
  'a release drops its page': () => ({
    below: (parts) => ({
      ...parts,
      deferred: {
        ...parts.deferred,
        list: (id, page) =>
          page.limit === 1 ? parts.deferred.list(id, page) : Promise.resolve({ deferred: [], next: null }),
      },
    }),
  }),
  'two deliveries open the breaker': () => ({
    below: (parts) => ({
      ...parts,
      health: {
        ...parts.health,
        async recordTimeout(target, timeout, now, probeAt) {
          for (const each of [1, 2, 3]) {
            const deliveryId = `${timeout.deliveryId}-${each}`;
            await parts.health.recordTimeout(target, { deliveryId, isFirst: false }, now, probeAt);
          }
          return parts.health.recordTimeout(target, timeout, now, probeAt);
        },
      },
    }),
  }),
  'the dispatcher swallows a failed send': () => ({
    above: (parts, { process }) => ({
      ...parts,
      queue: {
        ...parts.queue,
        sendAll: (jobs) =>
          parts.queue.sendAll(jobs).catch((error: unknown) => {
            if (!process.name.startsWith('dispatch')) throw error;
          }),
      },
    }),
  }),
  'the dispatcher swallows a failed write of a log': () => ({
    above: (parts) => ({
      ...parts,
      eventLog: {
        ...parts.eventLog,
        append: (...args) => parts.eventLog.append(...args).catch(() => undefined),
      },
    }),
  }),
  'the log gives a batch the number of the one before': () => ({
    below: (parts, _, data) => ({
      ...parts,
      eventLog: {
        ...parts.eventLog,
        async append(workspaceId, ...batch) {
          await parts.eventLog.append(workspaceId, ...batch);
          const items = data.logs.get(workspaceId) ?? [];
          const [before, last] = items.slice(-2);
          if (before && last)
            items.splice(
              -2,
              2,
              { ...last, sequence: before.sequence },
              { ...before, sequence: last.sequence },
            );
        },
      },
    }),
  }),
  'a returned message counts nothing': () => ({
    below: (parts) => ({
      ...parts,
      counts: { ...parts.counts, find: async () => ({ batch: Number.MAX_SAFE_INTEGER, excluded: [] }) },
    }),
  }),
  'a returned message counts what is counted': () => ({
    below: (parts) => ({ ...parts, counts: { ...parts.counts, find: async () => undefined } }),
  }),
  'a message that wakes early is dropped': () => ({
    below: (parts) => ({ ...parts, planner: { ...parts.planner, defer: async () => undefined } }),
  }),
  'a requested delivery is not put on the stream': () => ({
    below: (parts, _, data) => ({
      ...parts,
      sweep: idle(parts.sweep),
      requests: {
        ...parts.requests,
        async requestResend(resend) {
          data.deliveries.set(keyOf(resend), { ...resend, nextAttemptAt: null });
          return true;
        },
      },
    }),
  }),
} as const satisfies Record<string, () => Sabotage>;

export type SabotageName = keyof typeof SABOTAGES;

function deliveries(change: (store: DeliveryStore, data: Data) => Partial<DeliveryStore>): Sabotage {
  return {
    below: (parts: Parts, _run, data) => ({
      ...parts,
      deliveries: { ...parts.deliveries, ...change(parts.deliveries, data) },
    }),
  };
}

function targets(change: (target: DeliveryTarget, run: Run) => DeliveryTarget): Sabotage {
  return {
    below: (parts, run) => ({
      ...parts,
      endpoints: {
        ...parts.endpoints,
        async readTarget(id) {
          const target = await parts.endpoints.readTarget(id);
          return target && change(target, run);
        },
      },
    }),
  };
}

/** A sweep that finds nothing. */
function idle(store: SweepStore): SweepStore {
  return { ...store, claimAbsent: async () => false, claimDue: async () => undefined };
}

import type { EventLog } from '#shared/events/ports/event-log.ts';
import type { EventStore } from '#shared/events/ports/event-store.ts';
import type { IdempotencyStore } from '#shared/platform/core/idempotency-store.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { isDeferred } from '#shared/webhooks/domain/deferred.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type {
  AttemptCountReader,
  AttemptCounts,
  AttemptRollUps,
} from '#shared/webhooks/ports/attempt-counts.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import type {
  DeliveryQueue,
  RecoveryQueue,
  ReleaseQueue,
  RetryPlanner,
} from '#shared/webhooks/ports/delivery-queue.ts';
import type { DeliveryRequests } from '#shared/webhooks/ports/delivery-requests.ts';
import type { DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointHealthStore } from '#shared/webhooks/ports/endpoint-health-store.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import type { RecoveryStore } from '#shared/webhooks/ports/recovery-store.ts';
import type { SecretRotations } from '#shared/webhooks/ports/secret-rotations.ts';
import type { SweepStore } from '#shared/webhooks/ports/sweep-store.ts';
import { createMemoryEventLog, type MemoryLogs } from '#test/support/fakes/events/memory-event-log.ts';
import { createMemoryEventStore } from '#test/support/fakes/events/memory-event-store.ts';
import { createMemoryCore, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { createMemoryIdempotencyStore } from '#test/support/fakes/platform/memory-idempotency-store.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import {
  createMemoryAttemptCounts,
  emptyCounts,
  type MemoryCounts,
} from '#test/support/fakes/webhooks/memory-attempt-counts.ts';
import { createMemoryDeferredDeliveries } from '#test/support/fakes/webhooks/memory-deferred-deliveries.ts';
import { createMemoryDeliveryRequests } from '#test/support/fakes/webhooks/memory-delivery-requests.ts';
import {
  createMemoryDeliveryStore,
  type MemoryDeliveries,
  type MemoryLeases,
} from '#test/support/fakes/webhooks/memory-delivery-store.ts';
import { createMemoryEndpointHealth } from '#test/support/fakes/webhooks/memory-endpoint-health.ts';
import { createMemoryEndpointStore } from '#test/support/fakes/webhooks/memory-endpoint-store.ts';
import { createMemoryRecoveryStore } from '#test/support/fakes/webhooks/memory-recovery-store.ts';
import { createMemorySecretRotations } from '#test/support/fakes/webhooks/memory-secret-rotations.ts';
import {
  createMemorySweepStore,
  type MemoryCursors,
} from '#test/support/fakes/webhooks/memory-sweep-store.ts';
import { checkWrite } from './delivery-rules.ts';
import type { Ledger } from './ledger.ts';
import type { Run } from './process.ts';
import type { SimStream } from './sim-stream.ts';
import type { Timeline } from './timeline.ts';

/** Every port of the functions of the delivery path. */
export type Parts = {
  readonly endpoints: EndpointStore;
  readonly events: EventStore;
  readonly eventLog: EventLog;
  readonly deliveries: DeliveryStore;
  readonly health: EndpointHealthStore;
  readonly deferred: DeferredDeliveries;
  readonly requests: DeliveryRequests;
  readonly recoveries: RecoveryStore;
  readonly answers: IdempotencyStore;
  readonly sweep: SweepStore;
  readonly counts: AttemptCounts & AttemptRollUps & AttemptCountReader;
  readonly rotations: SecretRotations;
  readonly secrets: SecretBox;
  readonly queue: DeliveryQueue;
  readonly slowLane: DeliveryQueue;
  readonly releases: ReleaseQueue;
  readonly recoveryQueue: RecoveryQueue;
  readonly planner: RetryPlanner;
};

/** Removes a guard from the dependencies of one run. */
export type Sabotage = {
  /** Below the calls: the dependency itself is wrong. */
  readonly below?: (parts: Parts, run: Run, data: Data) => Parts;
  /** Above the calls: the function uses its dependency wrongly. */
  readonly above?: (parts: Parts, run: Run) => Parts;
};

/** The content of both tables. */
export type Data = {
  readonly core: MemoryCore;
  readonly deliveries: MemoryDeliveries;
  readonly leases: MemoryLeases;
  readonly logs: MemoryLogs;
  readonly counts: MemoryCounts;
  readonly cursors: MemoryCursors;
};

/** The tables, with their stream, checked by the rules. */
export function createData(ledger: Ledger, timeline: Timeline, stream: () => SimStream): Data {
  const core: MemoryCore = {
    ...createMemoryCore(),
    targets: watchedMap((target, before) => {
      const row = ledger.rows.get(target.id) ?? new Set();
      const opens = before?.health.breaker === null && target.health.breaker !== null;
      const closes = before?.health.breaker && !target.health.breaker;
      if (opens || closes)
        timeline.say(
          'record',
          () => `breaker of ${ledger.nick(target.id, 'E')} ${opens ? 'opens' : 'closes'}`,
        );
      // An edit or a rotation closes it too; then the pending probe job releases the deliveries, if it runs in time.
      const isByAnswer =
        before?.settingsVersion === target.settingsVersion && before.secrets === target.secrets;
      if (closes && isByAnswer) noteReleased(target.id, timeline.now());
      if (opens) noteReleased(target.id, undefined);
      if (opens && row.size < 5)
        ledger.breaks('the breaker opens after 5 deliveries without a response', `${row.size} in a row`);
      // Every write of the view resets the health.
      if (target.health.timedOutDeliveries.size === 0) ledger.rows.set(target.id, new Set());
      ledger.see(target);
    }),
    events: watchedMap((event, before) => {
      if (before) return;
      ledger.events.set(event.id, event);
      stream().insert({ kind: 'event', event });
    }),
    requests: watchedMap((job, before) => {
      if (!before) stream().insert({ kind: 'delivery', job });
    }),
    recoveries: watchedMap(({ endpointId, id }, before) => {
      const job = { endpointId, recoveryId: id };
      if (!before) stream().insert({ kind: 'recovery', job });
    }),
  };
  const deliveries = watchedMap<Delivery>((next, before) => checkWrite(ledger, timeline, next, before));
  return {
    core,
    deliveries,
    leases: new Map(),
    logs: new Map(),
    counts: emptyCounts(),
    cursors: new Map(),
  };

  /** Deferred deliveries are released at once when the breaker closes, unless it opens again. */
  function noteReleased(endpointId: string, at: number | undefined): void {
    for (const { id, endpointId: of, attempts, ...delivery } of deliveries.values()) {
      if (of !== endpointId || !isDeferred(delivery)) continue;
      const key = `${id}/${attempts.length + 1}`;
      if (at === undefined) ledger.released.delete(key);
      else ledger.released.set(key, at);
    }
  }
}

/** The stores over the tables: the fakes that pass the contract suites of the adapters. */
export function createStores(data: Data, ledger: Ledger) {
  const { core, deliveries, leases, logs, counts, cursors } = data;
  const box = createMemorySecretBox();
  return {
    endpoints: createMemoryEndpointStore(core),
    events: createMemoryEventStore(core),
    eventLog: createMemoryEventLog(logs),
    deliveries: createMemoryDeliveryStore(deliveries, leases),
    health: createMemoryEndpointHealth(core),
    deferred: createMemoryDeferredDeliveries(deliveries, leases),
    requests: createMemoryDeliveryRequests(core, deliveries),
    recoveries: createMemoryRecoveryStore(core),
    answers: createMemoryIdempotencyStore(core),
    sweep: createMemorySweepStore(core, deliveries, cursors),
    counts: createMemoryAttemptCounts(counts, deliveries, cursors),
    rotations: createMemorySecretRotations(core),
    secrets: {
      async seal(plaintext, context) {
        const sealed = await box.seal(plaintext, context);
        ledger.secrets.set(sealed, plaintext);
        return sealed;
      },
      open: box.open,
    } satisfies SecretBox,
  };
}

/** A map that reports each write with the previous value. */
export function watchedMap<Value>(
  onSet: (next: Value, before: Value | undefined) => void,
): Map<string, Value> {
  const map = new Map<string, Value>();
  const set = map.set.bind(map);
  map.set = (key, value) => {
    const before = map.get(key);
    set(key, value);
    onSet(value, before);
    return map;
  };
  return map;
}

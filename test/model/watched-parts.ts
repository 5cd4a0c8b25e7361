import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { DeliveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import type { EndpointHealthStore } from '#shared/webhooks/ports/endpoint-health-store.ts';
import type { SweepStore } from '#shared/webhooks/ports/sweep-store.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Parts } from './parts.ts';
import { type Run, through } from './process.ts';
import type { Timeline } from './timeline.ts';

type Watch = { readonly ledger: Ledger; readonly timeline: Timeline; readonly faults: Faults };

/** The dependencies of one run: every call can be the last, and the rules see its effect when it happens. */
export function watchedParts(parts: Parts, run: Run, watch: Watch): Parts {
  return {
    endpoints: through(run, 'endpoints', {
      ...parts.endpoints,
      async readTarget(id) {
        const target = await parts.endpoints.readTarget(id);
        if (id === run.job?.endpointId) {
          run.read = { told: target, stored: watch.ledger.viewsOf(id).at(-1) };
          run.since = [];
          run.signingAt = undefined;
        }
        return target;
      },
    } satisfies Parts['endpoints']),
    events: through(run, 'events', parts.events),
    eventLog: through(run, 'eventLog', parts.eventLog),
    deliveries: through(run, 'deliveries', parts.deliveries),
    health: through(run, 'health', watchedHealth(parts.health, watch)),
    deferred: through(run, 'deferred', parts.deferred),
    requests: through(run, 'requests', parts.requests),
    recoveries: through(run, 'recoveries', parts.recoveries),
    answers: through(run, 'answers', parts.answers),
    sweep: throughSweep(run, parts.sweep),
    counts: through(run, 'counts', parts.counts),
    rotations: through(run, 'rotations', parts.rotations),
    secrets: throughSecrets(run, parts.secrets),
    queue: throughQueue(run, 'queue', parts.queue, watch),
    slowLane: throughQueue(run, 'slowLane', parts.slowLane, watch),
    releases: through(run, 'releases', parts.releases),
    recoveryQueue: through(run, 'recoveryQueue', parts.recoveryQueue),
    planner: through(run, 'planner', parts.planner),
  };
}

function watchedHealth(health: EndpointHealthStore, { ledger }: Watch): EndpointHealthStore {
  return {
    ...health,
    recordTimeout(target, timeout, now, probeAt) {
      const { deliveryId } = timeout;
      const isTrue = ledger.requests
        .get(deliveryId)
        ?.some(({ result }) => result && result.statusCode === null);
      if (!isTrue) ledger.breaks('only requests without a response count', ledger.nick(deliveryId, 'D'));
      const row = ledger.rows.get(target.id) ?? new Set();
      ledger.rows.set(target.id, row.add(deliveryId));
      return health.recordTimeout(target, timeout, now, probeAt);
    },
    recordResponse(target) {
      ledger.rows.set(target.id, new Set());
      return health.recordResponse(target);
    },
  };
}

/** An aborted batch may have been processed in part. */
function throughQueue(run: Run, name: string, queue: DeliveryQueue, { faults }: Watch): DeliveryQueue {
  return {
    ...through(run, name, queue),
    sendAll: (jobs) =>
      run.call(
        `${name}.sendAll`,
        () => queue.sendAll(jobs),
        () => queue.sendAll(jobs.slice(0, faults.delays.between(0, jobs.length))),
      ),
  };
}

function throughSecrets(run: Run, secrets: SecretBox): SecretBox {
  const gated = through(run, 'secrets', secrets);
  return {
    ...gated,
    open(sealed, context) {
      run.signingAt ??= run.process.clock();
      return gated.open(sealed, context);
    },
  };
}

/** Most of the many buckets that a sweep reads are empty; those are indistinguishable and take no time. */
function throughSweep(run: Run, store: SweepStore): SweepStore {
  return {
    ...through(run, 'sweep', store),
    readEvents: (bucket) => pages('sweep.readEvents', store.readEvents(bucket)),
    readDue: (bucket) => pages('sweep.readDue', store.readDue(bucket)),
  };

  async function* pages<Page extends readonly unknown[]>(
    label: string,
    read: AsyncIterable<Page>,
  ): AsyncGenerator<Page> {
    for await (const page of read) yield page.length === 0 ? page : await run.call(label, async () => page);
  }
}

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { DELIVERY_SETTINGS } from '#infra/settings/delivery-settings.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryQueue, RetryPlanner } from '#shared/webhooks/ports/delivery-queue.ts';
import { createMemoryRetryPlanner } from '#test/support/fakes/webhooks/memory-retry-planner.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Process } from './process.ts';
import { TIMES } from './settings.ts';
import { createSimQueue, type SimQueue } from './sim-queue.ts';
import type { Timeline } from './timeline.ts';

type Consume = (process: Process, event: SQSEvent) => Promise<SQSBatchResponse>;

type Options = {
  readonly timeline: Timeline;
  readonly faults: Faults;
  readonly ledger: Ledger;
  readonly startProcess: (name: string, timeoutMs: number) => Process;
  readonly consume: { readonly deliver: Consume; readonly release: Consume; readonly recover: Consume };
};

export type Queues = ReturnType<typeof createQueues>;

/** The queues of the delivery path and the schedules that fill the first of them. */
export function createQueues({ timeline, faults, ledger, startProcess, consume }: Options) {
  const base = { timeline, faults };
  const nameOf = (body: string): string => {
    const { deliveryId: delivery, attempt, endpointId: endpoint } = read(body);
    const of = ledger.nick(String(endpoint), 'E');
    return typeof delivery === 'string' ? `${ledger.nick(delivery, 'D')}.${String(attempt)}` : of;
  };
  const deliveries = {
    ...base,
    nameOf,
    visibilityMs: TIMES.deliver.visibilityMs,
    mayLose: true,
    consume: consume.deliver,
    onMishap: (body: string, mishap: Parameters<Ledger['trouble']>[1]) =>
      ledger.trouble(String(read(body)['deliveryId']), mishap),
  };
  const jobs = { ...base, nameOf, onMishap: () => undefined };
  const healthy = createSimQueue({
    ...deliveries,
    name: 'delivery queue',
    startProcess: () => startProcess('deliver', TIMES.deliver.timeoutMs),
  });
  const slow = createSimQueue({
    ...deliveries,
    name: 'slow queue',
    startProcess: () => startProcess('deliver (slow)', TIMES.deliver.timeoutMs),
  });
  const releases = createSimQueue({
    ...jobs,
    name: 'release queue',
    // A lost or late probe job leaves deferred deliveries to their own messages.
    onMishap: () => {
      ledger.isReleaseTroubled = true;
    },
    visibilityMs: TIMES.release.visibilityMs,
    mayLose: true,
    startProcess: () => startProcess('release', TIMES.release.timeoutMs),
    consume: consume.release,
  });
  const recoveries = createSimQueue({
    ...jobs,
    name: 'recovery queue',
    visibilityMs: TIMES.recover.visibilityMs,
    // Only a person finds a recovery whose message is lost (ADR 15).
    mayLose: false,
    startProcess: () => startProcess('recover', TIMES.recover.timeoutMs),
    consume: consume.recover,
  });
  const all = [healthy, slow, releases, recoveries];
  const sent = new Set<string>();
  let restsUntil = 0;

  return {
    queue: portOf(healthy, note),
    slowLane: portOf(slow, note),
    releases: {
      send: async (job: object, delaySeconds: number) => releases.send(JSON.stringify(job), delaySeconds),
    },
    recoveryQueue: { send: async (job: object) => recoveries.send(JSON.stringify(job)) },
    planner: createPlanner(),
    length: () => healthy.length() + slow.length(),
    deadLetters: () => all.reduce((sum, { deadLetters }) => sum + deadLetters.length, 0),
    redrive: () => {
      for (const queue of all) queue.redrive();
    },
    rest(until: number): void {
      restsUntil = until;
      for (const queue of all) queue.rest(until);
    },
  };

  /** Two messages for one attempt, whichever process sent the second. */
  function note({ deliveryId: id, attempt }: DeliveryJob): void {
    const key = `${id}/${attempt}`;
    if (sent.has(key)) ledger.trouble(id, 'repeated');
    sent.add(key);
  }

  /** Schedules fire up to a minute late, or never; those of one name are one. */
  function createPlanner(): RetryPlanner {
    const planner = createMemoryRetryPlanner(portOf(healthy, note), DELIVERY_SETTINGS.queueDelayLimit);
    return {
      postpone: planner.postpone,
      plan(job, now) {
        const known = planner.schedules.length;
        const planned = planner.plan(job, now);
        const schedule = planner.schedules[known];
        if (!schedule) return planned;
        const name = `${ledger.nick(job.deliveryId, 'D')}.${job.attempt}`;
        timeline.say('schedules', () => `${name} at ${schedule.at.toISOString()}`);
        const isLost = faults.hits('loss');
        if (isLost) ledger.trouble(job.deliveryId, 'lost');
        const at = Math.max(schedule.at.getTime(), restsUntil) + faults.delays.between(0, MINUTE_MS);
        timeline.after(at - timeline.now(), () => {
          planner.schedules.splice(planner.schedules.indexOf(schedule), 1);
          timeline.say('schedules', () => `${name} ${isLost ? 'never fires' : 'fires'}`);
          if (!isLost) healthy.send(JSON.stringify(job));
        });
        return planned;
      },
    };
  }
}

function portOf(queue: SimQueue, note: (job: DeliveryJob) => void): DeliveryQueue {
  return {
    async sendAll(jobs: readonly DeliveryJob[]) {
      for (const job of jobs) {
        note(job);
        queue.send(JSON.stringify(job));
      }
    },
    async sendLater(job, delaySeconds) {
      note(job);
      queue.send(JSON.stringify(job), delaySeconds);
    },
  };
}

function read(body: string): Record<string, unknown> {
  const message: unknown = JSON.parse(body);
  return typeof message === 'object' && message !== null ? { ...message } : {};
}

import { randomUUID } from 'node:crypto';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { consumer as deliverWebhook } from '#functions/webhooks/deliver-webhook/consumer.ts';
import { createBatchHandler } from '#functions/webhooks/deliver-webhook/deliver-batch.ts';
import { createHandler as createDispatchEvent } from '#functions/webhooks/dispatch-event/handler.ts';
import { consumer as recoverDeliveries } from '#functions/webhooks/recover-deliveries/consumer.ts';
import { createHandler as createRecoverDeliveries } from '#functions/webhooks/recover-deliveries/handler.ts';
import { consumer as releaseDeliveries } from '#functions/webhooks/release-deliveries/consumer.ts';
import { createHandler as createReleaseDeliveries } from '#functions/webhooks/release-deliveries/handler.ts';
import { createHandler as createSweepDeliveries } from '#functions/webhooks/sweep-deliveries/handler.ts';
import { queueMessages, toLambdaHandler } from '#shared/platform/entry/consumer-entry.ts';
import type { Part } from '#shared/platform/queues/schedule-part.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { deliveryJobSchema } from '#shared/webhooks/domain/delivery-message.ts';
import { MAX_SHARDS } from '#shared/webhooks/domain/delivery-shards.ts';
import { createLogEvents } from '#shared/webhooks/use-cases/log-events.ts';
import { createMemoryEndpointShards } from '#test/support/fakes/webhooks/memory-endpoint-shards.ts';
import { deliveriesOf } from './deliveries-of.ts';
import { createModelSender, type SenderWorld } from './model-sender.ts';
import type { Parts, Sabotage } from './parts.ts';
import type { Process, Run } from './process.ts';
import { createRandom } from './random.ts';
import { DELIVERY, SWEEP_QUEUE_LIMIT } from './settings.ts';
import type { SimStream } from './sim-stream.ts';
import { watchedParts } from './watched-parts.ts';

export type ConsumerWorld = SenderWorld & {
  readonly seed: number;
  readonly parts: Parts;
  readonly sabotage: Sabotage | undefined;
  readonly stream: () => SimStream;
  readonly queueLength: () => number;
  /** Called when a run on a delivery starts. */
  readonly onDelivery: (endpointId: string) => void;
};

/** How often an event is the one after which its endpoint grows. */
const GROWTH = 0.1;

/** The model plans no notifications and no notices. */
async function* noPages(): AsyncGenerator<never[]> {
  yield [];
}

/** The model has no notification targets. */
const NO_NOTIFICATIONS = {
  notificationTargets: { list: async () => [] },
  notificationQueue: { send: async () => undefined },
  dueNotifications: { readDue: noPages, postpone: async () => false },
  rotationNotices: { readDue: noPages, finish: async () => undefined },
};

const NO_METRICS = { add: () => undefined };
const jobText = v.pipe(v.string(), v.parseJson(), deliveryJobSchema);

/** The functions of the delivery path on the ports of the model, with a possible crash at every call. */
export function createConsumers(world: ConsumerWorld) {
  const { ledger, timeline } = world;
  const jitter = createRandom(world.seed, 'jitter');
  const growth = createRandom(world.seed, 'growth');
  const shards = createMemoryEndpointShards(world.data.core);

  /** The dependencies of a run. */
  function partsOf(run: Run): Parts {
    const { below, above } = world.sabotage ?? {};
    const parts = below?.(world.parts, run, world.data) ?? world.parts;
    const watched = watchedParts(parts, run, { ledger, timeline, faults: world.faults });
    return above?.(watched, run) ?? watched;
  }

  function runtimeOf({ name, clock, after }: Process) {
    const line = (message: { code: string }, fields = {}): void =>
      timeline.say(name, () => `log ${message.code} ${JSON.stringify(fields)}`);
    const log: Log = { debug: () => undefined, info: () => undefined, warn: line, error: line };
    return { clock, after, random: jitter.next, newNonce: randomUUID, log };
  }

  return {
    deliver: eachMessage(async (process, event, body) => {
      const job = v.parse(jobText, body);
      const run = process.startRun(job);
      world.onDelivery(job.endpointId);
      const sender = createModelSender(world, run, job);
      const runtime = runtimeOf(process);
      const ports = { ...partsOf(run), ...NO_NOTIFICATIONS, sender, metrics: NO_METRICS };
      const handler = createBatchHandler({ ...ports, ...runtime, ...DELIVERY });
      const response = await toLambdaHandler(deliverWebhook, [queueMessages], handler, runtime)(event);
      if (response.batchItemFailures.length === 0) sender.checkLearned();
      return response;
    }),

    release: eachMessage((process, event) => {
      const runtime = runtimeOf(process);
      const handler = createReleaseDeliveries({ ...partsOf(process.startRun()), ...runtime, ...DELIVERY });
      return toLambdaHandler(releaseDeliveries, [queueMessages], handler, runtime)(event);
    }),

    recover: eachMessage((process, event) => {
      const { recoveryQueue: queue, ...parts } = partsOf(process.startRun());
      const runtime = runtimeOf(process);
      const handler = createRecoverDeliveries({ ...parts, queue, ...runtime });
      return toLambdaHandler(recoverDeliveries, [queueMessages], handler, runtime)(event);
    }),

    dispatch(process: Process, event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
      const run = process.startRun();
      const { queue, recoveryQueue: recoveries, eventLog } = partsOf(run);
      const stream = world.stream();
      const dispatch = createDispatchEvent({
        queue,
        recoveries,
        notificationQueue: NO_NOTIFICATIONS.notificationQueue,
        quarantine: (record) => run.call('quarantine', async () => stream.quarantine(record)),
        readRecord(record) {
          const request = stream.readRecord(record);
          run.subjects = [...run.subjects, ...deliveriesOf(request)];
          return request;
        },
        logEvents: createLogEvents({ eventLog, clock: process.clock }),
        // Endpoints grow at any time, and also by what an old event shows.
        countAttempts: async (matched) => {
          for (const endpoint of matched)
            if (endpoint.shards < MAX_SHARDS && growth.chance(GROWTH))
              await run.call('grow', () => shards.grow(endpoint, endpoint.shards * 2));
        },
        log: runtimeOf(process).log,
      });
      return dispatch(event);
    },

    async sweep(process: Process, part: Part): Promise<void> {
      const run = process.startRun();
      const { sweep: store, counts: rollUps, queue } = partsOf(run);
      const queueLength = () => run.call('queueLength', async () => world.queueLength());
      const sweep = createSweepDeliveries({
        store,
        rollUps,
        queue,
        queueLength,
        queueLimit: SWEEP_QUEUE_LIMIT,
        metrics: NO_METRICS,
        ...NO_NOTIFICATIONS,
        ...runtimeOf(process),
      });
      // The next tick repeats the work of a failed one.
      await sweep(part, { getRemainingTimeInMillis: process.remainingMs }).catch(() => undefined);
      process.finish();
    },
  };
}

/** Each message has a run of its own, so the consumer receives each message as a batch of one. */
function eachMessage(
  consume: (process: Process, event: SQSEvent, body: string) => Promise<SQSBatchResponse>,
) {
  return async (process: Process, { Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const responses = await Promise.all(
      Records.map((record) => consume(process, { Records: [record] }, record.body)),
    );
    return { batchItemFailures: responses.flatMap(({ batchItemFailures }) => batchItemFailures) };
  };
}

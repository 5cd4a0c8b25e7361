import { randomUUID } from 'node:crypto';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createEndpointBreaker } from '#functions/webhooks/deliver-webhook/endpoint-breaker.ts';
import { createHandler as createDeliverWebhookHandler } from '#functions/webhooks/deliver-webhook/handler.ts';
import { createAttemptSender } from '#functions/webhooks/deliver-webhook/send-attempt.ts';
import { createHandler as createDispatchEventHandler } from '#functions/webhooks/dispatch-event/handler.ts';
import { createHandler as createRecoverDeliveriesHandler } from '#functions/webhooks/recover-deliveries/handler.ts';
import { createHandler as createReleaseDeliveriesHandler } from '#functions/webhooks/release-deliveries/handler.ts';
import { createHandler as createSweepDeliveriesHandler } from '#functions/webhooks/sweep-deliveries/handler.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import {
  deliveryJobSchema,
  deliveryLogFields,
  recoveryJobSchema,
} from '#shared/webhooks/domain/delivery-message.ts';
import { releaseJobSchema } from '#shared/webhooks/domain/release-job.ts';
import { deliveriesOf } from './deliveries-of.ts';
import { createModelSender, type SenderWorld } from './model-sender.ts';
import type { Parts, Sabotage } from './parts.ts';
import type { Process, Run } from './process.ts';
import { createRandom } from './random.ts';
import { BREAKER, RETRY_DELAYS, SWEEP_QUEUE_LIMIT } from './settings.ts';
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

/** The functions of the delivery path, each wired as its `index.ts` wires it, with a possible crash at every call. */
export function createConsumers(world: ConsumerWorld) {
  const { ledger, timeline } = world;
  const jitter = createRandom(world.seed, 'jitter');

  /** The dependencies of a run. */
  function partsOf(run: Run): Parts {
    const { below, above } = world.sabotage ?? {};
    const parts = below?.(world.parts, run, world.data) ?? world.parts;
    const watched = watchedParts(parts, run, { ledger, timeline, faults: world.faults });
    return above?.(watched, run) ?? watched;
  }

  function logOf({ name }: Process): Log {
    const line = (message: { code: string }, fields = {}): void =>
      timeline.say(name, () => `log ${message.code} ${JSON.stringify(fields)}`);
    return { debug: () => undefined, info: () => undefined, warn: line, error: line };
  }

  return {
    deliver(process: Process, event: SQSEvent): Promise<SQSBatchResponse> {
      const log = logOf(process);
      const { clock, after } = process;
      const consume = queueConsumer(
        deliveryJobSchema,
        log,
        async (job, receipt) => {
          const run = process.startRun(job);
          world.onDelivery(job.endpointId);
          const parts = partsOf(run);
          const sender = createModelSender(world, run, job);
          const breaker = createEndpointBreaker({
            ...parts,
            ...BREAKER,
            clock,
            random: jitter.next,
            after,
            log,
          });
          const deliver = createDeliverWebhookHandler({
            ...parts,
            sendAttempt: createAttemptSender(parts.secrets, sender),
            breaker,
            retryDelays: RETRY_DELAYS,
            clock,
            random: jitter.next,
            log,
          });
          await deliver(job, receipt);
          sender.checkLearned();
        },
        deliveryLogFields,
      );
      return consume(event);
    },

    release(process: Process, event: SQSEvent): Promise<SQSBatchResponse> {
      const log = logOf(process);
      const consume = queueConsumer(
        releaseJobSchema,
        log,
        (job) => {
          const parts = partsOf(process.startRun());
          const { probeSeconds } = BREAKER;
          return createReleaseDeliveriesHandler({ ...parts, probeSeconds, clock: process.clock, log })(job);
        },
        endpointOf,
      );
      return consume(event);
    },

    recover(process: Process, event: SQSEvent): Promise<SQSBatchResponse> {
      const log = logOf(process);
      const consume = queueConsumer(
        recoveryJobSchema,
        log,
        (job) => {
          const { recoveryQueue: queue, ...parts } = partsOf(process.startRun());
          const recover = createRecoverDeliveriesHandler({
            ...parts,
            queue,
            clock: process.clock,
            newNonce: randomUUID,
            log,
          });
          return recover(job);
        },
        endpointOf,
      );
      return consume(event);
    },

    dispatch(process: Process, event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
      const run = process.startRun();
      const { queue, recoveryQueue: recoveries } = partsOf(run);
      const stream = world.stream();
      const dispatch = createDispatchEventHandler({
        queue,
        recoveries,
        quarantine: (record) => run.call('quarantine', async () => stream.quarantine(record)),
        readRecord(record) {
          const request = stream.readRecord(record);
          run.subjects = [...run.subjects, ...deliveriesOf(request)];
          return request;
        },
        log: logOf(process),
      });
      return dispatch(event);
    },

    async sweep(process: Process): Promise<void> {
      const run = process.startRun();
      const { sweep: store, queue } = partsOf(run);
      const sweep = createSweepDeliveriesHandler({
        store,
        queue,
        queueLength: () => run.call('queueLength', async () => world.queueLength()),
        queueLimit: SWEEP_QUEUE_LIMIT,
        clock: process.clock,
        log: logOf(process),
      });
      // The next tick repeats the work of a failed one.
      await sweep({}, { getRemainingTimeInMillis: process.remainingMs }).catch(() => undefined);
      process.finish();
    },
  };
}

function endpointOf({ endpointId }: { readonly endpointId: string }) {
  return { endpoint_id: endpointId };
}

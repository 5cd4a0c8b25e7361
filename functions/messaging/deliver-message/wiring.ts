import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { meterSenders } from '#shared/messaging/adapters/meter-senders.ts';
import { createSenders } from '#shared/messaging/adapters/senders.ts';
import { createSqsMessageQueue } from '#shared/messaging/adapters/sqs-message-queues.ts';
import { createDynamoSendingStores } from '#shared/messaging/store/dynamo-sending-stores.ts';
import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createMetrics, flushing, type Metrics } from '#shared/platform/runtime/metrics.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime | 'queueDelayLimit'> & { readonly metrics: Metrics };

export function createPorts(
  { dynamo, sqs }: Pick<AwsClients, 'dynamo' | 'sqs'>,
  env: Env,
  { clock, writeMetrics }: Pick<ConsumerRuntime, 'clock' | 'writeMetrics'>,
): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  return {
    ...createDynamoSendingStores(core, clock),
    media: createDynamoMediaStore(core),
    senders: createSenders(env, sqs, clock),
    queue: createSqsMessageQueue(sqs, env.MESSAGE_QUEUE_URL),
    metrics: createMetrics(env.POWERTOOLS_METRICS_NAMESPACE, writeMetrics),
  };
}

export function createConsumer(
  { metrics, ...ports }: Ports,
  { clock, newNonce, backOff, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'backOff' | 'log'>,
  env: Pick<Env, 'QUEUE_DELAY_LIMIT'>,
) {
  const deliver = createHandler({
    ...ports,
    senders: meterSenders(ports.senders, metrics),
    queueDelayLimit: env.QUEUE_DELAY_LIMIT,
    clock,
    newNonce,
    backOff,
    log,
  });
  return flushing(metrics, queueConsumer(scheduledJobSchema, log, deliver, logFieldsDue));
}

import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { releaseJobSchema } from '#shared/webhooks/domain/release-job.ts';
import { createDynamoDeferredDeliveries } from '#shared/webhooks/store/dynamo-deferred-deliveries.ts';
import { createDynamoEndpointHealth } from '#shared/webhooks/store/dynamo-endpoint-health.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime | 'probeSeconds'>;

export function createPorts({ dynamo, sqs }: Pick<AwsClients, 'dynamo' | 'sqs'>, env: Env): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  return {
    endpoints: createDynamoEndpointStore(core),
    health: createDynamoEndpointHealth(core),
    deferred: createDynamoDeferredDeliveries(createTable(dynamo, env.DELIVERY_TABLE)),
    queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
    slowLane: createSqsDeliveryQueue(sqs, env.SLOW_QUEUE_URL),
    releases: createSqsJobQueue(sqs, env.RELEASE_QUEUE_URL),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, log }: Pick<ConsumerRuntime, 'clock' | 'log'>,
  env: Pick<Env, 'PROBE_SECONDS'>,
) {
  const release = createHandler({ ...ports, probeSeconds: env.PROBE_SECONDS, clock, log });
  return queueConsumer(releaseJobSchema, log, release, ({ endpointId }) => ({ endpoint_id: endpointId }));
}

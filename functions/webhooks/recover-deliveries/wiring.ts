import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoEventReader } from '#shared/events/store/dynamo-event-store.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { recoveryJobSchema } from '#shared/webhooks/domain/delivery-message.ts';
import { createDynamoDeliveryRequests } from '#shared/webhooks/store/dynamo-delivery-requests.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoRecoveryStore } from '#shared/webhooks/store/dynamo-recovery-store.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo, sqs }: Pick<AwsClients, 'dynamo' | 'sqs'>, env: Env): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  const deliveries = createTable(dynamo, env.DELIVERY_TABLE);
  return {
    endpoints: createDynamoEndpointStore(core),
    deliveries: createDynamoDeliveryStore(deliveries),
    events: createDynamoEventReader(core),
    recoveries: createDynamoRecoveryStore(core),
    requests: createDynamoDeliveryRequests(core, deliveries),
    queue: createSqsJobQueue(sqs, env.RECOVERY_QUEUE_URL),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, newNonce, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'log'>,
) {
  const recover = createHandler({ ...ports, clock, newNonce, log });
  return queueConsumer(recoveryJobSchema, log, recover, ({ endpointId, recoveryId }) => ({
    endpoint_id: endpointId,
    recovery_id: recoveryId,
  }));
}

import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoBroadcastRunReader } from '#shared/broadcasts/store/dynamo-broadcast-runs.ts';
import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoRecipientReader } from '#shared/broadcasts/store/dynamo-recipient-store.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { scheduledJobSchema, logFieldsDue } from '#shared/platform/core/scheduled-job.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo }: Pick<AwsClients, 'dynamo'>, env: Env): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  return {
    broadcasts: createDynamoBroadcastStore(core),
    broadcastRuns: createDynamoBroadcastRunReader(core),
    recipients: createDynamoRecipientReader(core),
    endpoints: createDynamoEndpointDirectory(core),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, newNonce, backOff, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'backOff' | 'log'>,
) {
  const run = createHandler({ ...ports, clock, newNonce, backOff, log });
  return queueConsumer(scheduledJobSchema, log, run, logFieldsDue);
}

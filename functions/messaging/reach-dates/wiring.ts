import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { createDynamoCalendarStore } from '#shared/platform/identity/store/dynamo-calendar-store.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo }: Pick<AwsClients, 'dynamo'>, env: Env): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  return {
    workspaces: createDynamoWorkspaceReader(core),
    calendars: createDynamoCalendarStore(core),
    contacts: createDynamoContactStore(core),
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

import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createJobFiring } from '#shared/platform/queues/job-firing.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createDynamoScheduleStore } from '#shared/platform/store/dynamo-schedule-store.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo, sqs }: Pick<AwsClients, 'dynamo' | 'sqs'>, env: Env): Ports {
  const urls = {
    post: env.PUBLISH_QUEUE_URL,
    broadcast: env.BROADCAST_QUEUE_URL,
    broadcast_run: env.SENDING_QUEUE_URL,
    // The function that sends also counts, so that both use the same rules.
    broadcast_estimate: env.SENDING_QUEUE_URL,
    workspace: env.RECOMPUTE_QUEUE_URL,
    account: env.RECOMPUTE_QUEUE_URL,
    message: env.MESSAGE_QUEUE_URL,
    calendar: env.CALENDAR_QUEUE_URL,
    contact_import: env.IMPORT_QUEUE_URL,
    post_removal: env.REMOVAL_QUEUE_URL,
    media: env.DOWNLOAD_QUEUE_URL,
    // The publisher renews tokens.
    account_tokens: env.PUBLISH_QUEUE_URL,
  };
  return {
    store: createDynamoScheduleStore(createTable(dynamo, env.CORE_TABLE)),
    timers: createJobFiring(sqs, urls),
  };
}

export function createConsumer(ports: Ports, { clock, log }: Pick<ConsumerRuntime, 'clock' | 'log'>) {
  return createHandler({ ...ports, clock, log });
}

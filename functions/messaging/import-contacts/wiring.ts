import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createPhoneNumbers } from '#shared/messaging/adapters/phone-numbers.ts';
import { createS3ImportFiles } from '#shared/messaging/adapters/s3-import-files.ts';
import { createDynamoContactImportJobs } from '#shared/messaging/store/dynamo-contact-imports.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoListMemberStore } from '#shared/messaging/store/dynamo-list-members.ts';
import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { createDynamoCalendarStore } from '#shared/platform/identity/store/dynamo-calendar-store.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo }: Pick<AwsClients, 'dynamo'>, env: Env): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  return {
    imports: createDynamoContactImportJobs(core),
    files: createS3ImportFiles(env),
    contacts: createDynamoContactReader(core),
    listMembers: createDynamoListMemberStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    phoneNumbers: createPhoneNumbers(deployedFiles(import.meta.url)),
    workspaces: createDynamoWorkspaceReader(core),
    calendars: createDynamoCalendarStore(core),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, newNonce, backOff, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'backOff' | 'log'>,
) {
  const run = createHandler({ ...ports, clock, newNonce, backOff, log });
  return queueConsumer(scheduledJobSchema, log, run, logFieldsDue);
}

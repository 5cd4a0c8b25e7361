import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createPhoneNumbers } from '#shared/messaging/adapters/phone-numbers.ts';
import { createS3ImportFiles } from '#shared/messaging/adapters/s3-import-files.ts';
import { createDynamoContactImportJobs } from '#shared/messaging/store/dynamo-contact-imports.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoListMemberStore } from '#shared/messaging/store/dynamo-list-members.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoCalendarStore } from '#shared/platform/identity/store/dynamo-calendar-store.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { consumer } from './consumer.ts';
import { createHandler, type Dependencies } from './handler.ts';

/** `replaced` are ports of a test. */
export function build(
  { core, readImportsBucket, clock, newNonce, backOff, log }: ConsumerProvisions<typeof consumer>,
  replaced: Partial<Dependencies> = {},
) {
  return createHandler({
    imports: createDynamoContactImportJobs(core),
    files: createS3ImportFiles(readImportsBucket),
    contacts: createDynamoContactReader(core),
    listMembers: createDynamoListMemberStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    phoneNumbers: createPhoneNumbers(deployedFiles(import.meta.url)),
    workspaces: createDynamoWorkspaceReader(core),
    calendars: createDynamoCalendarStore(core),
    clock,
    newNonce,
    backOff,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [queueMessages], build);

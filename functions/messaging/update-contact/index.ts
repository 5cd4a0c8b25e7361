import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createPhoneNumbers } from '#shared/messaging/adapters/phone-numbers.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoCalendarStore } from '#shared/platform/identity/store/dynamo-calendar-store.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

const phoneNumbers = createPhoneNumbers(deployedFiles(import.meta.url));

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    contacts: createDynamoContactStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    phoneNumbers,
    workspaces: createDynamoWorkspaceReader(core),
    calendars: createDynamoCalendarStore(core),
  }),
);

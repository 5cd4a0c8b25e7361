import { createPhoneNumbers } from '#shared/messaging/adapters/phone-numbers.ts';
import { createDynamoPhoneNumberStore } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

const phoneNumbers = createPhoneNumbers(deployedFiles(import.meta.url));

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({ numbers: createDynamoPhoneNumberStore(core), phoneNumbers }),
);

import { createPhoneNumbers } from '#shared/messaging/adapters/phone-numbers.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

const phoneNumbers = createPhoneNumbers(deployedFiles(import.meta.url));

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    contacts: createDynamoContactReader(core),
    phoneNumbers,
  }),
);

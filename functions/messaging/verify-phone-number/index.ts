import { createAwsNumberDirectory } from '#shared/messaging/adapters/aws-number-directory.ts';
import { createDynamoPhoneNumberStore } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller, storedResponses],
  ({ core, messagingChannels, environment }) =>
    createHandler({
      numbers: createDynamoPhoneNumberStore(core),
      numberDirectory: createAwsNumberDirectory(messagingChannels, environment),
    }),
);

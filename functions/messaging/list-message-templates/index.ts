import { createAwsNumberDirectory } from '#shared/messaging/adapters/aws-number-directory.ts';
import { createDynamoPhoneNumberReader } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core, messagingChannels, environment }) =>
  createHandler({
    numbers: createDynamoPhoneNumberReader(core),
    numberDirectory: createAwsNumberDirectory(messagingChannels, environment),
  }),
);

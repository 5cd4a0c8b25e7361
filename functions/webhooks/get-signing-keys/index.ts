import { publicEntry } from '#shared/platform/entry/public-entry.ts';
import { createDynamoSigningKeyReader } from '#shared/webhooks/store/dynamo-signing-key-reader.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = publicEntry(operation, ({ core }) =>
  createHandler({ signingKeys: createDynamoSigningKeyReader(core) }),
);

import { capabilities, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoSigningKeyReader } from '#shared/webhooks/store/dynamo-signing-key-reader.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [capabilities], ({ core }) =>
  createHandler({ signingKeys: createDynamoSigningKeyReader(core) }),
);

import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoOAuthAppStore } from '#shared/publishing/store/dynamo-oauth-app-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ apps: createDynamoOAuthAppStore(core) }),
);

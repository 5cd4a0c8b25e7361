import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoAuditReader } from '#shared/platform/store/dynamo-audit-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ audit: createDynamoAuditReader(core) }),
);

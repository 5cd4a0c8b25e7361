import { randomBytes } from 'node:crypto';
import { createDynamoPageDomainStore } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { pageOrigin } from '#shared/platform/core/stage-hosts.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core, apiHosts, pageHost }) => {
  const ownOrigins = [pageOrigin(pageHost), ...apiHosts.map((host) => `https://${host}`)];
  return createHandler({
    domains: createDynamoPageDomainStore(core),
    ownHosts: ownOrigins.map((origin) => new URL(origin).hostname),
    randomBytes,
  });
});

import { randomBytes } from 'node:crypto';
import { pageOrigin } from '#shared/biolinks/domain/public-url.ts';
import { createDynamoPageDomainStore } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { postEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = postEntry(operation, ({ core, apiHosts, pageHost }) => {
  const ownOrigins = [pageOrigin(pageHost), ...apiHosts.map((host) => `https://${host}`)];
  return createHandler({
    domains: createDynamoPageDomainStore(core),
    ownHosts: ownOrigins.map((origin) => new URL(origin).hostname),
    randomBytes,
  });
});

import { createAccessTokenKeyReader } from '#shared/biolinks/adapters/access-token-key.ts';
import { createSqsVisitQueue } from '#shared/biolinks/adapters/sqs-visit-queue.ts';
import { createPageFinder } from '#shared/biolinks/render/page-finder.ts';
import { createClickCounter } from '#shared/biolinks/render/visit-counter.ts';
import { renderErrorPage } from '#shared/biolinks/render/visitor-responses.ts';
import { createDynamoPublicPageStore } from '#shared/biolinks/store/dynamo-public-page-store.ts';
import { createDynamoAccessTokenKeyReader } from '#shared/biolinks/store/dynamo-sealed-key-store.ts';
import { capabilities, errorPage, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [capabilities, errorPage(renderErrorPage)],
  ({ core, aws, pageTokenKey, visitQueue, apiHosts, pageHost, clock, log }) =>
    createHandler({
      finder: createPageFinder({ store: createDynamoPublicPageStore(core), pageHost, apiHosts }),
      accessTokenKey: createAccessTokenKeyReader({
        store: createDynamoAccessTokenKeyReader(core),
        secrets: createSecrets(pageTokenKey, clock),
        clock,
      }),
      clicks: createClickCounter({
        workspaces: createDynamoWorkspaceReader(core),
        queue: createSqsVisitQueue(sqsClient(aws), visitQueue),
        log,
      }),
    }),
);

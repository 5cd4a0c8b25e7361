import { createAccessTokenKeyReader } from '#shared/biolinks/adapters/access-token-key.ts';
import { createSqsVisitQueue } from '#shared/biolinks/adapters/sqs-visit-queue.ts';
import { createVisitorSalts } from '#shared/biolinks/adapters/visitor-salts.ts';
import { createPageFinder } from '#shared/biolinks/render/page-finder.ts';
import { createViewCounter } from '#shared/biolinks/render/visit-counter.ts';
import { renderErrorPage } from '#shared/biolinks/render/visitor-responses.ts';
import { createDynamoPixelReader } from '#shared/biolinks/store/dynamo-pixel-store.ts';
import { createDynamoPublicPageStore } from '#shared/biolinks/store/dynamo-public-page-store.ts';
import { createDynamoAccessTokenKeyReader } from '#shared/biolinks/store/dynamo-sealed-key-store.ts';
import { createDynamoVisitorSaltStore } from '#shared/biolinks/store/dynamo-visitor-salts.ts';
import { pageOrigin } from '#shared/platform/core/stage-hosts.ts';
import { capabilities, errorPage, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [capabilities, errorPage(renderErrorPage)],
  ({ core, aws, pageTokenKey, visitorKey, visitQueue, apiHosts, pageHost, clock, log }) =>
    createHandler({
      finder: createPageFinder({ store: createDynamoPublicPageStore(core), pageHost, apiHosts }),
      pixels: createDynamoPixelReader(core),
      accessTokenKey: createAccessTokenKeyReader({
        store: createDynamoAccessTokenKeyReader(core),
        secrets: createSecrets(pageTokenKey, clock),
        clock,
      }),
      views: createViewCounter({
        workspaces: createDynamoWorkspaceReader(core),
        salts: createVisitorSalts(
          createDynamoVisitorSaltStore(core),
          createSecrets(visitorKey, clock),
          clock,
        ),
        queue: createSqsVisitQueue(sqsClient(aws), visitQueue),
        origin: pageOrigin(pageHost),
        log,
      }),
    }),
);

import { createAccessTokenKeyReader } from '#shared/biolinks/adapters/access-token-key.ts';
import { pageOrigin } from '#shared/biolinks/domain/public-url.ts';
import { createPageFinder } from '#shared/biolinks/render/page-finder.ts';
import { renderErrorPage } from '#shared/biolinks/render/visitor-responses.ts';
import { createDynamoAccessTokenKeyReader } from '#shared/biolinks/store/dynamo-access-token-key-store.ts';
import { createDynamoPixelReader } from '#shared/biolinks/store/dynamo-pixel-store.ts';
import { createDynamoPublicPageStore } from '#shared/biolinks/store/dynamo-public-page-store.ts';
import { pageEntry } from '#shared/platform/entry/public-entry.ts';
import { createSecrets } from '#shared/platform/runtime/kms-secret-box.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = pageEntry(
  operation,
  ({ core, pageTokenKey, apiHosts, pageHost, clock }) => {
    const origin = pageOrigin(pageHost);
    return createHandler({
      finder: createPageFinder({ store: createDynamoPublicPageStore(core), origin, apiHosts }),
      pixels: createDynamoPixelReader(core),
      accessTokenKey: createAccessTokenKeyReader({
        store: createDynamoAccessTokenKeyReader(core),
        secrets: createSecrets(pageTokenKey, clock),
        clock,
      }),
    });
  },
  ({ pageHost }) => renderErrorPage(pageOrigin(pageHost).startsWith('https:')),
);

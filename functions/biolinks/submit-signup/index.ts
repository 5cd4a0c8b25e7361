import { randomBytes, randomUUID } from 'node:crypto';
import { createAccessTokenKey } from '#shared/biolinks/adapters/access-token-key.ts';
import { createPageFinder } from '#shared/biolinks/render/page-finder.ts';
import { renderErrorPage } from '#shared/biolinks/render/visitor-responses.ts';
import { createDynamoPublicPageStore } from '#shared/biolinks/store/dynamo-public-page-store.ts';
import { createDynamoAccessTokenKeyStore } from '#shared/biolinks/store/dynamo-sealed-key-store.ts';
import { createDynamoUnlockAttempts } from '#shared/biolinks/store/dynamo-unlock-attempts.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import { capabilities, errorPage, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { systemBackOff } from '#shared/platform/runtime/system-random.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [capabilities, errorPage(renderErrorPage)],
  ({ core, pageTokenKey, apiHosts, pageHost, clock, log }) =>
    createHandler({
      finder: createPageFinder({ store: createDynamoPublicPageStore(core), pageHost, apiHosts }),
      attempts: createDynamoUnlockAttempts(core),
      accessTokenKey: createAccessTokenKey({
        store: createDynamoAccessTokenKeyStore(core),
        secrets: createSecrets(pageTokenKey, clock),
        clock,
        randomBytes,
      }),
      contacts: createDynamoContactStore(core),
      endpoints: createDynamoEndpointDirectory(core),
      backOff: systemBackOff,
      newNonce: randomUUID,
      log,
    }),
);

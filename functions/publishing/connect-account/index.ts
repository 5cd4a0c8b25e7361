import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';
import { createVerification } from '#shared/publishing/networks/verification.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller, storedResponses],
  ({ core, accountKey, apiHosts, apiOrigins, allowedHosts, networkOrigins, clock, log }) => {
    const verification = createVerification(
      { allowedHosts, apiHosts, apiOrigins },
      { clock, after: systemTimer, log, origins: networkOrigins },
    );
    return createHandler({
      accounts: createDynamoAccountStore(core),
      endpoints: createDynamoEndpointDirectory(core),
      secrets: createSecrets(accountKey, clock),
      ...verification,
    });
  },
);

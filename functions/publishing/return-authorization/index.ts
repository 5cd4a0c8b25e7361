import { capabilities, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createSecrets } from '#shared/platform/runtime/kms-secret-box.ts';
import { createAuthorisationServers } from '#shared/publishing/networks/authorisation-servers.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [capabilities],
  ({ connectKey, networkOrigins, connectRedirectOrigins, clock }) => {
    const secrets = createSecrets(connectKey, clock);
    return createHandler({
      servers: createAuthorisationServers({ fetch, clock, origins: networkOrigins }),
      stateSecrets: secrets,
      codeSecrets: secrets,
      redirectOrigins: connectRedirectOrigins,
    });
  },
);

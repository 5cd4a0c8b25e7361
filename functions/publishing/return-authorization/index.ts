import { capabilities, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createTransitSecrets } from '#shared/platform/entry/secrets.ts';
import { createAuthorisationServers } from '#shared/publishing/networks/authorisation-servers.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [capabilities],
  ({ connectTransitKey, networkOrigins, connectRedirectOrigins, clock }) => {
    const secrets = createTransitSecrets(connectTransitKey, clock);
    return createHandler({
      servers: createAuthorisationServers({ fetch, clock, origins: networkOrigins }),
      stateSecrets: secrets,
      codeSecrets: secrets,
      redirectOrigins: connectRedirectOrigins,
    });
  },
);

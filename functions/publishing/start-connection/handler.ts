import { ValidationError } from '#shared/platform/core/errors.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { OAuthProvider } from '#shared/publishing/domain/account.ts';
import { CONNECT_MS, isAllowedRedirect } from '#shared/publishing/domain/oauth/connect-flow.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { appMissing, callbackUrl, networkOf } from '#shared/publishing/http/oauth-access.ts';
import type { AccountReader } from '#shared/publishing/ports/account-store.ts';
import type { AuthorisationServers } from '#shared/publishing/ports/authorisation-servers.ts';
import { sealFlow } from '#shared/publishing/use-cases/connect-flows.ts';
import { type AppSources, findApp } from '#shared/publishing/use-cases/find-app.ts';
import type { operation } from './operation.ts';

type Dependencies = AppSources & {
  readonly accounts: Pick<AccountReader, 'find'>;
  readonly servers: Pick<AuthorisationServers, 'authorisationUrl'>;
  readonly stateSecrets: Pick<SecretBox, 'seal'>;
  /** Origins to which the callback may redirect, besides the console. */
  readonly redirectOrigins: readonly string[];
  readonly newVerifier: () => string;
};

/** Starts a connection. Everything about it is in the encrypted `state`, so nothing is stored. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, OAuthProvider> {
  const { accounts, servers, stateSecrets, redirectOrigins, newVerifier } = deps;

  return {
    load: async ({ params }) => networkOf(params),

    async handle({ resource: provider, principal: { workspaceId, memberId }, body, now, ...request }) {
      const { redirect = null, account = null } = body;
      if (redirect !== null && !isAllowedRedirect(redirect, redirectOrigins)) throw notAllowed();
      if (account !== null && (await accounts.find(workspaceId, account))?.provider !== provider)
        throw accountMissing(provider);
      const app = await findApp(deps, workspaceId, provider);
      if (!app) throw appMissing(provider);

      const { clientId } = app;
      const redirectUri = callbackUrl(app, provider, request);
      const codeVerifier = newVerifier();
      const expiresAt = now.getTime() + CONNECT_MS;
      const state = await sealFlow(stateSecrets, {
        id: newId(now),
        workspaceId,
        memberId,
        provider,
        clientId,
        codeVerifier,
        redirectUri,
        origin: request.baseUrl,
        redirect,
        account,
        expiresAt,
      });
      const asked = { clientId, redirectUri, state, codeVerifier };
      const data = {
        authorization_url: await servers.authorisationUrl(provider, asked),
        state,
        expires_at: new Date(expiresAt).toISOString(),
      };
      return { status: 200, body: { data } };
    },
  };
}

function notAllowed(): ValidationError {
  const detail =
    'This installation does not allow redirects to this address. Leave redirect out to return to the console, or use an ' +
    'address that the operator has allowed.';
  return new ValidationError([{ pointer: '#/redirect', ...publishingErrors.redirect_not_allowed(), detail }]);
}

function accountMissing(provider: OAuthProvider): ValidationError {
  const detail = `The workspace has no account on ${provider} with this ID. Leave account out to connect a new one.`;
  return new ValidationError([{ pointer: '#/account', ...publishingErrors.account_not_found(), detail }]);
}

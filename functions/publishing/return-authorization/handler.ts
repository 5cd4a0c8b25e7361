import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { StageHosts } from '#shared/platform/core/stage-hosts.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { OAuthProvider } from '#shared/publishing/domain/account.ts';
import {
  type ConnectFlow,
  isAllowedRedirect,
  isExpired,
} from '#shared/publishing/domain/oauth/connect-flow.ts';
import { networkOf } from '#shared/publishing/http/oauth-access.ts';
import type { AuthorisationServers } from '#shared/publishing/ports/authorisation-servers.ts';
import { openFlow, sealCode } from '#shared/publishing/use-cases/connect-flows.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly servers: Pick<AuthorisationServers, 'readAnswer'>;
  readonly stateSecrets: Pick<SecretBox, 'open'>;
  readonly codeSecrets: Pick<SecretBox, 'seal'>;
  readonly redirectOrigins: readonly string[];
};

/** KMS encrypts at most 4,096 bytes. The codes of networks are shorter than this limit. */
const CODE = /^[!-~]{1,3000}$/u;

/** The result in the fragment of the redirect. */
type Outcome = { readonly code: string } | { readonly error: string };

/**
 * Redirects the browser after the authorisation. The callback has no caller and stores nothing. It encrypts the code of the network for the
 * connection, and only a key of the member who started the connection can use it (docs/adr/publishing/0079-oauth-connect.md). Browsers do not send
 * the fragment to servers, so it is in no log.
 */
export function createHandler({
  servers,
  stateSecrets,
  codeSecrets,
  redirectOrigins,
}: Dependencies): OperationHandler<typeof operation, OAuthProvider> {
  return {
    load: async ({ params }) => networkOf(params),

    async handle({ resource: provider, event, now, baseUrl, hosts }) {
      const parameters = new URLSearchParams(event.rawQueryString);
      const state = parameters.get('state') ?? '';
      const flow = await openFlow(stateSecrets, state);
      const console = `${consoleOf(flow, hosts) ?? baseUrl}/console/connect`;
      // Anybody can send a request without a genuine state, so its parameters do not choose the target.
      if (flow?.provider !== provider) return lead(console, { provider, error: 'state_invalid' });
      const target = flow.redirect ?? console;
      if (flow.redirect !== null && !isAllowedRedirect(flow.redirect, redirectOrigins))
        return lead(console, { provider, error: 'redirect_not_allowed' });
      if (isExpired(flow, now)) return lead(target, { provider, error: 'state_expired' });

      const answer = servers.readAnswer(provider, parameters);
      const outcome: Outcome =
        answer.kind === 'code' && CODE.test(answer.code)
          ? { code: await sealCode(codeSecrets, flow, answer.code) }
          : { error: answer.kind === 'denied' ? 'access_denied' : 'authorization_failed' };
      return lead(target, { provider, state, ...outcome });
    },
  };
}

/** The console on the host on which the connection was started, because a browser keeps the key of a console for its host only. */
function consoleOf(flow: ConnectFlow | undefined, hosts: StageHosts): string | undefined {
  const started = flow?.origin;
  return started !== undefined && hosts.serves('api', new URL(started).host) ? started : undefined;
}

function lead(target: string, fragment: Readonly<Record<string, string>>) {
  return {
    status: 303,
    headers: {
      Location: `${target}#${new URLSearchParams(fragment).toString()}`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  };
}

import * as oauth from 'oauth4webapi';
import * as v from 'valibot';
import { DAY_SECONDS, HOUR_SECONDS } from '#shared/platform/core/time-units.ts';
import { HttpFailureError } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { OAuthTokens } from '#shared/publishing/domain/account.ts';
import type { AuthorisationServers, TokenResult } from '#shared/publishing/ports/authorisation-servers.ts';
import { FIREWALL, isFromFirewall } from './network-call.ts';
import { oauthEndpoints } from './oauth-endpoints.ts';
import type { OAuthEndpoints } from './oauth-endpoints.ts';

/** Two tokens of this length, with the rest of the credentials, stay below the 4,096 bytes that KMS can encrypt. */
const MAX_TOKEN = 1600;
/** The lifetime of an access token whose response has none. */
const DEFAULT_SECONDS = HOUR_SECONDS;
/** The longest lifetime in seconds that is stored, ten years. The date of a much longer one would be invalid. */
const MAX_SECONDS = 10 * 365 * DAY_SECONDS;
const UNREADABLE = 'The response of the authorisation server could not be read.';

/** A token is sent in a header, so it contains only visible ASCII characters (RFC 6750, 2.1). */
const token = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TOKEN), v.regex(/^[!-~]*$/u));
const seconds = v.pipe(
  v.number(),
  v.minValue(0),
  v.transform((given) => Math.min(given, MAX_SECONDS)),
);
const tokenResponse = v.object({
  access_token: token,
  expires_in: v.optional(seconds, DEFAULT_SECONDS),
  refresh_token: v.optional(token),
  // RFC 6749 does not know this member, so an unusable value must not cost the new tokens.
  refresh_token_expires_in: v.fallback(v.optional(seconds), undefined),
});

/** Errors that concern the code or the refresh token. LinkedIn also returns `invalid_request` for an expired code. */
const GRANT_ERRORS: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_request']);

/** A person said no: the error of RFC 6749, and those of LinkedIn. Any other error needs the owner of the app, or another attempt. */
const DENIALS: ReadonlySet<string> = new Set([
  'access_denied',
  'user_cancelled_login',
  'user_cancelled_authorize',
]);

type Dependencies = {
  /** Sends the requests; its address guard also protects constants from a changed DNS record. */
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Origins that replace those of networks, as `network=origin`; empty in every deployed stage. */
  readonly origins?: readonly string[];
};

/** The authorisation servers of the networks, by `oauth4webapi`. */
export function createAuthorisationServers({
  fetch,
  clock,
  origins = [],
}: Dependencies): AuthorisationServers {
  const networks = oauthEndpoints(origins);
  return {
    async authorisationUrl(provider, { clientId, redirectUri, state, codeVerifier }) {
      const { authorizationEndpoint, scopes } = networks[provider];
      const url = new URL(authorizationEndpoint);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).toString();
      return url.href;
    },

    readAnswer(provider, parameters) {
      try {
        const server = serverOf(networks[provider]);
        const code = oauth
          .validateAuthResponse(server, { client_id: '-' }, parameters, oauth.skipStateCheck)
          .get('code');
        return code === null || code === '' ? { kind: 'invalid' } : { kind: 'code', code };
      } catch (error) {
        // The text of the error is not shown: anybody can write it into the URL.
        const isDenial = error instanceof oauth.AuthorizationResponseError && DENIALS.has(error.error);
        return { kind: isDenial ? 'denied' : 'invalid' };
      }
    },

    exchange(provider, { clientId, clientSecret }, { code, redirectUri, codeVerifier }) {
      const network = networks[provider];
      const server = serverOf(network);
      const client = { client_id: clientId };
      return resultOf(isFinalForCode, async () => {
        const answer = new URLSearchParams({ code });
        const parameters = oauth.validateAuthResponse(server, client, answer, oauth.expectNoState);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.ClientSecretPost(clientSecret),
          parameters,
          redirectUri,
          codeVerifier,
          optionsOf(network),
        );
        return toTokens(clientId, await oauth.processAuthorizationCodeResponse(server, client, response));
      });
    },

    renew(provider, { clientId, clientSecret }, before) {
      const network = networks[provider];
      const server = serverOf(network);
      const client = { client_id: clientId };
      return resultOf(isFinalForToken, async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          oauth.ClientSecretPost(clientSecret),
          before.refreshToken,
          optionsOf(network),
        );
        const tokens = toTokens(clientId, await oauth.processRefreshTokenResponse(server, client, response));
        // A server that does not rotate the refresh token may leave it out.
        const { refreshToken, refreshExpiresAt } = tokens.refreshToken === null ? before : tokens;
        return { ...tokens, refreshToken, refreshExpiresAt };
      });
    },
  };

  function optionsOf({ tokenEndpoint }: OAuthEndpoints) {
    return {
      [oauth.customFetch]: async (...request: Parameters<typeof fetch>) => conform(await fetch(...request)),
      // Only a network on a developer's machine has no TLS.
      // oxlint-disable-next-line typescript/no-deprecated -- the library marks the option so that it stands out
      [oauth.allowInsecureRequests]: tokenEndpoint.startsWith('http:'),
    };
  }

  function toTokens(clientId: string, response: oauth.TokenEndpointResponse): OAuthTokens {
    const now = clock().getTime();
    const parsed = v.parse(tokenResponse, response);
    const refreshToken = parsed.refresh_token ?? null;
    const refreshSeconds = parsed.refresh_token_expires_in;
    return {
      clientId,
      accessToken: parsed.access_token,
      expiresAt: new Date(now + parsed.expires_in * 1000),
      refreshToken,
      refreshExpiresAt:
        refreshToken === null || refreshSeconds === undefined ? null : new Date(now + refreshSeconds * 1000),
    };
  }
}

function serverOf(network: OAuthEndpoints): oauth.AuthorizationServer {
  const { issuer, authorizationEndpoint, tokenEndpoint } = network;
  return { issuer, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint };
}

/**
 * LinkedIn leaves `token_type` out in some responses, although RFC 6749 requires it. Its `id_token` is removed, because the profile is
 * read with the access token. A member that is null is the same as none.
 */
async function conform(response: Response): Promise<Response> {
  const text = await response.text();
  const { status, headers } = response;
  const body = parseObject(text);
  if (isFromFirewall(status, body === undefined ? '' : text))
    throw new HttpFailureError('unknown', `The authorisation server responded with ${status}. ${FIREWALL}`);
  // A 204 may not even have an empty text.
  if (body === undefined) return new Response(text === '' ? null : text, { status, headers });
  const { id_token: _, ...members } = body;
  const rest = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  return Response.json({ ...(status === 200 ? { token_type: 'Bearer' } : {}), ...rest }, { status });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), text);
  return parsed.success ? parsed.output : undefined;
}

type ServerError = { readonly error: string; readonly status: number };

/** A code can be used only once, so a repetition after a client error cannot succeed. */
function isFinalForCode({ status }: ServerError): boolean {
  return status < 500 && status !== 429;
}

/** The owner of the app can correct a wrong secret, and the refresh token stays valid until then. */
function isFinalForToken({ error }: ServerError): boolean {
  return GRANT_ERRORS.has(error);
}

async function resultOf(
  isFinal: (error: ServerError) => boolean,
  ask: () => Promise<OAuthTokens>,
): Promise<TokenResult> {
  try {
    return { kind: 'granted', tokens: await ask() };
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) {
      // Only the code of the error is quoted, because its description can repeat a secret.
      const code = /^[a-z_]{1,64}$/u.test(error.error) ? error.error : 'an unknown error';
      const detail = `The authorisation server responded with ${error.status} (${code}).`;
      return { kind: isFinal(error) ? 'rejected' : 'unreachable', detail };
    }
    if (error instanceof HttpFailureError) return { kind: 'unreachable', detail: error.message };
    if (isResponseError(error)) return { kind: 'unreachable', detail: UNREADABLE };
    throw error;
  }
}

/** The result for a response that does not follow RFC 6749. */
function isResponseError(error: unknown): boolean {
  return (
    error instanceof oauth.OperationProcessingError ||
    error instanceof oauth.UnsupportedOperationError ||
    error instanceof oauth.WWWAuthenticateChallengeError ||
    error instanceof v.ValiError
  );
}

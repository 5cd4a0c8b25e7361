import type { OAuthProvider, OAuthTokens } from '#shared/publishing/domain/account.ts';
import type { UsableApp } from '#shared/publishing/domain/oauth/oauth-app.ts';

/** Tokens with a refresh token. */
export type RenewableTokens = OAuthTokens & { readonly refreshToken: string };

/** The result of a request for tokens. */
export type TokenResult =
  | { readonly kind: 'granted'; readonly tokens: OAuthTokens }
  /** The network does not accept the code or the refresh token; a repetition cannot help. */
  | { readonly kind: 'rejected'; readonly detail: string }
  /** No usable response, or the network rejects the app; a repetition may help later. */
  | { readonly kind: 'unreachable'; readonly detail: string };

/** The authorisation response of a network, after the checks of the callback. */
export type AuthorisationAnswer =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'denied' }
  | { readonly kind: 'invalid' };

/**
 * The authorisation servers of the networks (RFC 6749, RFC 7636, RFC 9207). The methods return a result for every response or failure
 * of a server and never throw for one. No result contains a secret.
 */
export type AuthorisationServers = {
  /** The URL at which a person authorises the app. */
  authorisationUrl(
    provider: OAuthProvider,
    request: {
      readonly clientId: string;
      readonly redirectUri: string;
      readonly state: string;
      readonly codeVerifier: string;
    },
  ): Promise<string>;

  /** Reads the parameters of a callback whose `state` is genuine. */
  readAnswer(provider: OAuthProvider, parameters: URLSearchParams): AuthorisationAnswer;

  /** Exchanges an authorisation code. */
  exchange(
    provider: OAuthProvider,
    app: UsableApp,
    grant: { readonly code: string; readonly redirectUri: string; readonly codeVerifier: string },
  ): Promise<TokenResult>;

  /** Renews tokens. Some networks accept each refresh token once. */
  renew(provider: OAuthProvider, app: UsableApp, tokens: RenewableTokens): Promise<TokenResult>;
};

import type { OAuthProvider } from '#shared/publishing/domain/account.ts';
import { replacedOrigin } from './network-origins.ts';

/** What differs between the authorisation servers of the networks. */
export type OAuthEndpoints = {
  /** The value of `iss` in callbacks, if the server sends it (RFC 9207). */
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly scopes: readonly string[];
};

/** The authorisation server of each network. Its host is a constant, unless `replaced` names another as `network=origin`. */
export function oauthEndpoints(replaced: readonly string[]): Readonly<Record<OAuthProvider, OAuthEndpoints>> {
  const site = replacedOrigin('linkedin', replaced) ?? 'https://www.linkedin.com';
  return {
    linkedin: {
      issuer: `${site}/oauth`,
      authorizationEndpoint: `${site}/oauth/v2/authorization`,
      tokenEndpoint: `${site}/oauth/v2/accessToken`,
      scopes: ['openid', 'profile', 'w_member_social'],
    },
  };
}

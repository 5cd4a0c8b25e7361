import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { currentOrigin } from '#shared/platform/core/stage-hosts.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { PathParameter, RequestContext } from '#shared/platform/http/operation.ts';
import { isOAuthProvider, type OAuthProvider } from '#shared/publishing/domain/account.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { OAuthAppReader } from '#shared/publishing/ports/oauth-apps.ts';

/** The name of a network that is connected by OAuth, in a path. */
export const networkParameter = {
  form: 'text',
  notFound: publishingErrors.oauth_network_not_found,
  example: 'linkedin',
} as const satisfies PathParameter;

/** The network of the path. @throws PlatformError `oauth_network_not_found` */
export function networkOf({ provider }: { readonly provider: string }): OAuthProvider {
  if (!isOAuthProvider(provider)) throw notFound(publishingErrors.oauth_network_not_found);
  return provider;
}

type AppRequest = {
  readonly principal: Pick<Principal, 'workspaceId'>;
  readonly params: { readonly provider: string };
};

/** Finds the app of the path. @throws PlatformError `oauth_network_not_found` · `oauth_app_not_found` */
export async function loadApp(
  apps: Pick<OAuthAppReader, 'find'>,
  { principal, params }: AppRequest,
): Promise<OAuthApp> {
  const app = await apps.find(principal.workspaceId, networkOf(params));
  if (!app) throw notFound(publishingErrors.oauth_app_not_found);
  return app;
}

/**
 * The URL to which a network sends the browser. It must be registered with the app, character by character, so it keeps the origin that the
 * app was stored with while the API is there. The app of the stage, and an app of an earlier version, can be registered for several origins of
 * the API: it is used with that of the request.
 */
export function callbackUrl(
  { origin }: Pick<OAuthApp, 'origin'>,
  provider: OAuthProvider,
  { baseUrl, hosts }: Pick<RequestContext, 'baseUrl' | 'hosts'>,
): string {
  return `${currentOrigin(origin ?? baseUrl, hosts.apiOrigins)}/oauth/callback/${provider}`;
}

/** The error if neither the workspace nor the stage has an app at the network. */
export function appMissing(provider: OAuthProvider): PlatformError {
  const detail =
    `Neither the workspace nor this installation has an app at ${provider}. Register an app there, and store its ` +
    'client ID and secret with setOauthApp.';
  return new PlatformError(publishingErrors.oauth_app_missing, detail);
}

/** The app that a connection was started with was replaced or deleted, so nothing can exchange its code. */
export function appReplaced(provider: OAuthProvider): PlatformError {
  const detail =
    `The app at ${provider} that the connection was started with was replaced or deleted. Start the connection again with ` +
    'startConnection.';
  return new PlatformError(publishingErrors.oauth_app_missing, detail);
}

import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { networkOf } from '#shared/publishing/http/oauth-access.ts';
import { oauthAppView } from '#shared/publishing/http/oauth-view.ts';
import type { OAuthAppReader } from '#shared/publishing/ports/oauth-apps.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly apps: Pick<OAuthAppReader, 'find'> };

/** Shows the app of a workspace; never its secret. */
export function createHandler({ apps }: Dependencies): OperationHandler<typeof operation, OAuthApp> {
  return {
    async load({ principal, params }) {
      const app = await apps.find(principal.workspaceId, networkOf(params));
      if (!app) throw notFound('oauth_app_not_found');
      return app;
    },

    async handle({ resource: app, baseUrl }) {
      return { status: 200, body: { data: oauthAppView(app, baseUrl) } };
    },
  };
}

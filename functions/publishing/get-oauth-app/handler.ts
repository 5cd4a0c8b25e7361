import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { loadApp } from '#shared/publishing/http/oauth-access.ts';
import { oauthAppView } from '#shared/publishing/http/oauth-view.ts';
import type { OAuthAppReader } from '#shared/publishing/ports/oauth-apps.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly apps: Pick<OAuthAppReader, 'find'> };

/** Shows the app of a workspace; never its secret. */
export function createHandler({ apps }: Dependencies): OperationHandler<typeof operation, OAuthApp> {
  return {
    load: (request) => loadApp(apps, request),

    async handle({ resource: app, ...request }) {
      return { status: 200, body: { data: oauthAppView(app, request) } };
    },
  };
}

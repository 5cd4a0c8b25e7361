import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { networkOf } from '#shared/publishing/http/oauth-access.ts';
import type { OAuthAppStore } from '#shared/publishing/ports/oauth-apps.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly apps: Pick<OAuthAppStore, 'find' | 'remove'> };

/** Deletes the app of a workspace. Accounts keep the tokens of the app, which can no longer be renewed. */
export function createHandler({ apps }: Dependencies): OperationHandler<typeof operation, OAuthApp> {
  return {
    async load({ principal, params }) {
      const app = await apps.find(principal.workspaceId, networkOf(params));
      if (!app) throw notFound('oauth_app_not_found');
      return app;
    },

    async handle({ resource: app, command }) {
      const response = { status: 204 };
      await apps.remove(app, await command(response));
      return response;
    },
  };
}

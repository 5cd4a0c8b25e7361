import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { loadApp } from '#shared/publishing/http/oauth-access.ts';
import type { OAuthAppStore } from '#shared/publishing/ports/oauth-apps.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly apps: Pick<OAuthAppStore, 'find' | 'remove'> };

/** Deletes the app of a workspace. Accounts keep the tokens of the app, which can no longer be renewed. */
export function createHandler({ apps }: Dependencies): OperationHandler<typeof operation, OAuthApp> {
  return {
    load: (request) => loadApp(apps, request),

    async handle({ resource: app, command }) {
      const response = { status: 204 };
      await apps.remove(app, await command(response));
      return response;
    },
  };
}

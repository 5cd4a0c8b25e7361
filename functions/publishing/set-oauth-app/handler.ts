import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { OAuthProvider } from '#shared/publishing/domain/account.ts';
import { appContext, type OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { networkOf } from '#shared/publishing/http/oauth-access.ts';
import { oauthAppView } from '#shared/publishing/http/oauth-view.ts';
import type { OAuthAppStore } from '#shared/publishing/ports/oauth-apps.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly apps: Pick<OAuthAppStore, 'find' | 'put'>;
  readonly appSecrets: Pick<SecretBox, 'seal'>;
};

/** Stores the app of a workspace, with its secret encrypted for this workspace and network. */
export function createHandler({
  apps,
  appSecrets,
}: Dependencies): OperationHandler<typeof operation, OAuthProvider> {
  return {
    load: async ({ params }) => networkOf(params),

    async handle({ resource: provider, principal: { workspaceId }, body, now, baseUrl, hosts, command }) {
      const before = await apps.find(workspaceId, provider);
      const app: OAuthApp = {
        workspaceId,
        provider,
        clientId: body.client_id,
        sealedSecret: await appSecrets.seal(body.client_secret, appContext({ workspaceId, provider })),
        // A change of the secret alone registers no other callback.
        origin: before?.clientId === body.client_id ? before.origin : hosts.apiOrigin,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      };
      const response = { status: 200, body: { data: oauthAppView(app, { baseUrl, hosts }) } };
      await apps.put(app, await command(response));
      return response;
    },
  };
}

import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import {
  credentialsContext,
  accountServer,
  writeCredentials,
} from '#shared/publishing/domain/account-credentials.ts';
import { accountAdded } from '#shared/publishing/domain/account-events.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { accountExists } from '#shared/publishing/domain/identity/account-exists.ts';
import { accountView } from '#shared/publishing/http/account-view.ts';
import { verifyCredentials, type VerifyDependencies } from '#shared/publishing/http/verify-credentials.ts';
import type { AccountStore } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = VerifyDependencies & {
  readonly accounts: Pick<AccountStore, 'nextId' | 'findSame' | 'create'>;
  readonly endpoints: EndpointDirectory;
  readonly secrets: Pick<SecretBox, 'seal'>;
};

/** Connects an account that the workspace does not have yet. Its name is that of the profile, unless the request has one. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  const { accounts, endpoints, secrets } = deps;

  return {
    async handle({ principal: { workspaceId }, body, now, requestId, baseUrl, command }) {
      const { credentials } = body;
      const profile = await verifyCredentials(deps, credentials, baseUrl);
      const { identity, username } = profile;
      const { provider } = body;
      const found = { workspaceId, provider, identity, username, server: accountServer(credentials) };
      const same = await accounts.findSame(found);
      if (same) throw accountExists(same);
      const uuid = newId(now);
      const account: Account = {
        ...found,
        id: await accounts.nextId(workspaceId),
        uuid,
        name: body.name ?? profile.name ?? username,
        image: profile.image,
        status: 'connected',
        credentialsRejected: false,
        facts: profile.facts ?? null,
        sealedCredentials: await secrets.seal(
          writeCredentials(credentials),
          credentialsContext({ workspaceId, uuid }),
        ),
        tokens: null,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      };
      const directory = await endpoints.readDirectory(workspaceId);
      const added = accountAdded(account, { id: newId(now), now, directory, correlationId: requestId });
      const response = {
        status: 201,
        headers: { Location: `${baseUrl}/os/api/${workspaceId}/accounts/${uuid}` },
        body: { data: accountView(account) },
      };
      await accounts.create(account, added, await command(response));
      return response;
    },
  };
}

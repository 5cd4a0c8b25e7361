import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { PlatformError, ValidationError } from '#shared/platform/core/errors.ts';
import { isConcurrentUpdate, retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { credentialsContext, writeCredentials } from '#shared/publishing/domain/account-credentials.ts';
import { accountAdded, accountUpdated } from '#shared/publishing/domain/account-events.ts';
import type { Account, OAuthCredentials, OAuthProvider } from '#shared/publishing/domain/account.ts';
import { editAccount } from '#shared/publishing/domain/edit-account.ts';
import { isAccountExists } from '#shared/publishing/domain/identity/account-exists.ts';
import { isSameOwner } from '#shared/publishing/domain/identity/account-identity.ts';
import { tokensAfter } from '#shared/publishing/domain/oauth/account-tokens.ts';
import type { ConnectFlow } from '#shared/publishing/domain/oauth/connect-flow.ts';
import type { RemoteProfile } from '#shared/publishing/domain/remote-profile.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { accountView } from '#shared/publishing/http/account-view.ts';
import { appReplaced } from '#shared/publishing/http/oauth-access.ts';
import type { Networks } from '#shared/publishing/http/verify-credentials.ts';
import type { AccountStore, FoundAccount } from '#shared/publishing/ports/account-store.ts';
import type { AuthorisationServers } from '#shared/publishing/ports/authorisation-servers.ts';
import { type AppSources, findIssuer, openApp } from '#shared/publishing/use-cases/find-app.ts';
import { type AdmitDependencies, admitFlow } from './admit-flow.ts';
import type { operation } from './operation.ts';

type Dependencies = AdmitDependencies &
  AppSources & {
    readonly networks: Pick<Networks, OAuthProvider>;
    readonly accounts: Pick<AccountStore, 'nextId' | 'find' | 'findSame' | 'create' | 'save'>;
    readonly endpoints: EndpointDirectory;
    readonly servers: Pick<AuthorisationServers, 'exchange'>;
    readonly secrets: Pick<SecretBox, 'seal'>;
    readonly appSecrets: Pick<SecretBox, 'open'>;
    readonly backOff: BackOff;
  };

type Authorised = { readonly credentials: OAuthCredentials; readonly profile: RemoteProfile };

/** Connects the account that a person has authorised, or reconnects the one that `startConnection` named or that the workspace has. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  const { accounts, endpoints, servers, networks, secrets, appSecrets, backOff } = deps;

  return {
    async handle(request) {
      const { principal, now, requestId, baseUrl, command } = request;
      const { workspaceId } = principal;
      const { flow, code } = await admitFlow(deps, request);
      // Before the code is used up, because the authorisation of a missing account would be lost.
      const { account: existing } = flow;
      if (existing !== null) await findConnected(workspaceId, existing);
      const authorised = await authorise(flow, code);
      const recording = {
        id: newId(now),
        now,
        directory: await endpoints.readDirectory(workspaceId),
        correlationId: requestId,
      };

      // The state and the code are used up, so the client could not repeat a request that lost against an edit, a renewal, or a
      // request that connected the same account.
      return retryOnConflict(
        backOff,
        async () => {
          const before =
            existing === null
              ? await accounts.findSame(networkAccount(workspaceId, authorised))
              : await findConnected(workspaceId, existing);
          if (before) {
            const after = await reconnected(before, authorised, now);
            const response = { status: 200, body: { data: accountView(after) } };
            await accounts.save(before, after, accountUpdated(after, recording), await command(response));
            return response;
          }
          const account = await connected(workspaceId, authorised, now);
          const response = {
            status: 201,
            headers: { Location: `${baseUrl}/os/api/${workspaceId}/accounts/${account.uuid}` },
            body: { data: accountView(account) },
          };
          await accounts.create(account, accountAdded(account, recording), await command(response));
          return response;
        },
        { isConflict: (error) => isConcurrentUpdate(error) || isAccountExists(error) },
      );
    },
  };

  async function findConnected(workspaceId: string, uuid: string): Promise<Account> {
    const account = await accounts.find(workspaceId, uuid);
    if (!account) throw disconnected();
    return account;
  }

  /** Exchanges the code for tokens, and reads the profile of their owner. */
  async function authorise(flow: ConnectFlow, code: string): Promise<Authorised> {
    const { provider, workspaceId, redirectUri, codeVerifier } = flow;
    const app = await findIssuer(deps, workspaceId, flow);
    if (!app) throw appReplaced(provider);
    const grant = { code, redirectUri, codeVerifier };
    const result = await servers.exchange(provider, await openApp(appSecrets, app), grant);
    if (result.kind === 'rejected') throw notAuthorised(result.detail);
    if (result.kind === 'unreachable') throw unreachable(result.detail);
    const unnamed = { provider, memberId: '', tokens: result.tokens };
    const verified = await networks[provider].verify(unnamed);
    if (verified.kind === 'rejected') throw notAuthorised(verified.detail);
    if (verified.kind === 'unreachable') throw unreachable(verified.detail);
    const { profile } = verified;
    return { credentials: { ...unnamed, memberId: profile.username }, profile };
  }

  async function connected(workspaceId: string, authorised: Authorised, now: Date): Promise<Account> {
    const { credentials, profile } = authorised;
    const uuid = newId(now);
    return {
      ...networkAccount(workspaceId, authorised),
      id: await accounts.nextId(workspaceId),
      uuid,
      name: profile.name ?? profile.username,
      image: profile.image,
      status: 'connected',
      credentialsRejected: false,
      facts: profile.facts ?? null,
      sealedCredentials: await seal({ workspaceId, uuid }, credentials),
      tokens: tokensAfter(credentials.tokens, null, now),
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Posts scheduled for one account must not be published to another, so the owner never changes. */
  async function reconnected(before: Account, authorised: Authorised, now: Date): Promise<Account> {
    const {
      credentials,
      profile: { identity, username, image },
    } = authorised;
    if (!isSameOwner(before, networkAccount(before.workspaceId, authorised)))
      throw notAuthorised(
        'The person who authorised the connection is not the owner of this account, or the account was connected with another ' +
          'app: a social network can give each app other IDs of its members. Sign in to the social network as the owner, or ' +
          'connect a new account.',
      );
    const authorisation = {
      profile: { identity, username, image },
      sealedCredentials: await seal(before, credentials),
      tokens: tokensAfter(credentials.tokens, before.tokens, now),
    };
    return editAccount(before, { authorisation }, now) ?? before;
  }

  function seal(
    owner: Pick<Account, 'workspaceId' | 'uuid'>,
    credentials: OAuthCredentials,
  ): Promise<string> {
    return secrets.seal(writeCredentials(credentials), credentialsContext(owner));
  }
}

/** The account that the person has authorised. */
function networkAccount(
  workspaceId: string,
  { credentials: { provider }, profile: { identity, username } }: Authorised,
): FoundAccount {
  return { workspaceId, provider, identity, username, server: null };
}

/** The account to reconnect no longer exists. */
function disconnected(): ValidationError {
  const detail =
    'The account to reconnect was disconnected. Start a new connection with startConnection, without account.';
  return new ValidationError([{ pointer: '#/state', ...publishingErrors.account_not_found(), detail }]);
}

/** The code may be used up, so repeating the request cannot help. */
function unreachable(detail: string): PlatformError {
  return new PlatformError(
    'temporarily_unavailable',
    `${detail} Start the connection again with startConnection.`,
  );
}

function notAuthorised(detail: string): ValidationError {
  return new ValidationError([{ pointer: '#/code', ...publishingErrors.credentials_refused(), detail }]);
}

import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import {
  credentialsContext,
  accountServer,
  writeCredentials,
} from '#shared/publishing/domain/account-credentials.ts';
import { accountUpdated } from '#shared/publishing/domain/account-events.ts';
import { type Account, isOAuthProvider } from '#shared/publishing/domain/account.ts';
import { type Authorisation, editAccount, needsCredentials } from '#shared/publishing/domain/edit-account.ts';
import { isSameOwner } from '#shared/publishing/domain/identity/account-identity.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { loadAccount } from '#shared/publishing/http/account-access.ts';
import { accountView } from '#shared/publishing/http/account-view.ts';
import { parseCredentials } from '#shared/publishing/http/credentials-body.ts';
import { verifyCredentials, type VerifyDependencies } from '#shared/publishing/http/verify-credentials.ts';
import type { AccountStore } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = VerifyDependencies & {
  readonly accounts: Pick<AccountStore, 'find' | 'save'>;
  readonly endpoints: EndpointDirectory;
  readonly secrets: Pick<SecretBox, 'seal'>;
};

/**
 * Edits an account. New credentials are verified like those of a new account, and reconnect it unless the request disables
 * it.
 */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Account> {
  const { accounts, endpoints, secrets } = deps;

  return {
    load: (request) => loadAccount(accounts, request),

    async handle({
      resource: before,
      body: { name, status, credentials },
      now,
      requestId,
      baseUrl,
      command,
    }) {
      if (status === 'connected' && needsCredentials(before) && credentials === undefined)
        throw credentialsMissing(before);
      const authorisation =
        credentials === undefined ? undefined : await authorise(before, credentials, baseUrl);
      const after = editAccount(before, { name, status, authorisation }, now);
      const response = { status: 200, body: { data: accountView(after ?? before) } };
      if (!after) return response;

      // Every field that an edit can change is part of the event.
      const directory = await endpoints.readDirectory(before.workspaceId);
      const updated = accountUpdated(after, { id: newId(now), now, directory, correlationId: requestId });
      await accounts.save(before, after, updated, await command(response));
      return response;
    },
  };

  async function authorise(before: Account, sent: unknown, baseUrl: string): Promise<Authorisation> {
    const credentials = parseCredentials(before.provider, sent);
    const { identity, username, image, facts = null } = await verifyCredentials(deps, credentials, baseUrl);
    const found = { provider: before.provider, identity, username, server: accountServer(credentials) };
    if (!isSameOwner(before, found)) throw otherOwner(before, username);
    const sealedCredentials = await secrets.seal(writeCredentials(credentials), credentialsContext(before));
    return { profile: { identity, username, image }, sealedCredentials, facts, tokens: null };
  }
}

/** Posts scheduled for one account must not be published to another. */
function otherOwner({ username }: Account, found: string): ValidationError {
  const detail =
    `The credentials belong to ${found}, but the account is ${username}. Connect ${found} as a new ` +
    'account.';
  return new ValidationError([
    { pointer: '#/credentials', ...publishingErrors.credentials_refused(), detail },
  ]);
}

/** The network rejected the stored credentials, so only credentials that it accepts can reconnect the account. */
function credentialsMissing({ provider }: Account): ValidationError {
  const advice = isOAuthProvider(provider)
    ? 'Reconnect it with startConnection.'
    : 'Send new credentials to reconnect it.';
  const detail = `The social network no longer accepts the credentials of this account. ${advice}`;
  return new ValidationError([{ pointer: '#/status', ...publishingErrors.account_not_connected(), detail }]);
}

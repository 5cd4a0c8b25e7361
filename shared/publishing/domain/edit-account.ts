import type { RemoteProfile } from '#shared/publishing/ports/publishing-provider.ts';
import type { Account } from './account.ts';

/** A new authorisation: what the network says of it, and the credentials sealed. */
export type Authorisation = { readonly profile: AccountProfile; readonly sealedCredentials: string };

/** What is shown of who an account belongs to on its network. */
export type AccountProfile = Pick<RemoteProfile, 'username' | 'image'>;

/** Whether credentials are those of the same account on the network: connecting again never makes it somebody else's. */
export function isSameOwner(
  account: Pick<Account, 'username' | 'server'>,
  found: Pick<Account, 'username' | 'server'>,
): boolean {
  const sameServer = account.server === null || account.server === found.server;
  return sameServer && account.username.toLowerCase() === found.username.toLowerCase();
}

/** Whether an account can be used again only with credentials that its network accepts. */
export function needsCredentials({ status, refused }: Pick<Account, 'status' | 'refused'>): boolean {
  return refused || status === 'needs_reauth';
}

export type AccountEdit = {
  readonly name?: string | undefined;
  /** What a caller may set; only the network's answer makes an account `needs_reauth`. */
  readonly status?: 'connected' | 'disabled' | undefined;
  readonly authorisation?: Authorisation | undefined;
};

/** An account after an edit, or undefined if nothing changes (G20). Credentials that were accepted connect it again. */
export function editAccount(before: Account, edit: AccountEdit, now: Date): Account | undefined {
  const { authorisation } = edit;
  const edited: Account = {
    ...before,
    name: edit.name ?? before.name,
    status: edit.status ?? (authorisation ? 'connected' : before.status),
    refused: authorisation === undefined && needsCredentials(before),
    ...(authorisation && {
      ...authorisation.profile,
      sealedCredentials: authorisation.sealedCredentials,
    }),
  };
  const isSame =
    authorisation === undefined && edited.name === before.name && edited.status === before.status;
  return isSame ? undefined : { ...edited, revision: before.revision + 1, updatedAt: now };
}

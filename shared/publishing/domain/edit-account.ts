import type { Account } from './account.ts';
import type { RemoteProfile } from './remote-profile.ts';

/** A new authorisation: the profile that the network returned, and the encrypted credentials. */
export type Authorisation = {
  readonly profile: AccountProfile;
  readonly sealedCredentials: string;
  /** If they are not known now, those that were known before stay. */
  readonly facts?: Account['facts'];
  readonly tokens: Account['tokens'];
};

/** The fields of an account that an authorisation renews. */
export type AccountProfile = Pick<RemoteProfile, 'username' | 'image' | 'identity'>;

/** Whether only new credentials, accepted by the network, can reconnect the account. */
export function needsCredentials({
  status,
  credentialsRejected,
}: Pick<Account, 'status' | 'credentialsRejected'>): boolean {
  return credentialsRejected || status === 'needs_reauth';
}

/** The changes of an account. An absent field keeps its value. */
export type AccountEdit = {
  readonly name?: string | undefined;
  /** The values that a client may set. `needs_reauth` is set only when the network rejects the credentials. */
  readonly status?: 'connected' | 'disabled' | undefined;
  readonly authorisation?: Authorisation | undefined;
};

/** The account after an edit, or undefined if nothing changes. Accepted credentials reconnect the account. */
export function editAccount(before: Account, edit: AccountEdit, now: Date): Account | undefined {
  const { authorisation } = edit;
  const edited: Account = {
    ...before,
    name: edit.name ?? before.name,
    status: edit.status ?? (authorisation ? 'connected' : before.status),
    credentialsRejected: authorisation === undefined && needsCredentials(before),
    ...(authorisation && {
      ...authorisation.profile,
      sealedCredentials: authorisation.sealedCredentials,
      facts: authorisation.facts ?? before.facts,
      tokens: authorisation.tokens,
    }),
  };
  const isSame =
    authorisation === undefined && edited.name === before.name && edited.status === before.status;
  return isSame ? undefined : { ...edited, revision: before.revision + 1, updatedAt: now };
}

import type { RemoteProfile } from '#shared/domain/ports/publishing-provider.ts';
import type { Account } from './account.ts';

/** A new authorisation: what the network says of it, and the credentials sealed. */
export type Authorisation = { readonly profile: AccountProfile; readonly sealedCredentials: string };

/** What is shown of who an account belongs to on its network. */
export type AccountProfile = Pick<RemoteProfile, 'username' | 'image'>;

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
    ...(authorisation && {
      ...authorisation.profile,
      sealedCredentials: authorisation.sealedCredentials,
    }),
  };
  const isSame =
    authorisation === undefined && edited.name === before.name && edited.status === before.status;
  return isSame ? undefined : { ...edited, revision: before.revision + 1, updatedAt: now };
}

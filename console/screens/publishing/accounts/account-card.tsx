import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { DraftForm } from '#console/parts/draft-form.tsx';
import { fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import type { Account } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import { ConnectByNetwork } from './connect-by-network.tsx';
import { connectBody, CREDENTIAL_FIELDS, CredentialFields, NO_CREDENTIALS } from './credentials.tsx';
import { type Provider, providerName } from './providers.ts';

const ACCOUNT = '/os/api/{workspace}/accounts/{account}';

/** What the state of an account means, and what to do. */
const SENTENCES: Readonly<Partial<Record<Account['status'], string>>> = {
  needs_reauth: 'The credentials are no longer valid. Nothing is published until you reconnect the account.',
  disabled: 'Nothing is published to this account until you enable it.',
};

/** An account: whether posts can be published to it, and if not, what to do. */
export function AccountCard({
  account,
  mayWrite,
}: {
  readonly account: Account;
  readonly mayWrite: boolean;
}) {
  const { name, username, provider, status, expires_at: expires } = account;
  const sentence = SENTENCES[status];
  return (
    <article>
      <h2>
        <bdi>{name}</bdi> <State name={status} />
      </h2>
      <p class="url">
        {providerName(provider)} · <bdi>{username}</bdi>
      </p>
      {sentence !== undefined && <p>{sentence}</p>}
      {expires !== null && (
        <p class="soft">
          Reconnect the account before <When at={expires} />.
        </p>
      )}
      {mayWrite && <Controls account={account} />}
    </article>
  );
}

function Controls({ account }: { readonly account: Account }) {
  const { api, me } = useSigned().session;
  const [open, setOpen] = useState<'name' | Provider>();
  const { provider } = account;
  const params = { path: { workspace: me.workspace.id, account: account.uuid } };
  const setStatus = (status: 'connected' | 'disabled') =>
    bodyOf(api.PATCH(ACCOUNT, { params, body: { status } }));
  if (open) return <AccountForm account={account} part={open} onEnd={() => setOpen(undefined)} />;
  return (
    <div class="actions">
      <Button label="Rename" quiet onClick={() => setOpen('name')} />
      {provider === 'linkedin' && <ConnectByNetwork label="Reconnect" account={account.uuid} />}
      {provider !== 'sandbox' && provider !== 'linkedin' && (
        <Button label="Reconnect" quiet onClick={() => setOpen(provider)} />
      )}
      {account.status === 'disabled' ? (
        <Command label="Enable" quiet send={() => setStatus('connected')} />
      ) : (
        <AskedCommand label="Disable" title="Disable the account?" send={() => setStatus('disabled')}>
          <p>
            Nothing is published to <bdi>{account.name}</bdi> until you enable the account. Scheduled posts
            fail for this account at their time.
          </p>
        </AskedCommand>
      )}
      <AskedCommand
        label="Disconnect"
        isFinal
        title="Disconnect the account?"
        send={() => deletion(api.DELETE(ACCOUNT, { params }))}
      >
        <p>
          <bdi>{account.name}</bdi> and its credentials are deleted, and the account is removed from scheduled
          posts. A scheduled post without another account becomes a draft. Posts that are already on the
          social network stay there.
        </p>
      </AskedCommand>
    </div>
  );
}

function AccountForm({
  account,
  part,
  onEnd,
}: {
  readonly account: Account;
  /** The field to edit: the name, or the credentials of this network. */
  readonly part: 'name' | Provider;
  readonly onEnd: () => void;
}) {
  const { api, me } = useSigned().session;
  const params = { path: { workspace: me.workspace.id, account: account.uuid } };
  return (
    <DraftForm
      initial={{ name: account.name, credentials: NO_CREDENTIALS }}
      submit="Save"
      send={({ name, credentials }) => {
        const body =
          part === 'name' ? { name } : { credentials: connectBody(part, '', credentials).credentials };
        return bodyOf(api.PATCH(ACCOUNT, { params, body }));
      }}
      errorFields={['#/name', ...CREDENTIAL_FIELDS]}
      onDone={onEnd}
      onCancel={onEnd}
    >
      {(fields) =>
        part === 'name' ? (
          <TextField {...fieldsOf(fields)('name')} label="Name" required maxLength={255} />
        ) : (
          <CredentialFields {...fields} provider={part} />
        )
      }
    </DraftForm>
  );
}

import { useState } from 'preact/hooks';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress, State } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { When } from '#console/parts/when.tsx';
import type { Account } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { ConnectByNetwork } from './connect-by-network.tsx';
import {
  connectBody,
  CREDENTIAL_FIELDS,
  CredentialFields,
  NO_CREDENTIALS,
  type Provider,
  providerName,
} from './credentials.tsx';

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
      <button type="button" class="quiet" onClick={() => setOpen('name')}>
        Rename
      </button>
      {provider === 'linkedin' && <ConnectByNetwork label="Reconnect" account={account.uuid} />}
      {provider !== 'sandbox' && provider !== 'linkedin' && (
        <button type="button" class="quiet" onClick={() => setOpen(provider)}>
          Reconnect
        </button>
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
  const { draft, setDraft, submit, isBusy, error } = useDraft({
    name: account.name,
    credentials: NO_CREDENTIALS,
  });
  const { name, credentials } = draft;
  const form = useFocusOnError(error);

  async function save(event: Event): Promise<void> {
    const params = { path: { workspace: me.workspace.id, account: account.uuid } };
    const body = part === 'name' ? { name } : { credentials: connectBody(part, '', credentials).credentials };
    if (await submit(event, () => bodyOf(api.PATCH(ACCOUNT, { params, body })))) onEnd();
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)}>
      {part === 'name' ? (
        <TextField
          label="Name"
          pointer="#/name"
          error={error}
          required
          maxLength={255}
          value={name}
          onValue={(value) => setDraft({ ...draft, name: value })}
        />
      ) : (
        <CredentialFields
          provider={part}
          credentials={credentials}
          error={error}
          onChange={(value) => setDraft({ ...draft, credentials: value })}
        />
      )}
      <Failure error={error} fields={['#/name', ...CREDENTIAL_FIELDS]} />
      <div class="actions">
        <button type="submit" disabled={isBusy}>
          Save
        </button>
        <button type="button" class="quiet" onClick={onEnd}>
          Cancel
        </button>
        <Progress isBusy={isBusy} />
      </div>
    </form>
  );
}

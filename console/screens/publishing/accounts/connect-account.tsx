import { useLayoutEffect, useState } from 'preact/hooks';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useDraft } from '#console/session/use-draft.ts';
import {
  connectBody,
  CREDENTIAL_FIELDS,
  CredentialFields,
  NO_CREDENTIALS,
  type Provider,
  PROVIDERS,
} from './credentials.tsx';

const FIRST: { readonly provider: Provider; readonly name: string } = { provider: 'mastodon', name: '' };

/** Connects an account. The API verifies its credentials with the network first. */
export function ConnectAccount() {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <ConnectForm onEnd={() => setOpen(false)} />;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Connect an account
    </button>
  );
}

function ConnectForm({ onEnd }: { readonly onEnd: () => void }) {
  const { api, me } = useSigned().session;
  const { draft, setDraft, submit, isBusy, error } = useDraft({ ...FIRST, credentials: NO_CREDENTIALS });
  const { provider, name, credentials } = draft;
  const form = useFocusOnError(error);
  // The button with the focus has left the page. Before the form is painted, so that no key press is lost.
  useLayoutEffect(() => form.current?.querySelector('select')?.focus(), []);

  async function connect(event: Event): Promise<void> {
    const params = { path: { workspace: me.workspace.id } };
    const body = connectBody(provider, name, credentials);
    const send = (headers: { readonly 'Idempotency-Key': string }) =>
      bodyOf(api.POST('/os/api/{workspace}/accounts', { params, headers, body }));
    if (await submit(event, send)) onEnd();
  }

  return (
    <section aria-label="New account">
      <h2>New account</h2>
      <form ref={form} onSubmit={(event) => void connect(event)}>
        <ChoiceField
          label="Network"
          pointer="#/provider"
          error={error}
          value={provider}
          choices={PROVIDERS}
          onValue={(value) => setDraft({ ...draft, provider: value, credentials: NO_CREDENTIALS })}
        />
        <TextField
          label="Name"
          hint="If this field is empty, the account gets the name of the profile."
          pointer="#/name"
          error={error}
          maxLength={255}
          value={name}
          onValue={(value) => setDraft({ ...draft, name: value })}
        />
        <CredentialFields
          provider={provider}
          credentials={credentials}
          error={error}
          onChange={(value) => setDraft({ ...draft, credentials: value })}
        />
        <Failure error={error} fields={['#/provider', '#/name', ...CREDENTIAL_FIELDS]} />
        <div class="actions">
          <button type="submit" disabled={isBusy}>
            Connect
          </button>
          <button type="button" class="quiet" onClick={onEnd}>
            Cancel
          </button>
          <Progress isBusy={isBusy} />
        </div>
      </form>
    </section>
  );
}

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { CheckField } from '#console/parts/check-field.tsx';
import { Field, FieldErrors } from '#console/parts/field.tsx';
import { Failure, State } from '#console/parts/notices.tsx';
import { providerName } from '#console/screens/publishing/accounts/credentials.tsx';
import { type Account, type Tag, useAccounts, useTags } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import type { PostDraft } from './post-draft.ts';
import { VersionFields } from './version-fields.tsx';

type Props = {
  readonly draft: PostDraft;
  /** The error of saving the draft as it is now. */
  readonly error: Error | null;
  readonly onChange: (draft: PostDraft) => void;
};

/** The fields of a post, as pointers of the API. */
export const POST_FIELDS = ['#/accounts', '#/tags', '#/date', '#/time', '#/timezone', '#/versions'];

/** All fields of a post: where it goes, what it says, and when. `when` are the fields of its time. */
export function PostFields({ draft, error, onChange, when }: Props & { readonly when: ComponentChildren }) {
  const accounts = useAccounts();
  const tags = useTags();
  return (
    <>
      <Failure error={accounts.error ?? tags.error} />
      <AccountFields draft={draft} error={error} onChange={onChange} accounts={accounts.data ?? []} />
      <VersionFields draft={draft} error={error} onChange={onChange} accounts={accounts.data ?? []} />
      <fieldset>
        <legend>When</legend>
        {when}
      </fieldset>
      <TagFields draft={draft} error={error} onChange={onChange} tags={tags.data ?? []} />
    </>
  );
}

function AccountFields({
  draft,
  error,
  onChange,
  accounts,
}: Props & { readonly accounts: readonly Account[] }) {
  const set = (id: number, isChosen: boolean): void =>
    onChange({
      ...draft,
      accounts: isChosen ? [...draft.accounts, id] : draft.accounts.filter((each) => each !== id),
    });
  return (
    <fieldset>
      <legend>Accounts</legend>
      {accounts.length === 0 && (
        <p>
          No account is connected. <a href="/console/accounts">Connect an account</a> first.
        </p>
      )}
      {accounts.map(({ id, name, username, provider, status }) => (
        <CheckField key={id} checked={draft.accounts.includes(id)} onCheck={(checked) => set(id, checked)}>
          <bdi>{name}</bdi>{' '}
          <span class="soft">
            {providerName(provider)} · <bdi>{username}</bdi>
          </span>{' '}
          {status !== 'connected' && <State name={status} />}
        </CheckField>
      ))}
      <FieldErrors pointer="#/accounts" error={error} />
    </fieldset>
  );
}

/** The day and time of a draft, in the time zone of the workspace. A key that may not publish can set only the day. */
export function PlannedTimeFields({ draft, error, onChange }: Props) {
  const { session } = useSigned();
  const { timezone } = session.me.workspace;
  const mayPublish = may(session, 'publishing:posts:publish');
  return (
    <>
      <Field
        label="Day"
        hint={
          mayPublish
            ? `Day and time are in the time zone ${timezone}.`
            : 'You propose a time when you submit the post for approval.'
        }
        pointer="#/date"
        error={error}
      >
        {(control) => (
          <input
            {...control}
            type="date"
            value={draft.date}
            onInput={({ currentTarget }) => onChange({ ...draft, date: currentTarget.value })}
          />
        )}
      </Field>
      {mayPublish && (
        <Field label="Time" pointer="#/time" error={error}>
          {(control) => (
            <input
              {...control}
              type="time"
              value={draft.time}
              onInput={({ currentTarget }) => onChange({ ...draft, time: currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function TagFields({ draft, error, onChange, tags }: Props & { readonly tags: readonly Tag[] }) {
  const { session } = useSigned();
  const set = (id: number, isChosen: boolean): void =>
    onChange({
      ...draft,
      tags: isChosen ? [...draft.tags, id] : draft.tags.filter((each) => each !== id),
    });
  return (
    <fieldset>
      <legend>Tags</legend>
      {tags.map(({ id, name }) => (
        <CheckField key={id} checked={draft.tags.includes(id)} onCheck={(checked) => set(id, checked)}>
          <bdi>{name}</bdi>
        </CheckField>
      ))}
      {may(session, 'publishing:tags:write') && (
        <NewTag onTag={(id) => onChange({ ...draft, tags: [...draft.tags, id] })} />
      )}
      <FieldErrors pointer="#/tags" error={error} />
    </fieldset>
  );
}

/** Creates a tag without leaving the form, which is not sent. */
function NewTag({ onTag }: { readonly onTag: (id: number) => void }) {
  const { api, me } = useSigned().session;
  const [name, setName] = useState('');
  const { run, isBusy, error } = useCommand();

  async function create(): Promise<void> {
    const params = { path: { workspace: me.workspace.id } };
    await run(async (headers) => {
      const { data } = await bodyOf(
        api.POST('/os/api/{workspace}/tags', { params, headers, body: { name } }),
      );
      onTag(data.id);
      setName('');
    });
  }

  return (
    <Field label="New tag" pointer="#/name" error={error}>
      {(control) => (
        <div class="actions">
          <input
            {...control}
            autocomplete="off"
            maxLength={100}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.isComposing) return;
              event.preventDefault();
              void create();
            }}
          />
          <button
            type="button"
            class="quiet"
            disabled={isBusy || name.trim() === ''}
            onClick={() => void create()}
          >
            Create the tag
          </button>
        </div>
      )}
    </Field>
  );
}

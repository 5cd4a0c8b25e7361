import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { CheckList } from '#console/parts/fields/check-list.tsx';
import { fieldsOf, withElement, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { Field, FieldErrors } from '#console/parts/fields/field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { State } from '#console/parts/state.tsx';
import { providerName } from '#console/screens/publishing/accounts/providers.ts';
import { type Account, type Tag, useAccounts, useTags } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { dataOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import type { PostDraft } from './post-draft.ts';
import { VersionFields } from './version-fields.tsx';

type Props = FieldsProps<PostDraft>;

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
  return (
    <fieldset>
      <legend>Accounts</legend>
      {accounts.length === 0 && (
        <p>
          No account is connected. <a href="/console/accounts">Connect an account</a> first.
        </p>
      )}
      <CheckList
        choices={accounts.map((account) => [account.id, <AccountName key={account.id} account={account} />])}
        chosen={draft.accounts}
        onCheck={(id, checked) => onChange({ ...draft, accounts: withElement(draft.accounts, id, checked) })}
      />
      <FieldErrors pointer="#/accounts" error={error} />
    </fieldset>
  );
}

function AccountName({ account: { name, username, provider, status } }: { readonly account: Account }) {
  return (
    <>
      <bdi>{name}</bdi>{' '}
      <span class="soft">
        {providerName(provider)} · <bdi>{username}</bdi>
      </span>{' '}
      {status !== 'connected' && <State name={status} />}
    </>
  );
}

/** The day and time of a draft, in the time zone of the workspace. A key that may not publish can set only the day. */
export function PlannedTimeFields(props: Props) {
  const { session } = useSigned();
  const { timezone } = session.me.workspace;
  const mayPublish = may(session, 'publishing:posts:publish');
  const field = fieldsOf(props);
  return (
    <>
      <TextField
        {...field('date')}
        label="Day"
        hint={
          mayPublish
            ? `Day and time are in the time zone ${timezone}.`
            : 'You propose a time when you submit the post for approval.'
        }
        type="date"
      />
      {mayPublish && <TextField {...field('time')} label="Time" type="time" />}
    </>
  );
}

function TagFields({ draft, error, onChange, tags }: Props & { readonly tags: readonly Tag[] }) {
  const { session } = useSigned();
  return (
    <fieldset>
      <legend>Tags</legend>
      <CheckList
        choices={tags.map(({ id, name }) => [id, <bdi key={id}>{name}</bdi>])}
        chosen={draft.tags}
        onCheck={(id, checked) => onChange({ ...draft, tags: withElement(draft.tags, id, checked) })}
      />
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
      const data = await dataOf(api.POST('/os/api/{workspace}/tags', { params, headers, body: { name } }));
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
          <Button
            label="Create the tag"
            quiet
            disabled={isBusy || name.trim() === ''}
            onClick={() => void create()}
          />
        </div>
      )}
    </Field>
  );
}

import { CreateForm } from '#console/parts/create-form.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { AccessFields } from './access-fields.tsx';
import { EMPTY_DRAFT, MEMBER_FIELDS, requestOf } from './member-draft.ts';
import { MEMBERS } from './member-reads.ts';

/** Adds a member. */
export function NewMember() {
  const { api } = useSigned().session;
  return (
    <>
      <p>
        <a href="/console/members">Team</a>
      </p>
      <h1>New member</h1>
      <p class="soft">
        A member works with API keys and console links. After you have added a member, create a key or a link
        for the member.
      </p>
      <CreateForm
        label="Add the member"
        path={MEMBERS}
        empty={EMPTY_DRAFT}
        requestOf={requestOf}
        create={async (body, headers) => {
          await bodyOf(api.POST(MEMBERS, { headers, body }));
          return '/console/members';
        }}
        errorFields={MEMBER_FIELDS}
      >
        {({ draft, error, onChange }) => (
          <>
            <TextField
              label="Name"
              pointer="#/name"
              error={error}
              required
              maxLength={100}
              value={draft.name}
              onValue={(name) => onChange({ ...draft, name })}
            />
            <TextField
              label="E-mail address"
              hint="Each address belongs to one member."
              pointer="#/email"
              error={error}
              type="email"
              required
              maxLength={254}
              value={draft.email}
              onValue={(email) => onChange({ ...draft, email })}
            />
            <AccessFields draft={draft} error={error} onChange={onChange} />
          </>
        )}
      </CreateForm>
    </>
  );
}

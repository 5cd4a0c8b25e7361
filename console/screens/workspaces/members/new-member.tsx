import { BackLink } from '#console/parts/back-link.tsx';
import { CreateForm } from '#console/parts/create-form.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { AccessFields } from './access-fields.tsx';
import { EMPTY_DRAFT, MEMBER_FIELDS, type MemberDraft, requestOf } from './member-draft.ts';
import { MEMBERS } from './member-reads.ts';

/** Adds a member. */
export function NewMember() {
  const { api } = useSigned().session;
  return (
    <>
      <BackLink href="/console/members" to="Team" />
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
        {(fields) => <MemberFields {...fields} />}
      </CreateForm>
    </>
  );
}

function MemberFields(props: FieldsProps<MemberDraft>) {
  const field = fieldsOf(props);
  return (
    <>
      <TextField {...field('name')} label="Name" required maxLength={100} />
      <TextField
        {...field('email')}
        label="E-mail address"
        hint="Each address belongs to one member."
        type="email"
        required
        maxLength={254}
      />
      <AccessFields {...props} />
    </>
  );
}

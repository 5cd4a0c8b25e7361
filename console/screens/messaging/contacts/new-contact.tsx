import { BackLink } from '#console/parts/back-link.tsx';
import { CreateForm } from '#console/parts/create-form.tsx';
import { CONTACTS } from '#console/screens/messaging/contact-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { CONTACT_FIELDS, EMPTY_DRAFT, requestOf } from './contact-draft.ts';
import { ContactFields } from './contact-fields.tsx';
import { OtherContact } from './other-contact.tsx';

/** Creates a contact, and shows it. */
export function NewContact() {
  const { api } = useSigned().session;
  return (
    <>
      <BackLink href="/console/contacts" to="Contacts" />
      <h1>New contact</h1>
      <p class="soft">A contact has at least a name, an e-mail address or a phone number.</p>
      <CreateForm
        label="Create the contact"
        path={CONTACTS}
        empty={EMPTY_DRAFT}
        requestOf={requestOf}
        create={async (body, headers) => {
          const data = await dataOf(api.POST(CONTACTS, { headers, body }));
          return `/console/contacts/${data.id}`;
        }}
        errorFields={CONTACT_FIELDS}
      >
        {(fields) => (
          <>
            <ContactFields {...fields} />
            <OtherContact error={fields.error} />
          </>
        )}
      </CreateForm>
    </>
  );
}

import { EditForm } from '#console/parts/edit-form.tsx';
import {
  type Contact,
  type ContactChanges,
  contactKey,
  contactPath,
  readOwnContact,
} from '#console/screens/messaging/contact-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { changesOf, COMPARED_FIELDS, CONTACT_FIELDS, type ContactDraft, draftOf } from './contact-draft.ts';
import { ContactFields } from './contact-fields.tsx';
import { OtherContact } from './other-contact.tsx';

type RevisedContact = Contact & { readonly etag: string };

/** The form of a contact. */
export function ContactEdit({ found }: { readonly found: Contact }) {
  const { session } = useSigned();
  const { id } = found;
  return (
    <EditForm<RevisedContact, ContactDraft, ContactChanges>
      thing="the contact"
      path={contactPath(id)}
      found={revised(found)}
      editing={{
        draftOf,
        changesOf,
        queryKey: contactKey(id),
        read: async () => revised(await readOwnContact(session, id)),
        save: async (etag, body) => {
          const params = { path: { contact: id }, header: { 'If-Match': etag } };
          const answer = session.api.PATCH('/api/v1/salesbot/contacts/{contact}', { params, body });
          return revised(await dataOf(answer));
        },
      }}
      compared={COMPARED_FIELDS}
      errorFields={CONTACT_FIELDS}
    >
      {(fields) => (
        <>
          <ContactFields {...fields} />
          <OtherContact error={fields.error} />
        </>
      )}
    </EditForm>
  );
}

function revised(contact: Contact): RevisedContact {
  return { ...contact, etag: `"${contact.revision}"` };
}

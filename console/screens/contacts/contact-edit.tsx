import { ApiCalls } from '#console/parts/api-call.tsx';
import { rebased } from '#console/parts/compared-field.ts';
import { EditConflict } from '#console/parts/edit-conflict.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress, Saved } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { ApiProblemError, bodyOf } from '#console/session/problem.ts';
import { useEdit } from '#console/session/use-edit.ts';
import { changesOf, COMPARED_FIELDS, CONTACT_FIELDS, type ContactDraft, draftOf } from './contact-draft.ts';
import { ContactFields } from './contact-fields.tsx';
import {
  type Contact,
  type ContactChanges,
  contactKey,
  contactPath,
  readOwnContact,
} from './contact-reads.ts';
import { OtherContact } from './other-contact.tsx';

type RevisedContact = Contact & { readonly etag: string };

/** The form of a contact. The edit is based on the revision that the person has seen. */
export function ContactEdit({ found: contact }: { readonly found: Contact }) {
  const { session } = useSigned();
  const { id } = contact;
  const found = revised(contact);
  const edit = useEdit<RevisedContact, ContactDraft, ContactChanges>(found, {
    draftOf,
    changesOf,
    queryKey: contactKey(id),
    read: async () => revised(await readOwnContact(session, id)),
    save: async (etag, body) => {
      const params = { path: { contact: id }, header: { 'If-Match': etag } };
      const answer = session.api.PATCH('/api/v1/salesbot/contacts/{contact}', { params, body });
      return revised((await bodyOf(answer)).data);
    },
  });
  const { base, draft, error, isBusy, isChanged } = edit;
  // The conflict shows both edits.
  const isRejected = error instanceof ApiProblemError && error.code === 'revision_mismatch';
  const form = useFocusOnError(error);

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void edit.submit();
      }}
    >
      {edit.isConflict && (
        <EditConflict
          thing="the contact"
          fields={COMPARED_FIELDS}
          base={draftOf(base)}
          mine={draft}
          theirs={draftOf(found)}
          onKeepMine={() =>
            edit.rebase(
              rebased(COMPARED_FIELDS, { base: draftOf(base), mine: draft, theirs: draftOf(found) }),
            )
          }
          onTakeTheirs={edit.discard}
        />
      )}
      <ContactFields draft={draft} error={error} onChange={edit.setDraft} />
      <Failure error={isRejected ? null : error} fields={CONTACT_FIELDS} />
      <OtherContact error={error} />
      <div class="actions">
        <button type="submit" disabled={!isChanged || isBusy}>
          Save
        </button>
        {isChanged && (
          <button type="button" class="quiet" onClick={edit.discard}>
            Discard the changes
          </button>
        )}
        <Progress isBusy={isBusy} />
        {edit.isSaved && <Saved />}
      </div>
      <ApiCalls
        calls={[
          {
            method: 'PATCH',
            path: contactPath(id),
            headers: { 'if-match': base.etag },
            body: edit.changes,
          },
        ]}
      />
    </form>
  );
}

function revised(contact: Contact): RevisedContact {
  return { ...contact, etag: `"${contact.revision}"` };
}

import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import { CONTACT_FIELDS, EMPTY_DRAFT, requestOf } from './contact-draft.ts';
import { ContactFields } from './contact-fields.tsx';
import { CONTACTS } from './contact-reads.ts';
import { OtherContact } from './other-contact.tsx';

/** Creates a contact, and shows it. */
export function NewContact() {
  const { api } = useSigned().session;
  const { route } = useLocation();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [sent, setSent] = useState(draft);
  const { run, isBusy, error } = useCommand();
  const body = requestOf(draft);
  // A validation error no longer applies to a field that was changed after the request.
  const shownError = sent === draft ? error : null;
  const form = useFocusOnError(shownError);

  async function create(event: Event): Promise<void> {
    event.preventDefault();
    setSent(draft);
    await run(async (headers) => {
      const { data } = await bodyOf(api.POST(CONTACTS, { headers, body }));
      route(`/console/contacts/${data.id}`);
    });
  }

  return (
    <>
      <p>
        <a href="/console/contacts">Contacts</a>
      </p>
      <h1>New contact</h1>
      <p class="soft">A contact has at least a name, an e-mail address or a phone number.</p>
      <form ref={form} onSubmit={(event) => void create(event)}>
        <ContactFields draft={draft} error={shownError} onChange={setDraft} />
        <Failure error={shownError} fields={CONTACT_FIELDS} />
        <OtherContact error={shownError} />
        <div class="actions">
          <button type="submit" disabled={isBusy}>
            Create the contact
          </button>
          <Progress isBusy={isBusy} />
        </div>
      </form>
      <ApiCalls calls={[{ method: 'POST', path: CONTACTS, body }]} />
    </>
  );
}

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { ShownSecret } from '#console/screens/webhooks/shown-secret.tsx';
import { Verifiers } from '#console/screens/webhooks/verifiers.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { useDraft } from '#console/session/use-draft.ts';
import type { Created } from './notification-reads.ts';
import { EMPTY_DRAFT, requestOf, TARGET_FIELDS, withoutSecret } from './target-draft.ts';
import { TargetFields } from './target-fields.tsx';

const PATH = '/api/v1/notification-targets';

/** Adds a target: the form, then the secret of the new target, which is shown once. `isFull`: no other target can be added. */
export function NewTarget({ isFull }: { readonly isFull: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<Created>();
  if (created) return <CreatedTarget created={created} onDone={() => setCreated(undefined)} />;
  if (isOpen)
    return (
      <NewTargetForm
        onCreated={(answer) => {
          setCreated(answer);
          setOpen(false);
        }}
        onCancel={() => setOpen(false)}
      />
    );
  if (isFull) return <p>A workspace can have five targets. Delete one to add another.</p>;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Add a target
    </button>
  );
}

function NewTargetForm({
  onCreated,
  onCancel,
}: {
  readonly onCreated: (created: Created) => void;
  readonly onCancel: () => void;
}) {
  const { api } = useSigned().session;
  const { draft, setDraft, submit, isBusy, error } = useDraft(EMPTY_DRAFT);
  const body = requestOf(draft);
  const form = useFocusOnError(error);
  // The button with the focus has left the page. Before the form is painted, so that no key press is lost.
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);

  const create = async (headers: Once) => onCreated(await bodyOf(api.POST(PATH, { headers, body })));

  return (
    <section aria-label="New target">
      <h2>New target</h2>
      <form ref={form} onSubmit={(event) => void submit(event, create)}>
        <TargetFields draft={draft} error={error} onChange={setDraft} />
        <Failure error={error} fields={TARGET_FIELDS} />
        <div class="actions">
          <button type="submit" disabled={isBusy}>
            Create the target
          </button>
          <button type="button" class="quiet" onClick={onCancel}>
            Cancel
          </button>
          <Progress isBusy={isBusy} />
        </div>
      </form>
      <ApiCalls calls={[{ method: 'POST', path: PATH, body: withoutSecret(draft.kind, body) }]} />
    </section>
  );
}

function CreatedTarget({ created, onDone }: { readonly created: Created; readonly onDone: () => void }) {
  const { data, secret } = created;
  const heading = useRef<HTMLHeadingElement>(null);
  // The form with the focus has left the page.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label="Created target">
      <h2 ref={heading} tabIndex={-1}>
        <bdi>{data.name}</bdi> was created
      </h2>
      {secret !== undefined && (
        <>
          <ShownSecret secret={secret} />
          <p>Notifications are signed like deliveries, with the secret of their target.</p>
          <Verifiers />
        </>
      )}
      {data.state === 'active' ? (
        <p>The target is active within a minute. Send a test to see whether it responds.</p>
      ) : (
        <p>
          A mail was sent to <bdi>{data.email}</bdi>. Open its link and confirm to receive notifications.
        </p>
      )}
      <button type="button" class="quiet" onClick={onDone}>
        {secret === undefined ? 'Close' : 'I have stored the secret'}
      </button>
    </section>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { OpenedForm } from '#console/parts/opened-form.tsx';
import { ShownSecret } from '#console/screens/webhooks/shown-secret.tsx';
import { Verifiers } from '#console/screens/webhooks/verifiers.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Created } from './notification-reads.ts';
import { EMPTY_DRAFT, requestOf, TARGET_FIELDS, withoutSecret } from './target-draft.ts';
import { TargetFields } from './target-fields.tsx';

const PATH = '/api/v1/notification-targets';

/** Adds a target: the form, then the secret of the new target, which is shown once. `isFull`: no other target can be added. */
export function NewTarget({ isFull }: { readonly isFull: boolean }) {
  const { api } = useSigned().session;
  const [created, setCreated] = useState<Created>();
  if (created) return <CreatedTarget created={created} onDone={() => setCreated(undefined)} />;
  return (
    <OpenedForm
      label="Add a target"
      title="New target"
      instead={isFull ? <p>A workspace can have five targets. Delete one to add another.</p> : undefined}
      initial={EMPTY_DRAFT}
      submit="Create the target"
      send={async (draft, headers) =>
        setCreated(await bodyOf(api.POST(PATH, { headers, body: requestOf(draft) })))
      }
      errorFields={TARGET_FIELDS}
      focus="input"
      callsOf={(draft) => [{ method: 'POST', path: PATH, body: withoutSecret(draft.kind, requestOf(draft)) }]}
    >
      {(fields) => <TargetFields {...fields} />}
    </OpenedForm>
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
      <Button label={secret === undefined ? 'Close' : 'I have stored the secret'} quiet onClick={onDone} />
    </section>
  );
}

import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Dialog } from '#console/parts/dialog.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { useNow } from '#console/parts/when.tsx';
import { type Endpoint, endpointPath } from '#console/screens/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import { EndpointFrame } from './endpoint.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { Verifiers } from './verifiers.tsx';

/** The signing secret: its rotation, and code that verifies signatures. */
export function EndpointSecret() {
  return <EndpointFrame>{({ endpoint }) => <Secret key={endpoint.id} endpoint={endpoint} />}</EndpointFrame>;
}

function Secret({ endpoint }: { readonly endpoint: Endpoint }) {
  const [secret, setSecret] = useState<string>();
  const expiresAt = endpoint.secret_rotation.previous_secret_expires_at;
  const path = `${endpointPath(endpoint.id)}/rotate-secret`;
  return (
    <>
      <h2>Signing secret</h2>
      <p>
        The secret ends in <code>{endpoint.secret_hint}</code>. Nobody can read it again.
      </p>
      {expiresAt !== null && <Overlap endsAt={expiresAt} />}
      {secret !== undefined && <ShownSecret secret={secret} />}
      <Rotate endpoint={endpoint} isRotating={expiresAt !== null} onSecret={setSecret} />
      <Verifiers />
      <ApiCalls calls={[{ method: 'POST', path, body: { immediate: false } }]} />
    </>
  );
}

/** How long deliveries are still signed with both secrets. */
function Overlap({ endsAt }: { readonly endsAt: string }) {
  const { timeFormat } = useSigned();
  const now = useNow(1000);
  return (
    <p>
      Deliveries are signed with both secrets for{' '}
      <span role="timer">{remaining(Date.parse(endsAt) - now)}</span>, until{' '}
      <time dateTime={endsAt}>{timeFormat.format(new Date(endsAt))}</time>. Store the new secret in your
      receiver by then.
    </p>
  );
}

/** Hours, minutes and seconds, such as 23:59:07. */
function remaining(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

function Rotate({
  endpoint,
  isRotating,
  onSecret,
}: {
  readonly endpoint: Endpoint;
  readonly isRotating: boolean;
  readonly onSecret: (secret: string) => void;
}) {
  const { api } = useSigned().session;
  const [isOpen, setOpen] = useState(false);
  const [isImmediate, setImmediate] = useState(isRotating);
  const { run, isBusy, error } = useCommand();

  async function rotate(event: Event): Promise<void> {
    event.preventDefault();
    const body = { immediate: isImmediate };
    const isDone = await run(async (headers) => {
      const { secret } = await bodyOf(
        api.POST('/api/v1/workspace-webhooks/{endpoint}/rotate-secret', {
          params: { path: { endpoint: endpoint.id } },
          headers,
          body,
        }),
      );
      onSecret(secret);
    }, body);
    if (isDone) setOpen(false);
  }

  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Rotate the secret
      </button>
      {isOpen && (
        <Dialog title="Rotate the secret?" onClose={() => setOpen(false)}>
          <form onSubmit={(event) => void rotate(event)}>
            <label class="check">
              <input
                type="radio"
                name="immediate"
                checked={!isImmediate}
                disabled={isRotating}
                onChange={() => setImmediate(false)}
              />
              <span>
                Keep the old secret valid for 24 hours
                {isRotating && ' (not possible while a rotation is in progress)'}
              </span>
            </label>
            <label class="check">
              <input
                type="radio"
                name="immediate"
                checked={isImmediate}
                onChange={() => setImmediate(true)}
              />
              <span>Revoke all earlier secrets now, because one has leaked</span>
            </label>
            <p>
              {isImmediate
                ? 'Your receiver rejects deliveries until it has the new secret.'
                : 'Deliveries are signed with both secrets, so that your receiver accepts them before and after you change the secret.'}{' '}
              A rotation cancels no delivery.
            </p>
            <Failure error={error} />
            <div class="actions">
              <button type="submit" disabled={isBusy}>
                Rotate
              </button>
              <button type="button" class="quiet" onClick={() => setOpen(false)}>
                Cancel
              </button>
              <Progress isBusy={isBusy} />
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}

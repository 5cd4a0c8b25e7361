import { useState } from 'preact/hooks';
import { useSigned } from '#console/session/context.ts';
import { type Once, useCommand } from '#console/session/use-command.ts';
import { Dialog } from './dialog.tsx';
import { Failure, Progress } from './notices.tsx';
import { useNow } from './when.tsx';

/** What is signed with the secret, and who verifies it. */
type Signed = 'deliveries' | 'notifications';

/** How long requests are still signed with both secrets. */
export function Overlap({
  signed,
  endsAt,
  hasKeyPair = false,
}: {
  readonly signed: Signed;
  readonly endsAt: string;
  /** Whether a key pair rotates together with the secret. */
  readonly hasKeyPair?: boolean;
}) {
  const { timeFormat } = useSigned();
  const now = useNow(1000);
  return (
    <p>
      {signed === 'deliveries' ? 'Deliveries' : 'Notifications'} are signed with both secrets
      {hasKeyPair && ' and both key pairs'} for{' '}
      <span role="timer">{remaining(Date.parse(endsAt) - now)}</span>, until{' '}
      <time dateTime={endsAt}>{timeFormat.format(new Date(endsAt))}</time>. Store the new secret in your
      receiver by then{hasKeyPair && ', or the new public key'}.
    </p>
  );
}

/** Hours, minutes and seconds, such as 23:59:07. */
function remaining(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** A button that asks in a dialog how to rotate a secret. `send` returns the new secret, which the API returns only once. */
export function Rotate({
  signed,
  isRotating,
  hasKeyPair = false,
  send,
  onSecret,
}: {
  readonly signed: Signed;
  /** Whether the overlap of an earlier rotation lasts. */
  readonly isRotating: boolean;
  /** Whether a key pair rotates together with the secret. */
  readonly hasKeyPair?: boolean;
  readonly send: (body: { readonly immediate: boolean }, headers: Once) => Promise<string>;
  readonly onSecret: (secret: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isImmediate, setImmediate] = useState(isRotating);
  const { run, isBusy, error } = useCommand();

  async function rotate(event: Event): Promise<void> {
    event.preventDefault();
    const isDone = await run(async (headers) => onSecret(await send({ immediate: isImmediate }, headers)));
    if (isDone) setOpen(false);
  }

  return (
    <>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          setImmediate(isRotating);
          setOpen(true);
        }}
      >
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
                ? `Your receiver rejects ${signed} until it has the new secret.`
                : `Each request is signed with both secrets, so that your receiver accepts ${signed} before and after you change the secret.`}{' '}
              {signed === 'deliveries' && 'A rotation cancels no delivery.'}
            </p>
            {hasKeyPair && (
              <p>
                The key pair of the asymmetric signatures rotates too.{' '}
                {isImmediate
                  ? 'Receivers that verify with the old public key reject deliveries at once. Receivers that read the JWKS URL need no change.'
                  : 'The old public key is valid for the same 24 hours. Receivers that read the JWKS URL need no change.'}
              </p>
            )}
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

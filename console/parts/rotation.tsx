import { useSigned } from '#console/session/context.ts';
import type { Once } from '#console/session/use-command.ts';
import { AskedForm } from './asked-form.tsx';
import { Radios } from './fields/radios.tsx';
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
  return (
    <AskedForm
      label="Rotate the secret"
      title="Rotate the secret?"
      submit="Rotate"
      initial={isRotating ? 'now' : 'later'}
      send={async (revoked, headers) => onSecret(await send({ immediate: revoked === 'now' }, headers))}
      errorFields={[]}
    >
      {({ draft: revoked, onChange }) => (
        <>
          <Radios
            value={revoked}
            choices={[
              [
                'later',
                `Keep the old secret valid for 24 hours${isRotating ? ' (not possible while a rotation is in progress)' : ''}`,
                isRotating,
              ],
              ['now', 'Revoke all earlier secrets now, because one has leaked'],
            ]}
            onValue={onChange}
          />
          <p>
            {revoked === 'now'
              ? `Your receiver rejects ${signed} until it has the new secret.`
              : `Each request is signed with both secrets, so that your receiver accepts ${signed} before and after you change the secret.`}{' '}
            {signed === 'deliveries' && 'A rotation cancels no delivery.'}
          </p>
          {hasKeyPair && (
            <p>
              The key pair of the asymmetric signatures rotates too.{' '}
              {revoked === 'now'
                ? 'Receivers that verify with the old public key reject deliveries at once. Receivers that read the JWKS URL need no change.'
                : 'The old public key is valid for the same 24 hours. Receivers that read the JWKS URL need no change.'}
            </p>
          )}
        </>
      )}
    </AskedForm>
  );
}

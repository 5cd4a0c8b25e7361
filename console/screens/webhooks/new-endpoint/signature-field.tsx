import { useId } from 'preact/hooks';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { boxesOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import type { EndpointDraft } from './endpoint-draft.ts';

/** Whether deliveries are also signed with a key pair. */
export function SignatureField({ draft, error, onChange }: FieldsProps<EndpointDraft>) {
  const id = useId();
  const box = boxesOf({ draft, onChange });
  return (
    <div class="field">
      <CheckField {...box('isAsymmetric')} aria-describedby={id}>
        Asymmetric signatures
      </CheckField>
      <span id={id} class="soft">
        Each delivery is also signed with a key pair, so that a receiver can verify it with the public key,
        without the secret.
      </span>
      <FieldErrors pointer="#/asymmetric_signatures" error={error} />
    </div>
  );
}

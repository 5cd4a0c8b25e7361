import { CheckField } from '#console/parts/check-field.tsx';
import { FieldErrors } from '#console/parts/field.tsx';
import { Radios } from '#console/parts/radios.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { EngineFields } from './engine-fields.tsx';
import type { FieldsProps } from './fields-props.ts';
import { PlatformFields } from './platform-fields.tsx';

const SENDERS = [
  ['external', 'Your messaging system'],
  ['platform', 'This platform, over SMS or WhatsApp'],
] as const;

/** The fields of a broadcast. Who sends it is chosen once, when it is created. */
export function BroadcastFields({ isNew, ...props }: FieldsProps & { readonly isNew: boolean }) {
  const { draft, error, onChange } = props;
  return (
    <>
      <TextField
        label="Name"
        hint="Only you and your systems see it."
        pointer="#/name"
        error={error}
        required
        maxLength={255}
        value={draft.name}
        onValue={(name) => onChange({ ...draft, name })}
      />
      {isNew && (
        <fieldset>
          <legend>Who sends it</legend>
          <Radios
            value={draft.sender}
            choices={SENDERS}
            onValue={(sender) => onChange({ ...draft, sender })}
          />
        </fieldset>
      )}
      {draft.sender === 'platform' ? <PlatformFields {...props} /> : <EngineFields {...props} />}
      <CheckField
        checked={draft.requiresApproval}
        onCheck={(requiresApproval) => onChange({ ...draft, requiresApproval })}
      >
        Needs an approval before it starts
      </CheckField>
      <FieldErrors pointer="#/requires_approval" error={error} />
    </>
  );
}

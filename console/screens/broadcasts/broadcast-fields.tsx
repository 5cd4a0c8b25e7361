import { CheckField } from '#console/parts/fields/check-field.tsx';
import { fieldsOf, boxesOf } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { Radios } from '#console/parts/fields/radios.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
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
  const field = fieldsOf(props);
  const box = boxesOf(props);
  return (
    <>
      <TextField
        {...field('name')}
        label="Name"
        hint="Only you and your systems see it."
        required
        maxLength={255}
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
      <CheckField {...box('requiresApproval')}>Needs an approval before it starts</CheckField>
      <FieldErrors pointer="#/requires_approval" error={error} />
    </>
  );
}

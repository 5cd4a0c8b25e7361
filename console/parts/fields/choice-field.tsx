import { Field, type FieldProps } from './field.tsx';
import { type Choice, Select } from './select.tsx';

/** A field of a form with a list of values. A current value that is not in the list is shown unchanged. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  pointer,
  error,
  ...select
}: FieldProps & {
  readonly required?: boolean;
  readonly value: Value;
  readonly choices: readonly Choice<NoInfer<Value>>[];
  readonly placeholder?: string;
  readonly onValue: (value: NoInfer<Value>) => void;
}) {
  return (
    <Field label={label} hint={hint} pointer={pointer} error={error}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  );
}

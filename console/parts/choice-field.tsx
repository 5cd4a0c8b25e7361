import { Field } from './field.tsx';

type Choice<Value extends string> = readonly [value: Value, label: string];

/** A field of a form with a list of values. A current value that is not in the list is shown unchanged. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  pointer,
  error,
  value,
  choices,
  onValue,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly pointer: string;
  readonly error: Error | null;
  readonly value: Value;
  readonly choices: readonly Choice<NoInfer<Value>>[];
  readonly onValue: (value: NoInfer<Value>) => void;
}) {
  const isKnown = choices.some(([each]) => each === value);
  return (
    <Field label={label} hint={hint} pointer={pointer} error={error}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = choices.find(([each]) => each === currentTarget.value);
            if (chosen) onValue(chosen[0]);
          }}
        >
          {choices.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
          {!isKnown && <option value={value}>{value}</option>}
        </select>
      )}
    </Field>
  );
}

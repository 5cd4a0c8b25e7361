import type { SelectHTMLAttributes } from 'preact';

/** A value of a list, and its text. */
export type Choice<Value extends string = string> = readonly [value: Value, label: string];

type Attributes = Pick<
  SelectHTMLAttributes,
  'id' | 'required' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
>;

/** A list of values. A current value that is not in the list is shown unchanged. */
export function Select<Value extends string>({
  value,
  choices,
  placeholder,
  onValue,
  ...select
}: Attributes & {
  readonly value: Value;
  readonly choices: readonly Choice<NoInfer<Value>>[];
  /** The text in the place of an empty value, which nobody can choose. */
  readonly placeholder?: string;
  readonly onValue: (value: NoInfer<Value>) => void;
}) {
  const isKnown = (value === '' && placeholder !== undefined) || choices.some(([each]) => each === value);
  return (
    <select
      {...select}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(([each]) => each === currentTarget.value);
        if (chosen) onValue(chosen[0]);
      }}
    >
      {placeholder !== undefined && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
      {!isKnown && <option value={value}>{value}</option>}
    </select>
  );
}

import { useId } from 'preact/hooks';

/** A list of choices that are all visible. It belongs into a fieldset. */
export function Radios<Value extends string>({
  value,
  choices,
  onValue,
}: {
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, label: string, isDisabled?: boolean])[];
  readonly onValue: (value: Value) => void;
}) {
  const name = useId();
  return choices.map(([each, label, isDisabled = false]) => (
    <label key={each} class="choice">
      <input
        type="radio"
        name={name}
        checked={each === value}
        disabled={isDisabled}
        onChange={() => onValue(each)}
      />
      <span>{label}</span>
    </label>
  ));
}

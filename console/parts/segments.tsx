/** Buttons of which one is pressed: the views or the time ranges of a screen. */
export function Segments<const Value extends string>({
  label,
  value,
  choices,
  onValue,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, words: string])[];
  readonly onValue: (value: Value) => void;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
    <div class="segments" role="group" aria-label={label}>
      {choices.map(([each, words]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onValue(each)}>
          {words}
        </button>
      ))}
    </div>
  );
}

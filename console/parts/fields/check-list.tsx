import type { ComponentChildren } from 'preact';
import { CheckField } from './check-field.tsx';

/** Boxes of a list, of which several can be checked. They belong into a fieldset. */
export function CheckList<Value extends string | number>({
  choices,
  chosen,
  onCheck,
}: {
  readonly choices: readonly (readonly [value: Value, label: ComponentChildren])[];
  readonly chosen: readonly Value[];
  readonly onCheck: (value: Value, isChecked: boolean) => void;
}) {
  return choices.map(([value, label]) => (
    <CheckField key={value} checked={chosen.includes(value)} onCheck={(checked) => onCheck(value, checked)}>
      {label}
    </CheckField>
  ));
}

import type { ComponentChildren, InputHTMLAttributes } from 'preact';

type Input = Pick<InputHTMLAttributes, 'id' | 'disabled' | 'aria-describedby' | 'aria-invalid'>;

/** A box that is checked or not, with its label. */
export function CheckField({
  checked,
  onCheck,
  children,
  ...input
}: Input & {
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
  readonly children: ComponentChildren;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        {...input}
        checked={checked}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

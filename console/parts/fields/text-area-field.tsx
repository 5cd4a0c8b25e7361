import type { TextareaHTMLAttributes } from 'preact';
import { Field, type FieldProps } from './field.tsx';

type TextArea = Pick<
  TextareaHTMLAttributes,
  'required' | 'maxLength' | 'rows' | 'dir' | 'spellcheck' | 'onPaste'
>;

/** A field of a form with several lines of text. */
export function TextAreaField({
  label,
  hint,
  pointer,
  error,
  isWrong = false,
  value,
  onValue,
  ...area
}: TextArea &
  FieldProps & {
    /** Whether the console knows that the API will reject the text. */
    readonly isWrong?: boolean;
    readonly value: string;
    readonly onValue: (value: string) => void;
  }) {
  return (
    <Field label={label} hint={hint} pointer={pointer} error={error}>
      {(control) => (
        <textarea
          {...control}
          {...area}
          aria-invalid={isWrong ? true : control['aria-invalid']}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}

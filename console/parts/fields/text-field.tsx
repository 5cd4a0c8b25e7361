import type { InputHTMLAttributes } from 'preact';
import { Field, type FieldProps } from './field.tsx';

type Input = Pick<InputHTMLAttributes, 'required' | 'maxLength' | 'inputMode' | 'step' | 'autocomplete'>;

/** Each type has attributes of its own, so a type that is not known when it compiles does not fit. */
const TYPES = {
  text: { type: 'text' },
  url: { type: 'url' },
  email: { type: 'email' },
  number: { type: 'number' },
  date: { type: 'date' },
  time: { type: 'time' },
  'datetime-local': { type: 'datetime-local' },
  color: { type: 'color' },
  password: { type: 'password' },
} as const;

/** A field of a form with one line of text, or with a value of another type. */
export function TextField({
  label,
  hint,
  pointer,
  error,
  type = 'text',
  value,
  onValue,
  onEnter,
  ...input
}: Input &
  FieldProps & {
    readonly type?: keyof typeof TYPES;
    readonly value: string;
    readonly onValue: (value: string) => void;
    /** What Enter does instead of sending the form. */
    readonly onEnter?: () => void;
  }) {
  return (
    <Field label={label} hint={hint} pointer={pointer} error={error}>
      {(control) => (
        <input
          {...control}
          autocomplete="off"
          {...input}
          {...TYPES[type]}
          spellcheck={type === 'text'}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
          onKeyDown={(event) => {
            if (!onEnter || event.key !== 'Enter' || event.isComposing) return;
            event.preventDefault();
            onEnter();
          }}
        />
      )}
    </Field>
  );
}

/** The URL of a receiver. */
export function UrlField(
  field: Omit<Parameters<typeof TextField>[0], 'label' | 'pointer' | 'type' | 'maxLength'>,
) {
  return <TextField {...field} label="URL" pointer="#/url" type="url" maxLength={2048} />;
}

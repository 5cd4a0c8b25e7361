import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';

/**
 * A text field whose button, or Enter, adds the text to a list of the form. The form is not sent, also not while the field has a text that was
 * not added: it would be lost.
 */
export function Adder({
  label,
  button,
  maxLength,
  problemOf,
  onAdd,
}: {
  readonly label: string;
  readonly button: string;
  readonly maxLength: number;
  /** Why a text cannot be added; undefined if it can. */
  readonly problemOf: (text: string) => string | undefined;
  readonly onAdd: (text: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.setCustomValidity(text.trim() === '' ? '' : `Use “${button}” first, or empty the field.`);
  }, [text, button]);

  function add(): void {
    const added = text.trim();
    if (added === '') return;
    const found = problemOf(added);
    setProblem(found);
    if (found !== undefined) return;
    onAdd(added);
    setText('');
  }

  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      <div class="actions">
        <input
          ref={input}
          id={id}
          autocomplete="off"
          spellcheck={false}
          maxLength={maxLength}
          value={text}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          aria-invalid={problem === undefined ? undefined : true}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button label={button} quiet onClick={add} />
      </div>
      <output id={`${id}-problem`} class="errors">
        {problem}
      </output>
    </div>
  );
}

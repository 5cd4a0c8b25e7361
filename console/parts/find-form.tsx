import { useLocation } from 'preact-iso';
import { useId, useState } from 'preact/hooks';
import { Submit } from './button.tsx';

/** Asks for an ID or a name, and shows what has it. */
export function FindForm({ initial = '' }: { readonly initial?: string }) {
  const { route } = useLocation();
  const [text, setText] = useState(initial);
  const id = useId();

  function find(event: SubmitEvent): void {
    event.preventDefault();
    route(`/console/find?id=${encodeURIComponent(text.trim())}`);
  }

  return (
    <search>
      <form onSubmit={find}>
        <label htmlFor={id}>ID or name</label>
        <input
          id={id}
          type="search"
          required
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Submit label="Find" />
      </form>
    </search>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { mayKeepKey } from '#console/session/kept-key.ts';

/** The screen without a key: it asks for one. `reason` says why a person who was signed in sees it. */
export function Entry({
  reason,
  busy,
  onKey,
}: {
  readonly reason: string | undefined;
  readonly busy: boolean;
  readonly onKey: (key: string, keep: boolean) => void;
}) {
  const [key, setKey] = useState('');
  const [keep, setKeep] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function submit(event: Event): void {
    event.preventDefault();
    if (busy) return;
    onKey(key.trim(), keep);
    setKey('');
  }

  return (
    <main class="entry">
      <h1>Console</h1>
      {reason !== undefined && (
        <p role="alert" class="notice">
          {reason}
        </p>
      )}
      <form onSubmit={submit}>
        <label htmlFor="key">Workspace API key</label>
        <input
          id="key"
          ref={field}
          type="password"
          required
          autocomplete="off"
          spellcheck={false}
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
        {mayKeepKey && (
          <CheckField checked={keep} onCheck={setKeep}>
            Keep the key until this tab is closed
          </CheckField>
        )}
        <button type="submit" disabled={busy}>
          {busy ? 'Checking…' : 'Open'}
        </button>
      </form>
      <p class="soft">
        The key stays in this page{mayKeepKey ? '' : ' and is forgotten when you reload it'}. A console link
        from <code>POST /api/v1/console-links</code> opens the console without typing a key, for at most eight
        hours.
      </p>
      <p class="soft">
        <a href="/docs" target="_blank" rel="noreferrer">
          API reference
        </a>
      </p>
    </main>
  );
}

import { Link, LogIn, TriangleAlert } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { Icon } from '#console/parts/icon.tsx';
import { mayKeepKey } from '#console/session/kept-key.ts';
import { EntryPicture } from './entry-picture.tsx';

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
    <div class="gate">
      <div class="gate-form">
        <header class="gate-brand">
          <span class="mark" aria-hidden="true">
            W
          </span>
          <strong>Workspace platform</strong>
        </header>
        <main>
          <h1>Open the console</h1>
          {reason !== undefined && (
            <p role="alert" class="gate-reason">
              <Icon node={TriangleAlert} />
              <span>{reason}</span>
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
            <p class="muted">
              The key stays in this page{mayKeepKey ? '' : ' and is forgotten when you reload it'}.
            </p>
            {mayKeepKey && (
              <CheckField checked={keep} onCheck={setKeep}>
                Keep the key until this tab is closed
              </CheckField>
            )}
            <button type="submit" class="gate-open" disabled={busy}>
              <Icon node={LogIn} />
              {busy ? 'Checking…' : 'Open'}
            </button>
          </form>
          <div class="gate-or" aria-hidden="true">
            or
          </div>
          <p class="gate-link">
            <Icon node={Link} />
            <span>
              A console link from <code>POST /api/v1/console-links</code> opens the console without typing a
              key, for at most eight hours.
            </span>
          </p>
        </main>
        <footer class="gate-foot">
          Host <code>{location.host}</code> ·{' '}
          <a href="/docs" target="_blank" rel="noreferrer">
            API reference
          </a>
        </footer>
      </div>
      <EntryPicture />
    </div>
  );
}

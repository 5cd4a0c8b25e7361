import { LocationProvider } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Entry } from './session/entry.tsx';
import { type Arrival, takeArrival } from './session/fragment.ts';
import { forgetKey, keepKey, readKeptKey } from './session/kept-key.ts';
import { openSession, type Session } from './session/session.ts';
import { SwitchQuestion } from './session/switch-question.tsx';
import { Shell } from './shell.tsx';

const ENDED = 'This key has expired or was revoked. Use another key to continue; nothing you typed is lost.';

/**
 * The entry screen, or the console of one key. When the key ends, the screens stay in the page, hidden behind the entry screen, so
 * that forms keep what the person typed. A key of the same workspace shows them again.
 */
export function App({ arrival }: { readonly arrival: Arrival | undefined }) {
  const [session, setSession] = useState<Session>();
  const [next, setNext] = useState<Session>();
  const [isLocked, setLocked] = useState(true);
  const [reason, setReason] = useState<string>();
  const [busy, setBusy] = useState(false);
  const current = useRef<Session | undefined>(undefined);
  current.current = isLocked ? undefined : session;

  function accept(opened: Session): void {
    setSession(opened);
    setNext(undefined);
    setLocked(false);
    setReason(undefined);
  }

  async function open(key: string, { keep = false, asks = false } = {}): Promise<void> {
    setBusy(true);
    const opened = await openSession(key, () => {
      forgetKey();
      setLocked(true);
      setReason(ENDED);
    });
    setBusy(false);
    if ('rejection' in opened) {
      // A link that no longer works does not end the key in use.
      if (!current.current) setReason(opened.rejection);
      return;
    }
    if (asks && current.current && current.current.me.key.id !== opened.me.key.id) {
      setNext(opened);
      return;
    }
    if (keep) keepKey(key);
    else forgetKey();
    accept(opened);
  }

  useEffect(() => {
    const kept = readKeptKey();
    void (async () => {
      if (kept !== undefined) await open(kept, { keep: true });
      if (arrival) await open(arrival.key, { asks: true });
    })();
    const onHash = (): void => {
      const arrived = takeArrival();
      if (arrived) void open(arrived.key, { asks: true });
    };
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);

  async function signOut(): Promise<void> {
    forgetKey();
    await session?.end();
    setSession(undefined);
    setLocked(true);
    setReason(undefined);
  }

  return (
    <LocationProvider scope={/^\/console(?:\/|$)/u}>
      {isLocked && (
        <Entry key={reason} reason={reason} busy={busy} onKey={(key, keep) => void open(key, { keep })} />
      )}
      {session && (
        <div hidden={isLocked} key={session.me.workspace.id}>
          <Shell session={session} isLocked={isLocked} onSignOut={() => void signOut()} />
        </div>
      )}
      {next && session && (
        <SwitchQuestion
          current={session.me}
          next={next.me}
          onAnswer={(isAccepted) => {
            if (isAccepted) {
              forgetKey();
              accept(next);
            } else setNext(undefined);
          }}
        />
      )}
    </LocationProvider>
  );
}

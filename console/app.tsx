import { LocationProvider } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ToastPlace } from './parts/feedback/toast.tsx';
import { SwitchQuestion } from './parts/switch-question.tsx';
import { placeAt } from './place-at.ts';
import { Entry } from './screens/entry.tsx';
import { type Arrival, showScreen, takeArrival } from './session/fragment.ts';
import { forgetKey, keepKey, readKeptKey } from './session/kept-key.ts';
import { openSession, type Session } from './session/session.ts';
import { Shell } from './shell.tsx';

const ENDED =
  'This key has expired or was revoked. Use another key of the same workspace to continue; what you typed stays.';
const NOT_REVOKED =
  'This page has forgotten the key, but the API did not revoke it. It expires at most eight hours after its link was created. To revoke it now, open the console again and delete it under “API keys”.';
const DEAD_LINK = 'This console link no longer works. You continue with the key that you used before.';

/** A key that works, and how it came: `keep` until the tab is closed, `url` of the screen that its link names. */
type Opened = { readonly session: Session; readonly keep: boolean; readonly url: string | undefined };

/**
 * The entry screen, or the console of one key. When the key ends, the screens stay in the page, hidden behind the entry screen, so
 * that forms keep what the person typed. A key of the same workspace shows them again.
 */
export function App({ arrival }: { readonly arrival: Arrival | undefined }) {
  const [session, setSession] = useState<Session>();
  const [next, setNext] = useState<Opened>();
  const [isLocked, setLocked] = useState(true);
  const [reason, setReason] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The key whose screens are in the page. They may be hidden behind the entry screen. */
  const current = useRef({ session, isLocked });
  current.current = { session, isLocked };

  function accept(opened: Opened): void {
    if (opened.keep) keepKey(opened.session.key);
    else forgetKey();
    setSession(opened.session);
    setNext(undefined);
    setLocked(false);
    setReason(undefined);
    setNotice(undefined);
    if (opened.url !== undefined) showScreen(opened.url);
  }

  /** Whether a key replaces something that the person may want to keep: the key in use, or the open screens of another workspace. */
  function replaces({ me }: Session, isLink: boolean): boolean {
    const shown = current.current;
    if (!shown.session) return false;
    if (shown.isLocked) return shown.session.me.workspace.id !== me.workspace.id;
    return isLink && shown.session.me.key.id !== me.key.id;
  }

  async function open(
    key: string,
    {
      keep = false,
      isLink = false,
      url,
    }: { keep?: boolean; isLink?: boolean; url?: string | undefined } = {},
  ): Promise<void> {
    setBusy(true);
    // The first screen is loaded while the API says whose key it is.
    void placeAt(new URL(url ?? location.href, location.href).pathname)?.screen.component.preload?.();
    const opened = await openSession(key, () => {
      forgetKey();
      setLocked(true);
      setReason(ENDED);
    });
    setBusy(false);
    if ('rejection' in opened) {
      // A link that no longer works does not end the key in use.
      if (current.current.isLocked) setReason(opened.rejection);
      else setNotice(opened.isFinal ? DEAD_LINK : opened.rejection);
      return;
    }
    const arrived = { session: opened, keep, url };
    if (replaces(opened, isLink)) setNext(arrived);
    else accept(arrived);
  }

  useEffect(() => {
    const kept = readKeptKey();
    void (async () => {
      if (kept !== undefined) await open(kept, { keep: true });
      // Its screen is shown already.
      if (arrival) await open(arrival.key, { isLink: true });
    })();
    const onHash = (): void => {
      const arrived = takeArrival();
      if (arrived) void open(arrived.key, { isLink: true, url: arrived.url });
    };
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);

  async function signOut(): Promise<void> {
    forgetKey();
    // The screens leave first, because they would send requests with the revoked key.
    setSession(undefined);
    const isRevoked = (await session?.end()) ?? true;
    setLocked(true);
    setReason(isRevoked ? undefined : NOT_REVOKED);
  }

  return (
    <LocationProvider scope={/^\/console(?:[/?]|$)/u}>
      {isLocked && (
        <Entry key={reason} reason={reason} busy={busy} onKey={(key, keep) => void open(key, { keep })} />
      )}
      {session && (
        <div hidden={isLocked} key={session.me.workspace.id}>
          <ToastPlace>
            <Shell
              session={session}
              isLocked={isLocked}
              notice={notice}
              onNoticeRead={() => setNotice(undefined)}
              onSignOut={() => void signOut()}
            />
          </ToastPlace>
        </div>
      )}
      {next && session && (
        <SwitchQuestion
          current={session.me}
          next={next.session.me}
          onAnswer={(isAccepted) => {
            if (isAccepted) accept(next);
            else setNext(undefined);
          }}
        />
      )}
    </LocationProvider>
  );
}

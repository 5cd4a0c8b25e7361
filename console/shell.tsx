import { QueryClient } from '@tanstack/query-core';
import type { ComponentType } from 'preact';
import { Route, Router, useLocation } from 'preact-iso';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { isDecodable } from '#shared/workspaces/domain/console-url.ts';
import { Loading } from './parts/notices.tsx';
import { loadScreens, SCREENS } from './routes.ts';
import { screenAt } from './screen-at.ts';
import { isOpenTo } from './screen.ts';
import { NoAccess } from './screens/no-access.tsx';
import { PLACE, SignedContext, useSigned } from './session/context.ts';
import { ApiProblemError } from './session/problem.ts';
import type { Session } from './session/session.ts';
import { Shortcuts } from './shortcuts.tsx';

/** The frame of all screens of a key. */
export function Shell({
  session,
  isLocked,
  notice,
  onNoticeRead,
  onSignOut,
}: {
  readonly session: Session;
  readonly isLocked: boolean;
  /** What the person should know about a link that was opened here. */
  readonly notice: string | undefined;
  readonly onNoticeRead: () => void;
  readonly onSignOut: () => void;
}) {
  const queries = useMemo(createQueries, []);
  const { member, workspace, key } = session.me;
  const timeFormat = useMemo(() => timeFormatOf(workspace.timezone), [workspace.timezone]);
  const value = useMemo(
    () => ({ session, queries, isLocked, timeFormat }),
    [session, queries, isLocked, timeFormat],
  );
  const { path } = useLocation();
  const [isLoading, setLoading] = useState(false);
  const isFirst = useRef(true);
  useEffect(() => {
    // Another key of the same workspace reads everything again.
    if (!isFirst.current) {
      queries.removeQueries({ queryKey: [PLACE] });
      void queries.invalidateQueries();
    }
    isFirst.current = false;
  }, [session]);
  useScreenChange();
  useEffect(() => {
    // The focus was on the entry screen, which has left the page.
    if (!isLocked) document.querySelector<HTMLElement>('#screen')?.focus({ preventScroll: true });
  }, [isLocked]);
  useEffect(() => {
    // After the first screen, which must not wait for the others.
    const timer = setTimeout(() => void loadScreens(), 1000);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    queries.mount();
    return () => {
      queries.unmount();
      queries.clear();
    };
  }, [queries]);

  return (
    <SignedContext.Provider value={value}>
      <header>
        <a class="skip" href="#screen">
          Skip to the content
        </a>
        <Navigation session={session} />
        <Shortcuts isLocked={isLocked} />
        <div class="who">
          <span>
            <bdi>{member.name}</bdi> · <bdi>{workspace.name}</bdi>
          </span>
          <Button label={key.console ? 'Sign out' : 'Forget the key'} quiet onClick={onSignOut} />
        </div>
      </header>
      <main id="screen" tabIndex={-1} aria-busy={isLoading}>
        {notice !== undefined && (
          <div role="alert" class="notice">
            <p>{notice}</p>
            <Button label="Close" quiet onClick={onNoticeRead} />
          </div>
        )}
        {isLoading && <Loading />}
        {isDecodable(path) ? (
          <Router onLoadStart={() => setLoading(true)} onLoadEnd={() => setLoading(false)}>
            {GUARDED.map((screen) => (
              <Route key={screen.path} path={screen.path} component={screen.component} />
            ))}
            <Route default component={Unknown} />
          </Router>
        ) : (
          <Unknown />
        )}
      </main>
    </SignedContext.Provider>
  );
}

const GUARDED = SCREENS.map((screen) => ({ path: screen.path, component: guarded(screen) }));

/**
 * A screen for keys with its permissions. If a key without them replaces one that has them, the screen is hidden and sends nothing, so
 * that a form keeps what the person typed for the next key.
 */
function guarded(screen: (typeof SCREENS)[number]): ComponentType {
  const { needs, needsAll, component: Component } = screen;
  return function Guarded() {
    const signed = useSigned();
    const isAllowed = isOpenTo(signed.session, screen);
    const wasAllowed = useRef(isAllowed);
    wasAllowed.current ||= isAllowed;
    const isLocked = signed.isLocked || !isAllowed;
    const value = useMemo(() => ({ ...signed, isLocked }), [signed, isLocked]);
    return (
      <>
        {!isAllowed && (
          <>
            <h1>No access</h1>
            <NoAccess needs={needs} needsAll={needsAll} />
          </>
        )}
        {wasAllowed.current && (
          <div hidden={!isAllowed}>
            <SignedContext.Provider value={value}>
              <Component />
            </SignedContext.Provider>
          </div>
        )}
      </>
    );
  };
}

/** Links to the screens that the permissions of the key allow. */
function Navigation({ session }: { readonly session: Session }) {
  const { path } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the links scroll.
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.clientWidth / 2;
  }, [path]);
  const links = SCREENS.filter((screen) => screen.linked && isOpenTo(session, screen));
  return (
    <nav ref={nav} aria-label="Console">
      {links.map((link) => (
        <a key={link.path} href={link.path} aria-current={path === link.path ? 'page' : undefined}>
          {link.name}
        </a>
      ))}
    </nav>
  );
}

/** Names the screen in the title of the tab, and moves the focus to a screen that a link has opened. */
function useScreenChange(): void {
  const { path } = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    const screen = screenAt(path);
    document.title = screen ? `${screen.name} · Console` : 'Console';
    if (shown.current === path) return;
    shown.current = path;
    document.querySelector<HTMLElement>('#screen')?.focus({ preventScroll: true });
  }, [path]);
}

function Unknown() {
  return (
    <>
      <h1>No such screen</h1>
      <p>
        <a href="/console">Home</a> shows what needs attention.
      </p>
    </>
  );
}

/** Exact times in a time zone, with its name. */
function timeFormatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'long' });
}

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2000,
        // A screen without a connection says so instead of waiting for one, and reads again when there is one.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A 4xx status stays what it is; other errors can be temporary.
        retry: (count, error) => count < 2 && !(error instanceof ApiProblemError && error.status < 500),
      },
    },
  });
}

import { QueryClient } from '@tanstack/query-core';
import type { ComponentType } from 'preact';
import { Route, Router, useLocation } from 'preact-iso';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Frame } from './frame/frame.tsx';
import { loadPalette } from './frame/palette-place.tsx';
import { Button } from './parts/button.tsx';
import { Loading } from './parts/notices.tsx';
import { type Place, placeAt } from './place-at.ts';
import { loadScreens, SCREENS } from './routes.ts';
import { isOpenTo, type Screen } from './screen.ts';
import { NoAccess } from './screens/no-access.tsx';
import { PLACE, SignedContext, useSigned } from './session/context.ts';
import { ParamsContext } from './session/params.ts';
import { ApiProblemError } from './session/problem.ts';
import type { Session } from './session/session.ts';

/** All screens of a key, in their frame. */
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
  const { workspace } = session.me;
  const timeFormat = useMemo(() => timeFormatOf(workspace.timezone), [workspace.timezone]);
  const value = useMemo(
    () => ({ session, queries, isLocked, timeFormat }),
    [session, queries, isLocked, timeFormat],
  );
  const place = placeAt(useLocation().path);
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
  useScreenChange(place, workspace.name);
  useEffect(() => {
    // The focus was on the entry screen, which has left the page.
    if (!isLocked) document.querySelector<HTMLElement>('#screen')?.focus({ preventScroll: true });
  }, [isLocked]);
  useEffect(() => {
    // After the first screen, which must not wait for the others.
    const timer = setTimeout(() => void Promise.all([loadScreens(), loadPalette()]), 1000);
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
      <Frame isLocked={isLocked} isLoading={isLoading} onSignOut={onSignOut}>
        {notice !== undefined && (
          <div role="alert" class="notice">
            <p>{notice}</p>
            <Button label="Close" quiet onClick={onNoticeRead} />
          </div>
        )}
        {isLoading && <Loading />}
        {/* It chooses no screen: it keeps the last one while the code of the next one is loaded. */}
        <Router onLoadStart={() => setLoading(true)} onLoadEnd={() => setLoading(false)}>
          {[
            <Route
              key="screen"
              default
              component={(place && GUARDED.get(place.screen)) ?? Unknown}
              at={place?.params}
            />,
          ]}
        </Router>
      </Frame>
    </SignedContext.Provider>
  );
}

type Guarded = ComponentType<{ readonly at?: Place['params'] | undefined }>;

const GUARDED: ReadonlyMap<Screen, Guarded> = new Map(SCREENS.map((screen) => [screen, guarded(screen)]));

/**
 * A screen for keys with its permissions. If a key without them replaces one that has them, the screen is hidden and sends nothing, so
 * that a form keeps what the person typed for the next key.
 */
function guarded(screen: Screen): Guarded {
  const { needs, needsAll = false, component: Component } = screen;
  return function GuardedScreen({ at = {} }) {
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
              <ParamsContext.Provider value={at}>
                <Component />
              </ParamsContext.Provider>
            </SignedContext.Provider>
          </div>
        )}
      </>
    );
  };
}

/** Names the screen in the title of the tab, and moves the focus to a screen that a link has opened. */
function useScreenChange(place: Place | undefined, workspace: string): void {
  const { path } = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    document.title = `${place?.screen.name ?? NO_SCREEN} · ${workspace}`;
    if (shown.current === path) return;
    shown.current = path;
    document.querySelector<HTMLElement>('#screen')?.focus({ preventScroll: true });
  }, [path, workspace]);
  useEffect(
    () => () => {
      document.title = 'Console';
    },
    [],
  );
}

const NO_SCREEN = 'No such screen';

function Unknown() {
  return (
    <>
      <h1>{NO_SCREEN}</h1>
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

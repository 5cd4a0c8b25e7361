import { QueryClient } from '@tanstack/query-core';
import { Route, Router, useLocation } from 'preact-iso';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { DeliveryScreen } from './screens/delivery.tsx';
import { EndpointDeliveries } from './screens/endpoint-deliveries.tsx';
import { Endpoints } from './screens/endpoints.tsx';
import { Home } from './screens/home.tsx';
import { SignedContext } from './session/context.ts';
import { ApiProblemError } from './session/problem.ts';
import type { Session } from './session/session.ts';

const LINKS = [
  { path: '/console', name: 'Home' },
  { path: '/console/endpoints', name: 'Endpoints' },
];

/** The frame of all screens of a key. */
export function Shell({
  session,
  isLocked,
  onSignOut,
}: {
  readonly session: Session;
  readonly isLocked: boolean;
  readonly onSignOut: () => void;
}) {
  const queries = useMemo(createQueries, []);
  const value = useMemo(() => ({ session, queries, isLocked }), [session, queries, isLocked]);
  const { member, workspace, key } = session.me;
  const isFirst = useRef(true);
  useEffect(() => {
    // Another key of the same workspace reads everything again.
    if (!isFirst.current) void queries.invalidateQueries();
    isFirst.current = false;
  }, [session]);
  useEffect(() => {
    queries.mount();
    return () => queries.unmount();
  }, [queries]);

  return (
    <SignedContext.Provider value={value}>
      <header>
        <a class="skip" href="#screen">
          Skip to the content
        </a>
        <Navigation />
        <div class="who">
          <span>
            <bdi>{member.name}</bdi> · <bdi>{workspace.name}</bdi>
          </span>
          <button type="button" class="quiet" onClick={onSignOut}>
            {key.console ? 'Sign out' : 'Forget the key'}
          </button>
        </div>
      </header>
      <main id="screen" tabIndex={-1}>
        <Router>
          <Route path="/console" component={Home} />
          <Route path="/console/endpoints" component={Endpoints} />
          <Route path="/console/endpoints/:endpoint" component={EndpointDeliveries} />
          <Route path="/console/deliveries/:endpoint/:delivery" component={DeliveryScreen} />
          <Route default component={Unknown} />
        </Router>
      </main>
    </SignedContext.Provider>
  );
}

function Navigation() {
  const { path } = useLocation();
  return (
    <nav aria-label="Console">
      {LINKS.map((link) => (
        <a key={link.path} href={link.path} aria-current={path === link.path ? 'page' : undefined}>
          {link.name}
        </a>
      ))}
    </nav>
  );
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

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2000,
        // A 4xx status stays what it is; other errors can be temporary.
        retry: (count, error) => count < 2 && !(error instanceof ApiProblemError && error.status < 500),
      },
    },
  });
}

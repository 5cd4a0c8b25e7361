import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '#console/parts/feedback/skeleton.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { useNow } from '#console/parts/when.tsx';
import { NoAccess } from '#console/screens/no-access.tsx';
import { NotLoaded } from '#console/screens/not-loaded.tsx';
import { isFailing, mayManageEndpoints } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { useBroadcastProblems } from './broadcast-problems.tsx';
import { useEndpointProblems, useHomeEndpoints } from './endpoint-problems.tsx';
import { byUrgency, type Problem, sentenceOf } from './problem.ts';
import { usePublishingProblems } from './publishing-problems.tsx';
import { type Range, RANGES, rangeOf, rangePath } from './ranges.ts';

/** What needs attention in all products, each with its next step; then what happens in them. The range of the figures is in the URL. */
export function Home() {
  const { session } = useSigned();
  const { query } = useLocation();
  const range = rangeOf(query['range']);
  const found = [useEndpointProblems(), usePublishingProblems(), useBroadcastProblems()];
  const problems = byUrgency(found.flatMap((each) => each.problems));
  const reads = found.flatMap((each) => each.reads);
  const isReady = reads.every(({ data, error }) => data !== undefined || error !== null);
  const errors = reads.flatMap(({ error }) => error ?? []);
  const Overview = useOverview();
  return (
    <div class="home">
      <PageHead
        title={<Today />}
        facts={<p class="soft home-sentence">{isReady && errors.length === 0 && sentenceOf(problems)}</p>}
      >
        <Ranges range={range} />
      </PageHead>
      <section class="home-card" aria-labelledby="attention">
        <header>
          <h2 id="attention">What needs attention</h2>
          {isReady && problems.length > 0 && <span class="count bad">{problems.length}</span>}
        </header>
        {!isReady && <Skeleton of="card" />}
        {errors.map((error) => (
          <Failure key={error.message} error={error} />
        ))}
        {isReady && <Problems problems={problems} hasErrors={errors.length > 0} />}
      </section>
      {/* It comes after what needs attention, so that nothing moves when that appears. */}
      {isReady && Overview && <Overview range={range} />}
      {!mayManageEndpoints(session) && <NoAccess />}
    </div>
  );
}

function Problems({
  problems,
  hasErrors,
}: {
  readonly problems: readonly Problem[];
  readonly hasErrors: boolean;
}) {
  const endpoints = useHomeEndpoints().data ?? [];
  const isHealthy = endpoints.length > 0 && !endpoints.some(isBroken);
  return (
    <>
      {problems.length > 0 && (
        <ul class="home-problems">
          {problems.map(({ id, row }) => (
            <li key={id}>{row}</li>
          ))}
        </ul>
      )}
      {isHealthy && (
        <p class="home-calm">
          Nothing is broken:{' '}
          {endpoints.length === 1 ? 'the endpoint is' : `all ${endpoints.length} endpoints are`} enabled, and
          the last attempts succeeded.
        </p>
      )}
      {!isHealthy && problems.length === 0 && !hasErrors && (
        <p class="home-calm">Nothing in the products that this key can see waits for you.</p>
      )}
    </>
  );
}

function isBroken(endpoint: Parameters<typeof isFailing>[0]): boolean {
  return endpoint.state !== 'enabled' || isFailing(endpoint);
}

/** The day in the time zone of the workspace. */
function Today() {
  const { timezone } = useSigned().session.me.workspace;
  const now = useNow(MINUTE_MS);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return <>{format.format(now)}</>;
}

function Ranges({ range }: { readonly range: Range }) {
  return (
    <nav class="segments" aria-label="Time range">
      {RANGES.map((each) => (
        <a key={each.name} href={rangePath(each)} aria-current={each === range ? 'true' : undefined}>
          {each.label}
        </a>
      ))}
    </nav>
  );
}

/** The code of everything below what needs attention, which must not wait for it. */
function useOverview(): ComponentType<{ readonly range: Range }> | undefined {
  const [loaded, setLoaded] = useState<{ readonly Overview: ComponentType<{ readonly range: Range }> }>();
  useEffect(() => {
    void import('./overview.tsx').then(setLoaded, () => setLoaded({ Overview: NotLoaded }));
  }, []);
  return loaded?.Overview;
}

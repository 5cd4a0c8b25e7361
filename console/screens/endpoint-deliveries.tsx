import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Failure, Loading, State } from '#console/parts/notices.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import { type Delivery, endpointPath } from './endpoint-reads.ts';

const STATES = ['queued', 'retrying', 'held', 'succeeded', 'failed', 'cancelled'] as const;
const REFRESH_MS = 5000;

/** The deliveries of an endpoint, newest first. The filter is in the URL. */
export function EndpointDeliveries() {
  const { endpoint = '' } = useRoute().params;
  const { query, route } = useLocation();
  const { api } = useSigned().session;
  const state = STATES.find((each) => each === query['state']);
  const page = (cursor?: string) =>
    bodyOf(
      api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', {
        params: {
          path: { endpoint },
          query: { limit: 50, ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) },
        },
      }),
    );
  const found = useQuery(['endpoint', endpoint], () =>
    bodyOf(api.GET('/api/v1/workspace-webhooks/{endpoint}', { params: { path: { endpoint } } })),
  );
  const first = useQuery(
    ['deliveries', endpoint, state],
    () => page(),
    () => REFRESH_MS,
  );
  const path = `${endpointPath(endpoint)}/deliveries${state ? `?state=${state}` : ''}`;

  return (
    <>
      <p>
        <a href="/console/endpoints">Endpoints</a>
      </p>
      <h1>
        <bdi>{found.data?.data.name ?? 'Endpoint'}</bdi>
      </h1>
      {found.data && (
        <p class="url">
          <bdi>{found.data.data.url}</bdi> <State name={found.data.data.state} />
        </p>
      )}
      <label htmlFor="state">State</label>{' '}
      <select
        id="state"
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          route(`/console/endpoints/${endpoint}${value === '' ? '' : `?state=${value}`}`, true)
        }
      >
        <option value="">all</option>
        {STATES.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <Failure error={found.error ?? first.error} />
      {!first.data && !first.error && <Loading />}
      {first.data?.data.length === 0 && <p>No delivery matches.</p>}
      {first.data && <More key={`${endpoint} ${state ?? ''}`} first={first.data} page={page} />}
      <ApiCalls calls={[{ path }]} />
    </>
  );
}

type Page = { readonly data: readonly Delivery[]; readonly next_cursor: string | null };

/** The first page, which stays current, and the pages that the person has loaded. */
function More({ first, page }: { readonly first: Page; readonly page: (cursor?: string) => Promise<Page> }) {
  const [older, setOlder] = useState<readonly Page[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const next = (older.at(-1) ?? first).next_cursor;
  const seen = new Map([first, ...older].flatMap(({ data }) => data.map((each) => [each.id, each] as const)));

  async function load(cursor: string): Promise<void> {
    try {
      const loaded = await page(cursor);
      setOlder((pages) => [...pages, loaded]);
    } catch (error_) {
      setError(error_ instanceof Error ? error_ : new Error(String(error_)));
    }
  }

  return (
    <>
      <ul class="rows">
        {[...seen.values()].map((delivery) => (
          <li key={delivery.id}>
            <a href={`/console/deliveries/${delivery.endpoint_id}/${delivery.id}`}>
              <code>{delivery.event}</code>
            </a>
            <State name={delivery.state} />
            {delivery.test && <span class="soft">test</span>}
            <span>
              {delivery.attempts.length} {delivery.attempts.length === 1 ? 'attempt' : 'attempts'}
              {delivery.attempts.at(-1)?.status_code
                ? `, status ${delivery.attempts.at(-1)?.status_code}`
                : ''}
            </span>
            <When at={delivery.created_at} />
          </li>
        ))}
      </ul>
      <Failure error={error} />
      {next !== null && (
        <button type="button" class="quiet" onClick={() => void load(next)}>
          Load older deliveries
        </button>
      )}
    </>
  );
}

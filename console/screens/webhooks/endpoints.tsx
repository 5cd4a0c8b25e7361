import { ApiCalls } from '#console/parts/api-call.tsx';
import { ChoiceFilter, useFilters, withFilters } from '#console/parts/filters.tsx';
import { Failure, Loading, State } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { isShownAt } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import { type Endpoint, readEndpoints } from './endpoint-reads.ts';
import { EndpointControls } from './endpoint/endpoint-controls.tsx';
import { EndpointSparkline } from './endpoint/endpoint-sparkline.tsx';
import { Health } from './endpoint/health.tsx';
import { Subscriptions } from './event-filters/filter-text.tsx';
import { NoEndpoint } from './no-endpoint.tsx';

const STATES = ['enabled', 'paused', 'suspended'] as const;
const REFRESH_MS = 5000;

/** All endpoints with their state. The filter is in the URL. */
export function Endpoints() {
  const { session } = useSigned();
  const filters = useFilters(['state']);
  const { state } = filters.values;
  const { data, error } = useQuery(
    ['endpoints', state],
    () => readEndpoints(session, state),
    () => REFRESH_MS,
  );
  return (
    <>
      <h1>Endpoints</h1>
      <div class="actions">
        <a class="button" href="/console/endpoints/new">
          New endpoint
        </a>
        <ChoiceFilter
          filters={filters}
          name="state"
          label="State"
          error={error}
          choices={STATES.map((each) => [each, each])}
        />
      </div>
      <Failure error={isShownAt(error, ['?state']) ? null : error} />
      {!data && !error && <Loading />}
      {data?.length === 0 && <p>{state === undefined ? <NoEndpoint /> : `No endpoint is ${state}.`}</p>}
      <ul class="cards">
        {data?.map((endpoint) => (
          <li key={endpoint.id}>
            <Card endpoint={endpoint} />
          </li>
        ))}
      </ul>
      <ApiCalls calls={[{ path: withFilters('/api/v1/workspace-webhooks', filters) }]} />
    </>
  );
}

function Card({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <article>
      <h2>
        <a href={`/console/endpoints/${endpoint.id}`}>
          <bdi>{endpoint.name}</bdi>
        </a>{' '}
        <State name={endpoint.state} />
      </h2>
      <p class="url">
        <bdi>{endpoint.url}</bdi>
      </p>
      {endpoint.description !== null && (
        <p>
          <bdi>{endpoint.description}</bdi>
        </p>
      )}
      <EndpointSparkline endpoint={endpoint.id} />
      <Health endpoint={endpoint} />
      <Subscriptions subscriptions={endpoint.subscriptions} />
      <EndpointControls endpoint={endpoint} deletes={false} />
    </article>
  );
}

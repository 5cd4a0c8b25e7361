import { Plus, Webhook } from 'lucide';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ButtonLink } from '#console/parts/button.tsx';
import { Empty } from '#console/parts/feedback/empty.tsx';
import { Skeleton } from '#console/parts/feedback/skeleton.tsx';
import { Cards } from '#console/parts/lists/cards.tsx';
import { ChoiceFilter, FilterFields, useFilters, withFilters } from '#console/parts/lists/filters.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { useSigned } from '#console/session/context.ts';
import { isShownAt } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import { EndpointHead } from './endpoint-head.tsx';
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
  const { data, error } = useQuery(['endpoints', state], () => readEndpoints(session, state), REFRESH_MS);
  return (
    <>
      <PageHead title="Endpoints">
        <div class="actions">
          <ButtonLink href="/console/endpoints/new" label="New endpoint" icon={Plus} />
        </div>
      </PageHead>
      <FilterFields filters={filters}>
        <ChoiceFilter
          filters={filters}
          name="state"
          label="State"
          error={error}
          choices={STATES.map((each) => [each, each])}
        />
      </FilterFields>
      <Failure error={isShownAt(error, ['?state']) ? null : error} />
      {!data && !error && <Skeleton of="card" />}
      {data?.length === 0 && (
        <Empty icon={Webhook}>
          <p>{state === undefined ? <NoEndpoint /> : `No endpoint is ${state}.`}</p>
        </Empty>
      )}
      <Cards items={data} card={(endpoint) => <Card endpoint={endpoint} />} />
      <ApiCalls calls={[{ path: withFilters('/api/v1/workspace-webhooks', filters) }]} />
    </>
  );
}

function Card({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <article>
      <EndpointHead endpoint={endpoint} state={endpoint.state} />
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

import { Plus, Search, Webhook } from 'lucide';
import { useLocation } from 'preact-iso';
import { useId } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Button, ButtonLink } from '#console/parts/button.tsx';
import { Empty } from '#console/parts/feedback/empty.tsx';
import { Skeleton } from '#console/parts/feedback/skeleton.tsx';
import { Icon } from '#console/parts/icon.tsx';
import { ChoiceFilter, FilterFields, useFilters, withFilters } from '#console/parts/lists/filters.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { useSigned } from '#console/session/context.ts';
import { isShownAt } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import { type Endpoint, readEndpoints } from './endpoint-reads.ts';
import { useDayMetrics } from './endpoint/metrics-reads.ts';
import { nextSort, sorted, sortOf } from './endpoints/endpoint-order.ts';
import { EndpointTable } from './endpoints/endpoint-table.tsx';
import { EndpointTiles } from './endpoints/endpoint-tiles.tsx';
import { NoEndpoint } from './no-endpoint.tsx';

const STATES = ['enabled', 'paused', 'suspended'] as const;
const REFRESH_MS = 5000;

/** All endpoints with their state. The filters and the order are in the URL. */
export function Endpoints() {
  const { session } = useSigned();
  const filters = useFilters(['find', 'state', 'event', 'responsible']);
  const { values } = filters;
  const { state } = values;
  const { data, error } = useQuery(['endpoints', state], () => readEndpoints(session, state), REFRESH_MS);
  const metrics = useDayMetrics((data ?? []).map(({ id }) => id));
  const { query, path, route } = useLocation();
  const sort = sortOf(query['sort']);
  const field = { filters, error };
  const found = data?.filter((endpoint) => matches(endpoint, values));

  function showSorted(text: string): void {
    const next = new URLSearchParams({ ...query, sort: text });
    if (text === '') next.delete('sort');
    route(next.size === 0 ? path : `${path}?${next}`, true);
  }

  return (
    <div class="endpoint-list">
      <PageHead
        title="Endpoints"
        facts={<p class="soft">Servers that receive your events, and how well each does.</p>}
      >
        <div class="actions">
          <ButtonLink href="/console/endpoints/new" label="New endpoint" icon={Plus} />
        </div>
      </PageHead>
      {data && data.length > 0 && <EndpointTiles />}
      <FilterFields filters={filters}>
        <Find value={values.find ?? ''} onValue={(text) => filters.set('find', text)} />
        <ChoiceFilter {...field} name="state" label="State" choices={STATES.map((each) => [each, each])} />
        <ChoiceFilter {...field} name="event" label="Event" choices={choicesIn(data, eventsOf)} />
        <ChoiceFilter
          {...field}
          name="responsible"
          label="Responsible"
          choices={choicesIn(data, ({ responsible_member: { name } }) => [name])}
        />
      </FilterFields>
      <Failure error={isShownAt(error, ['?state']) ? null : error} />
      {!data && !error && <Skeleton of="table" />}
      {data && found?.length === 0 && (
        <Empty icon={Webhook}>
          {Object.keys(values).length === 0 ? (
            <FirstEndpoint />
          ) : (
            <>
              <p>{data.length === 0 ? `No endpoint is ${state}.` : 'No endpoint matches.'}</p>
              <Button label="Clear" quiet onClick={filters.clear} />
            </>
          )}
        </Empty>
      )}
      {found && found.length > 0 && (
        <>
          <EndpointTable
            endpoints={sorted(found, metrics, sort)}
            metrics={metrics}
            sort={sort}
            onSort={(by) => showSorted(nextSort(sort, by))}
          />
          <p class="soft">
            {found.length} {found.length === 1 ? 'endpoint' : 'endpoints'}
            {sort.by === 'state' && !sort.isDescending && ', the most urgent first'}
          </p>
        </>
      )}
      <ApiCalls
        calls={[
          { path: withFilters('/api/v1/workspace-webhooks', { values: state ? { state } : {} }) },
          { path: '/api/v1/workspace-webhooks/metrics?step=1h' },
          { path: '/api/v1/workspace-webhooks/{endpoint}/metrics?step=1h' },
        ]}
      />
    </div>
  );
}

/** What an endpoint is, for a workspace without one. */
function FirstEndpoint() {
  return (
    <>
      <p>
        <NoEndpoint /> An endpoint is a server of yours that gets a signed request for each event that you
        choose.
      </p>
      <p>
        <a href="/console/endpoints/new">Create one</a>, or read{' '}
        <a href="/docs/webhooks" target="_blank" rel="noreferrer">
          the webhook guide
        </a>
        .
      </p>
    </>
  );
}

/** A field that finds endpoints while the person types. */
function Find({ value, onValue }: { readonly value: string; readonly onValue: (text: string) => void }) {
  const id = useId();
  return (
    <div class="find-in-list">
      <Icon node={Search} />
      <label class="spoken" htmlFor={id}>
        Find an endpoint
      </label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        spellcheck={false}
        placeholder="Name, URL or ID"
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </div>
  );
}

function matches(
  endpoint: Endpoint,
  { find = '', event, responsible }: { find?: string; event?: string; responsible?: string },
): boolean {
  const { id, name, url, responsible_member: member } = endpoint;
  const text = `${name}\n${url}\n${id}`.toLowerCase();
  return (
    text.includes(find.trim().toLowerCase()) &&
    (event === undefined || eventsOf(endpoint).includes(event)) &&
    (responsible === undefined || member.name === responsible)
  );
}

function eventsOf({ subscriptions }: Endpoint): readonly string[] {
  return subscriptions.map(({ event }) => event);
}

/** The values that endpoints have, for a filter. */
function choicesIn(
  endpoints: readonly Endpoint[] = [],
  valuesOf: (endpoint: Endpoint) => readonly string[],
): readonly (readonly [string, string])[] {
  return [...new Set(endpoints.flatMap(valuesOf))].toSorted().map((value) => [value, value]);
}

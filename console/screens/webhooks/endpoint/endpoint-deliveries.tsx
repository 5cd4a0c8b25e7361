import type { operations } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Empty } from '#console/parts/feedback/empty.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { useFilteredList } from '#console/parts/lists/filtered-list.ts';
import {
  ChoiceFilter,
  choicesOf,
  FilterFields,
  TextFilter,
  TimeFilter,
  withFilters,
} from '#console/parts/lists/filters.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import { type Delivery, type Endpoint, endpointPath } from '#console/screens/webhooks/endpoint-reads.ts';
import { Subscriptions } from '#console/screens/webhooks/event-filters/filter-text.tsx';
import { TestEvent } from '#console/screens/webhooks/test-event.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { EndpointFrame } from './endpoint.tsx';
import { Health } from './health.tsx';

type Query = NonNullable<operations['listDeliveries']['parameters']['query']>;

const NAMES = ['state', 'outcome', 'status_code', 'event', 'since', 'until'] as const;
const STATES = choicesOf<NonNullable<Query['state']>>({
  queued: 'queued',
  retrying: 'retrying',
  held: 'held',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
});
const OUTCOMES = choicesOf<NonNullable<Query['outcome']>>({
  success: 'success',
  http_error: 'http_error',
  redirect: 'redirect',
  timeout: 'timeout',
  connect_timeout: 'connect_timeout',
  network_error: 'network_error',
  blocked_address: 'blocked_address',
  cancelled: 'cancelled',
});
const REFRESH_MS = 5000;

/** The first part of an endpoint: its health, a test event and its deliveries. */
export function EndpointDeliveries() {
  return (
    <EndpointFrame>
      {({ endpoint }) => (
        <>
          <Health endpoint={endpoint} />
          <Subscriptions subscriptions={endpoint.subscriptions} />
          {endpoint.state === 'enabled' && (
            <details class="folded">
              <summary>Test this endpoint</summary>
              <TestEvent endpoint={endpoint} />
            </details>
          )}
          <Deliveries endpoint={endpoint} />
        </>
      )}
    </EndpointFrame>
  );
}

/** The deliveries, newest first. The filters are in the URL. */
function Deliveries({ endpoint: { id: endpoint, subscriptions } }: { readonly endpoint: Endpoint }) {
  const { api } = useSigned().session;
  const { filters, field, list } = useFilteredList(NAMES, ['deliveries', endpoint], (query: Query) =>
    bodyOf(
      api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', { params: { path: { endpoint }, query } }),
    ),
  );
  const events = [...new Set(subscriptions.map(({ event }) => event))];
  const path = endpointPath(endpoint);

  return (
    <>
      <h2>Deliveries</h2>
      <FilterFields filters={filters}>
        <ChoiceFilter {...field} name="state" label="State" choices={STATES} />
        <ChoiceFilter {...field} name="outcome" label="Attempt" choices={OUTCOMES} />
        <TextFilter {...field} name="status_code" label="Status code" />
        <ChoiceFilter {...field} name="event" label="Event" choices={events.map((event) => [event, event])} />
        <TimeFilter {...field} name="since" label="From" />
        <TimeFilter {...field} name="until" label="To" />
      </FilterFields>
      <LongList
        name="deliveries"
        {...list}
        columns={COLUMNS}
        empty={
          <Empty>
            <p>No delivery matches.</p>
          </Empty>
        }
        refetchMs={REFRESH_MS}
      />
      <ApiCalls
        calls={[
          { path: withFilters(`${path}/deliveries`, filters) },
          { method: 'POST', path: `${path}/test` },
          { method: 'POST', path: `${path}/pause` },
          { method: 'POST', path: `${path}/enable` },
          { method: 'POST', path: `${path}/take-over` },
          { method: 'DELETE', path },
        ]}
      />
    </>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    name: 'Event',
    width: 'wide',
    cell: (delivery) => (
      <>
        <a href={`/console/deliveries/${delivery.endpoint_id}/${delivery.id}`}>
          <code>{delivery.event}</code>
        </a>
        {delivery.test && <span class="soft"> test</span>}
      </>
    ),
  },
  { name: 'State', width: 'small', cell: ({ state }) => <State name={state} /> },
  { name: 'Attempts', cell: attemptsText },
  { name: 'Created', width: 'small', cell: (delivery) => <When at={delivery.created_at} /> },
];

function attemptsText({ attempts }: Delivery): string {
  const status = attempts.at(-1)?.status_code;
  const count = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  return status ? `${count}, status ${status}` : count;
}

import { RotateCw } from 'lucide';
import { useLocation } from 'preact-iso';
import type { operations } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Empty } from '#console/parts/feedback/empty.tsx';
import { Icon } from '#console/parts/icon.tsx';
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
import { OutcomeBadge } from '#console/screens/webhooks/outcome-badge.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { AttemptsOverview } from './attempts-overview.tsx';
import { EndpointNotice } from './endpoint-notice.tsx';
import { EndpointFrame } from './endpoint.tsx';
import { stepOf } from './metrics-ranges.ts';
import { useMetrics } from './metrics-reads.ts';

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

/** The first part of an endpoint: what is wrong with it, its attempts, and its deliveries. */
export function EndpointDeliveries() {
  return (
    <EndpointFrame>{({ endpoint }) => <Overview key={endpoint.id} endpoint={endpoint} />}</EndpointFrame>
  );
}

function Overview({ endpoint }: { readonly endpoint: Endpoint }) {
  const step = stepOf(useLocation().query['step'], '5m');
  const metrics = useMetrics(endpoint.id, step);
  return (
    <>
      <EndpointNotice endpoint={endpoint} metrics={metrics.data} />
      <AttemptsOverview endpoint={endpoint} step={step} metrics={metrics} />
      <Deliveries endpoint={endpoint} />
    </>
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
      <h2 class="spoken">Deliveries</h2>
      <div class="card-top">
        <FilterFields filters={filters}>
          <ChoiceFilter {...field} name="state" label="State" choices={STATES} />
          <ChoiceFilter {...field} name="outcome" label="Attempt" choices={OUTCOMES} />
          <TextFilter {...field} name="status_code" label="Status code" />
          <ChoiceFilter
            {...field}
            name="event"
            label="Event"
            choices={events.map((event) => [event, event])}
          />
          <TimeFilter {...field} name="since" label="From" />
          <TimeFilter {...field} name="until" label="To" />
        </FilterFields>
        <span class="soft">newest first, kept current</span>
        <a class="button small" href={`/console/endpoints/${endpoint}/recover?states=failed`}>
          <Icon node={RotateCw} size="s" />
          Recover failed deliveries
        </a>
      </div>
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
    mark: 'named',
    cell: (delivery) => (
      <>
        <a href={`/console/deliveries/${delivery.endpoint_id}/${delivery.id}`}>
          <code>{delivery.event}</code>
        </a>
        {delivery.test && <span class="soft"> test</span>}
        <span class="sub mono">{delivery.id}</span>
      </>
    ),
  },
  { name: 'State', mark: 'state', cell: ({ state }) => <State name={state} /> },
  {
    name: 'Response',
    mark: 'response',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? <OutcomeBadge attempt={last} /> : null;
    },
  },
  {
    name: 'Attempts',
    mark: 'attempts',
    cell: ({ attempts }) => `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`,
  },
  {
    name: 'Duration',
    mark: 'number duration',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? <bdi>{last.duration_ms} ms</bdi> : null;
    },
  },
  { name: 'Created', mark: 'time', cell: (delivery) => <When at={delivery.created_at} /> },
  {
    name: 'Last attempt',
    mark: 'time last',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? <When at={last.started_at} /> : null;
    },
  },
  {
    name: 'Next attempt',
    mark: 'time next',
    cell: ({ next_attempt_at: at }) =>
      at === null ? null : (
        <>
          <span class="word">next attempt </span>
          <When at={at} />
        </>
      ),
  },
];

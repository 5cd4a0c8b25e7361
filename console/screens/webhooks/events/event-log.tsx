import { Activity, Filter, Webhook } from 'lucide';
import type { components, operations } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { countOf } from '#console/parts/counted.ts';
import { Empty } from '#console/parts/feedback/empty.tsx';
import { Icon } from '#console/parts/icon.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { isFull, useFilteredList } from '#console/parts/lists/filtered-list.ts';
import {
  ChoiceFilter,
  FilterFields,
  TextFilter,
  TimeFilter,
  withFilters,
} from '#console/parts/lists/filters.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import type { Page } from '#console/parts/lists/pages.ts';
import { PageHead } from '#console/parts/page-head.tsx';
import { When } from '#console/parts/when.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { channelsIn } from '#console/screens/webhooks/catalogue/catalogue-channels.ts';
import { type CatalogueEvent, useCatalogue } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';

type Event = components['schemas']['Event'];
type Query = NonNullable<operations['listEvents']['parameters']['query']>;

const NAMES = ['event', 'product', 'channel', 'matched', 'filtered', 'contact_id', 'since', 'until'] as const;
const REFRESH_MS = 5000;

/** Every event of the workspace, newest first, whether or not an endpoint received it. */
export function EventLog() {
  const { api } = useSigned().session;
  const { filters, field, list } = useFilteredList(NAMES, ['events'], (query: Query) =>
    bodyOf(api.GET('/api/v1/events', { params: { query } })),
  );
  const isFiltered = Object.keys(filters.values).length > 0;
  const catalogue = useCatalogue();
  const channels = channelsIn(catalogue.data ?? []);
  return (
    <>
      <PageHead
        title="Events"
        facts={
          <p class="soft">
            All events of the last 14 days, whether or not an endpoint received them. The{' '}
            <a href="/console/catalogue">catalogue</a> explains each event.
          </p>
        }
      />
      <FilterFields filters={filters}>
        <ChoiceFilter {...field} name="event" label="Event" choices={namesOf(catalogue.data)} />
        <ChoiceFilter {...field} name="product" label="Product" choices={PRODUCTS} />
        <ChoiceFilter
          {...field}
          name="channel"
          label="Channel"
          choices={channels.map((channel) => [channel, platformName(channel)])}
        />
        <ChoiceFilter {...field} name="matched" label="Endpoints" choices={MATCHED} />
        <ChoiceFilter {...field} name="filtered" label="Filters of endpoints" choices={FILTERED} />
        <TextFilter {...field} name="contact_id" label="Contact ID" />
        <TimeFilter {...field} name="since" label="From" />
        <TimeFilter {...field} name="until" label="To" />
      </FilterFields>
      <div class="dense">
        <LongList
          name="events"
          {...list}
          goesOn={isFull}
          columns={COLUMNS}
          empty={
            <Empty icon={Activity}>
              {isFiltered ? (
                <p>No event matches.</p>
              ) : (
                <p>
                  No event was recorded in the last 14 days. An event appears here as soon as something
                  happens in the workspace, for example when a contact writes or a post is published.
                </p>
              )}
            </Empty>
          }
          note={searched}
          // A filtered list can cost many reads of the log.
          {...(isFiltered ? {} : { refetchMs: REFRESH_MS })}
        />
      </div>
      <ApiCalls calls={[{ path: withFilters('/api/v1/events', filters) }]} />
    </>
  );
}

const PRODUCTS = [
  ['publishing', 'Publishing'],
  ['salesbot', 'Messaging'],
] as const;

const MATCHED = [
  ['false', 'no endpoint matched'],
  ['true', 'an endpoint matched'],
] as const;

const FILTERED = [
  ['true', 'a filter excluded the event'],
  ['false', 'no filter excluded the event'],
] as const;

function namesOf(events: readonly CatalogueEvent[] = []): readonly (readonly [string, string])[] {
  return events.map(({ event, title }) => [event, `${title} (${event})`]);
}

/** The products by the names that the sidebar has for them. */
const PRODUCT_NAMES: Readonly<Record<Event['product'], string>> = {
  publishing: 'Publishing',
  salesbot: 'Messaging',
};

const COLUMNS: readonly Column<Event>[] = [
  {
    name: 'Event',
    width: 'wide',
    cell: (event) => (
      <>
        <a href={`/console/events/${event.id}`}>
          <code>{event.event}</code>
        </a>
        {event.test && <span class="badge plain">test</span>}
      </>
    ),
  },
  { name: 'Product', width: 'small', cell: ({ product }) => PRODUCT_NAMES[product] },
  {
    name: 'Channel',
    width: 'small',
    cell: ({ channel }) => (channel === null ? null : platformName(channel)),
  },
  { name: 'Sent to', cell: endpointsOf },
  { name: 'Recorded', width: 'small', cell: (event) => <When at={event.recorded_at} /> },
];

function endpointsOf({ matched_endpoints: count, filtered_endpoints: excluded }: Event) {
  return (
    <>
      <span class={count === 0 ? 'marked soft' : 'marked'}>
        {count > 0 && <Icon node={Webhook} size="s" />}
        {count === 0 ? 'no endpoint' : countOf(count, 'endpoint')}
      </span>{' '}
      {excluded > 0 && (
        <span class="marked soft">
          <Icon node={Filter} size="s" />
          {excluded === 1
            ? 'excluded by the filter of 1 endpoint'
            : `excluded by the filters of ${excluded} endpoints`}
        </span>
      )}
    </>
  );
}

/** How far a page has searched that found fewer events than it could show. */
function searched({ searched_until: until }: Page<Event> & { readonly searched_until?: string | null }) {
  if (until === null || until === undefined) return null;
  return (
    <span>
      Searched back to <When at={until} />
    </span>
  );
}

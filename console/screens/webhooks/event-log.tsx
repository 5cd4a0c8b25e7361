import type { components, operations } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { isFull, useFilteredList } from '#console/parts/filtered-list.ts';
import { ChoiceFilter, FilterFields, TextFilter, TimeFilter, withFilters } from '#console/parts/filters.tsx';
import { LongList } from '#console/parts/long-list.tsx';
import type { Page } from '#console/parts/pages.ts';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { channelsIn } from './catalogue-channels.ts';
import { type CatalogueEvent, useCatalogue } from './endpoint-reads.ts';

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
      <h1>Events</h1>
      <p class="soft">
        All events of the last 14 days, whether or not an endpoint received them. The{' '}
        <a href="/console/catalogue">catalogue</a> explains each event.
      </p>
      <FilterFields filters={filters}>
        <ChoiceFilter {...field} name="event" label="Event" choices={namesOf(catalogue.data)} />
        <ChoiceFilter {...field} name="product" label="Product" choices={PRODUCTS} />
        <ChoiceFilter
          {...field}
          name="channel"
          label="Channel"
          choices={channels.map((channel) => [channel, channel])}
        />
        <ChoiceFilter {...field} name="matched" label="Endpoints" choices={MATCHED} />
        <ChoiceFilter {...field} name="filtered" label="Filters of endpoints" choices={FILTERED} />
        <TextFilter {...field} name="contact_id" label="Contact ID" />
        <TimeFilter {...field} name="since" label="From" />
        <TimeFilter {...field} name="until" label="To" />
      </FilterFields>
      <LongList
        name="events"
        {...list}
        goesOn={isFull}
        row={row}
        empty={<p>No event matches.</p>}
        note={searched}
        // A filtered list can cost many reads of the log.
        {...(isFiltered ? {} : { refetchMs: REFRESH_MS })}
      />
      <ApiCalls calls={[{ path: withFilters('/api/v1/events', filters) }]} />
    </>
  );
}

const PRODUCTS = [
  ['publishing', 'publishing'],
  ['salesbot', 'messaging'],
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

function row(event: Event) {
  const count = event.matched_endpoints;
  return (
    <>
      <a href={`/console/events/${event.id}`}>
        <code>{event.event}</code>
      </a>
      {event.channel !== null && <span>{event.channel}</span>}
      {event.test && <span class="soft">test</span>}
      <span class={count === 0 ? 'soft' : undefined}>
        {count === 0 ? 'no endpoint' : `${count} ${count === 1 ? 'endpoint' : 'endpoints'}`}
      </span>
      {event.filtered_endpoints > 0 && (
        <span>
          {event.filtered_endpoints === 1
            ? 'excluded by the filter of 1 endpoint'
            : `excluded by the filters of ${event.filtered_endpoints} endpoints`}
        </span>
      )}
      <When at={event.recorded_at} />
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

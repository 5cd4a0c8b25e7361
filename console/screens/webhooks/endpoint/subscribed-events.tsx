import { Popover } from '#console/parts/popover.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { FilterText } from '#console/screens/webhooks/event-filters/filter-text.tsx';

/** How many subscriptions an endpoint has. A click shows each with its channel and filter. */
export function SubscribedEvents({ endpoint: { subscriptions } }: { readonly endpoint: Endpoint }) {
  const count = subscriptions.length;
  const filters = subscriptions.filter(({ filter }) => filter !== null).length;
  const events = `${count} ${count === 1 ? 'subscription' : 'subscriptions'}`;
  return (
    <Popover
      label="Subscriptions"
      words={
        <>
          {count} {count === 1 ? 'event' : 'events'}
        </>
      }
    >
      <p>
        {events}
        {filters > 0 && `, ${filters} with a filter`}
      </p>
      <ul class="subscriptions">
        {subscriptions.map(({ event, channel, filter }) => (
          <li key={`${event} ${channel}`}>
            <code>{event}</code>
            {channel === 'all' ? '' : ` on ${channel}`}
            {filter && (
              <>
                {' if '}
                <FilterText filter={filter} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  );
}

import type { components } from '#clients/typescript/schema.d.ts';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { FilterText } from '#console/screens/webhooks/event-filters/filter-text.tsx';
import { nameOf } from './deliveries.tsx';
import { whyNot } from './why-not.ts';

type Shown = components['schemas']['EventWithDeliveries'];

/** The endpoints whose filter excluded the event when it was recorded, each with its current filters. */
export function FilteredOut({
  shown,
  endpoints,
}: {
  readonly shown: Shown;
  readonly endpoints: readonly Endpoint[] | undefined;
}) {
  const hidden = shown.filtered_endpoints - shown.filtered_out.length;
  if (shown.filtered_endpoints === 0) return null;
  return (
    <section>
      <h2>Excluded by a filter</h2>
      <p class="soft">
        These endpoints subscribed to the event, but their filter excluded it when it was recorded.
      </p>
      <ul class="rows" aria-label="Excluded by a filter">
        {shown.filtered_out.map((id) => (
          <li key={id}>
            <a href={`/console/endpoints/${id}`}>
              <bdi>{nameOf(endpoints, id)}</bdi>
            </a>
            {endpoints
              ?.find((each) => each.id === id)
              ?.subscriptions.filter(({ event }) => event === shown.event)
              .map(
                ({ channel, filter }) =>
                  filter && (
                    <span key={channel}>
                      {channel === 'all' ? 'its filter now: ' : `its filter for ${channel} now: `}
                      <FilterText filter={filter} />
                    </span>
                  ),
              )}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p class="soft">
          {hidden === 1
            ? 'The filter of 1 more endpoint excluded the event. Your API key cannot access this endpoint.'
            : `The filters of ${hidden} more endpoints excluded the event. Your API key cannot access these endpoints.`}
        </p>
      )}
    </section>
  );
}

/** The other endpoints, each with a reason. Reasons are not stored, so the text says that they are computed. */
export function NotReceived({
  shown,
  endpoints,
}: {
  readonly shown: Shown;
  readonly endpoints: readonly Endpoint[];
}) {
  const others = endpoints.filter(
    ({ id }) =>
      !shown.filtered_out.includes(id) && !shown.deliveries.some(({ endpoint_id }) => endpoint_id === id),
  );
  if (others.length === 0) return null;
  return (
    <section>
      <h2>Endpoints without a delivery</h2>
      <p class="soft">The reasons are computed from current settings.</p>
      <ul class="rows" aria-label="Endpoints without a delivery">
        {others.map((endpoint) => (
          <li key={endpoint.id}>
            <a href={`/console/endpoints/${endpoint.id}`}>
              <bdi>{endpoint.name}</bdi>
            </a>
            <span>{whyNot(endpoint, shown)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { components } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { Text } from '#console/parts/code/text.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { Failure, ReadState } from '#console/parts/notices.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { useParams } from '#console/session/params.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import { type Endpoint, ENDPOINTS_KEY, readEndpoints } from './endpoint-reads.ts';
import { FilterText } from './event-filters/filter-text.tsx';
import { whyNot } from './why-not.ts';

type Shown = components['schemas']['EventWithDeliveries'];
type Delivery = Shown['deliveries'][number];

const IN_FLIGHT_MS = 2000;
const ENDPOINTS = '/api/v1/workspace-webhooks';

/** One event: who received it, who did not, and its payload. */
export function EventScreen() {
  const { event = '' } = useParams();
  const { session } = useSigned();
  const { data, error } = useQuery(
    ['event', event],
    () => bodyOf(session.api.GET('/api/v1/events/{event}', { params: { path: { event } } })),
    (known) =>
      [...(known?.data.deliveries ?? []), ...(known?.data.resends ?? [])].some(isOpen) ? IN_FLIGHT_MS : false,
  );
  const endpoints = useQuery(ENDPOINTS_KEY, () => readEndpoints(session));
  return (
    <>
      <BackLink href="/console/events" to="Events" />
      <h1>Event</h1>
      <ReadState data={data} error={error} />
      {data && (
        <>
          <Facts shown={data.data} />
          <Received shown={data.data} endpoints={endpoints.data} />
          <FilteredOut shown={data.data} endpoints={endpoints.data} />
          <Failure error={endpoints.error} />
          {endpoints.data && <NotReceived shown={data.data} endpoints={endpoints.data} />}
          <Payload shown={data.data} />
        </>
      )}
      <ApiCalls calls={[{ path: `/api/v1/events/${encodeURIComponent(event)}` }, { path: ENDPOINTS }]} />
    </>
  );
}

function isOpen({ finished_at }: Delivery): boolean {
  return finished_at === null;
}

function Facts({ shown }: { readonly shown: Shown }) {
  return (
    <>
      <p>
        <a href={`/console/catalogue/${shown.event}`}>
          <code>{shown.event}</code>
        </a>{' '}
        {shown.channel !== null && `on ${shown.channel} `}
        {shown.test && <span class="soft">test event</span>}
      </p>
      <p>
        <code>{shown.id}</code> <Copy text={shown.id} label="Copy the ID" />
      </p>
      <p>
        Recorded <When at={shown.recorded_at} />
      </p>
    </>
  );
}

/** The deliveries, each with a link. */
function Received({
  shown,
  endpoints,
}: {
  readonly shown: Shown;
  readonly endpoints: readonly Endpoint[] | undefined;
}) {
  const hidden = shown.matched_endpoints - shown.deliveries.length;
  return (
    <section>
      <h2>Deliveries</h2>
      {shown.matched_endpoints === 0 && <p>No endpoint matched when the event was recorded.</p>}
      <ul class="rows" aria-label="Deliveries">
        {shown.deliveries.map((delivery) => (
          <li key={delivery.id}>
            <a href={`/console/deliveries/${delivery.endpoint_id}/${delivery.id}`}>
              <bdi>{nameOf(endpoints, delivery.endpoint_id)}</bdi>
            </a>
            <Progress delivery={delivery} />
            <Resends
              of={delivery}
              resends={shown.resends.filter(({ resend_of: original }) => original === delivery.id)}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p class="soft">
          {hidden} more {hidden === 1 ? 'delivery is' : 'deliveries are'} to endpoints that this key cannot
          see.
        </p>
      )}
    </section>
  );
}

/** The state of a delivery, its attempts, and the next one. */
function Progress({ delivery }: { readonly delivery: Delivery }) {
  return (
    <>
      <State name={delivery.state} />
      <span>
        {delivery.attempts.length} {delivery.attempts.length === 1 ? 'attempt' : 'attempts'}
      </span>
      {delivery.next_attempt_at !== null && (
        <span>
          Next attempt: <When at={delivery.next_attempt_at} />
        </span>
      )}
    </>
  );
}

/** The newest resends of a delivery, each with a link. The API omits older ones. */
function Resends({ of, resends }: { readonly of: Delivery; readonly resends: readonly Delivery[] }) {
  const older = of.resend_count - resends.length;
  if (of.resend_count === 0) return null;
  return (
    <ul class="resends" aria-label="Resends">
      {resends.map((resend) => (
        <li key={resend.id}>
          <a href={`/console/deliveries/${resend.endpoint_id}/${resend.id}`}>
            Resend of <When at={resend.created_at} />
          </a>{' '}
          <Progress delivery={resend} />
        </li>
      ))}
      {older > 0 && (
        <li class="soft">
          {older} older {older === 1 ? 'resend' : 'resends'}
        </li>
      )}
    </ul>
  );
}

function nameOf(endpoints: readonly Endpoint[] = [], id: string): string {
  return endpoints.find((each) => each.id === id)?.name ?? `Endpoint ${id}`;
}

/** The endpoints whose filter excluded the event when it was recorded, each with its current filters. */
function FilteredOut({
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
function NotReceived({
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

function Payload({ shown }: { readonly shown: Shown }) {
  return (
    <section>
      <h2>Payload</h2>
      {shown.payload === null ? (
        <p>The payload has expired or was erased.</p>
      ) : (
        <>
          <Text title="The body of each request" text={JSON.stringify(shown.payload, null, 2)} />
          <p>
            <Copy text={JSON.stringify(shown.payload)} label="Copy the body" />{' '}
            <span class="soft">
              Expires <When at={shown.payload_expires_at} />
            </span>
          </p>
        </>
      )}
    </section>
  );
}

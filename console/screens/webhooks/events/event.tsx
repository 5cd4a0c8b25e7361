import type { components } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Text } from '#console/parts/code/text.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { Failure, ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { When } from '#console/parts/when.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { ENDPOINTS_KEY, readEndpoints } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { useParams } from '#console/session/params.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import { Deliveries } from './deliveries.tsx';
import { FilteredOut, NotReceived } from './other-endpoints.tsx';

type Shown = components['schemas']['EventWithDeliveries'];

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
  const shown = data?.data;
  return (
    <>
      {shown ? <Head shown={shown} /> : <h1>Event</h1>}
      <ReadState data={data} error={error} of="table" />
      {shown && (
        <div class="event-columns">
          <div>
            <Deliveries shown={shown} endpoints={endpoints.data} />
            <FilteredOut shown={shown} endpoints={endpoints.data} />
            <Failure error={endpoints.error} />
            {endpoints.data && <NotReceived shown={shown} endpoints={endpoints.data} />}
          </div>
          <Payload shown={shown} />
        </div>
      )}
      <ApiCalls calls={[{ path: `/api/v1/events/${encodeURIComponent(event)}` }, { path: ENDPOINTS }]} />
    </>
  );
}

function isOpen({ finished_at }: Shown['deliveries'][number]): boolean {
  return finished_at === null;
}

function Head({ shown }: { readonly shown: Shown }) {
  return (
    <PageHead
      title={
        <>
          <span class="spoken">Event </span>
          <code>{shown.event}</code>
        </>
      }
      state={shown.test && <span class="badge plain">test event</span>}
      facts={
        <p class="facts">
          {shown.channel !== null && <span>on {platformName(shown.channel)}</span>}
          <span>
            Recorded <When at={shown.recorded_at} />
          </span>
          <span>
            <code>{shown.id}</code> <Copy text={shown.id} label="Copy the ID" />
          </span>
          <a href={`/console/catalogue/${shown.event}`}>What the catalogue says about the event</a>
        </p>
      }
    />
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
          <Text
            title="The body of each request"
            text={JSON.stringify(shown.payload, null, 2)}
            copy={{ label: 'Copy the body', text: JSON.stringify(shown.payload) }}
          />
          <p class="soft">
            Expires <When at={shown.payload_expires_at} />
          </p>
        </>
      )}
    </section>
  );
}

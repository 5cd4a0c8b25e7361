import { useLocation } from 'preact-iso';
import type { components } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { curlOf } from '#console/parts/code/curl.ts';
import { Text } from '#console/parts/code/text.tsx';
import { Command } from '#console/parts/command.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { State } from '#console/parts/state.tsx';
import { Timeline } from '#console/parts/timeline.tsx';
import { TimesShown, When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { useParams } from '#console/session/params.ts';
import { bodyOf, dataOf } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { useQuery } from '#console/session/use-query.ts';
import { AttemptAxis } from './attempt-axis.tsx';
import { endpointPath, useEndpoint } from './endpoint-reads.ts';
import { VerifyBox } from './verify-box.tsx';

type Shown = components['schemas']['DeliveryWithPayload'];

const IN_FLIGHT_MS = 2000;

/** One delivery: why it is in its state, what happens next, every attempt, the request and the response. */
export function DeliveryScreen() {
  const { endpoint = '', delivery = '' } = useParams();
  const { api } = useSigned().session;
  const path = { endpoint, delivery };
  const { data, error } = useQuery(
    ['delivery', endpoint, delivery],
    () =>
      bodyOf(api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', { params: { path } })),
    (known) => (known?.data.finished_at === null ? IN_FLIGHT_MS : false),
  );
  const found = useEndpoint(endpoint).data?.endpoint;
  const place = `${endpointPath(endpoint)}/deliveries/${encodeURIComponent(delivery)}`;
  return (
    <>
      <BackLink href={`/console/endpoints/${endpoint}`} to={found?.name ?? 'Endpoint'} />
      <h1>Delivery</h1>
      <ReadState data={data} error={error} />
      {data && <Details shown={data.data} url={found?.url} />}
      <ApiCalls calls={[{ path: place }, { method: 'POST', path: `${place}/resend` }]} />
    </>
  );
}

function Details({ shown, url }: { readonly shown: Shown; readonly url: string | undefined }) {
  return (
    <>
      <p class="actions">
        <code>{shown.event}</code> <State name={shown.state} />{' '}
        {shown.test && <span class="soft">test event</span>}
      </p>
      <p>
        <code>{shown.id}</code> <Copy text={shown.id} label="Copy the ID" />{' '}
        <a href={`/console/events/${shown.event_id}`}>The event and its other deliveries</a>
      </p>
      <p>
        <strong>{shown.explanation.why}</strong> <TimesShown text={shown.explanation.next} />
      </p>
      <Resend shown={shown} />
      <h2>Attempts</h2>
      <AttemptAxis attempts={shown.attempts} next={shown.next_attempt_at} />
      <Attempts attempts={shown.attempts} />
      {shown.next_attempt_at !== null && (
        <p>
          Next attempt: <When at={shown.next_attempt_at} />
        </p>
      )}
      <SentRequest shown={shown} url={url} />
      <VerifyBox payload={shown.payload} />
    </>
  );
}

/** Sends the event again as a new delivery, which is then shown. */
function Resend({ shown }: { readonly shown: Shown }) {
  const { api } = useSigned().session;
  const { route } = useLocation();
  const path = { endpoint: shown.endpoint_id, delivery: shown.id };
  if (shown.payload === null) return null;

  async function resend(headers: Once): Promise<void> {
    const data = await dataOf(
      api.POST('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}/resend', {
        params: { path },
        headers,
      }),
    );
    route(`/console/deliveries/${shown.endpoint_id}/${data.id}`);
  }

  return (
    <p data-shortcut="r">
      <Command label="Resend" send={resend} />{' '}
      {shown.resend_of !== null && (
        <>
          This is a resend of{' '}
          <a href={`/console/deliveries/${shown.endpoint_id}/${shown.resend_of}`}>another delivery</a>.
        </>
      )}
      {shown.resend_count > 0 && `Resent ${shown.resend_count} times.`}
    </p>
  );
}

function Attempts({ attempts }: { readonly attempts: Shown['attempts'] }) {
  if (attempts.length === 0) return <p>There was no attempt yet.</p>;
  return (
    <Timeline
      points={attempts.map((attempt) => ({
        key: attempt.number,
        kind: attempt.outcome === 'success' ? 'good' : 'bad',
        content: <AttemptLine attempt={attempt} />,
      }))}
    />
  );
}

function AttemptLine({ attempt }: { readonly attempt: Shown['attempts'][number] }) {
  return (
    <>
      <p>
        <State name={attempt.outcome === 'success' ? 'succeeded' : 'failed'} />{' '}
        {attempt.status_code === null ? attempt.outcome : `Status ${attempt.status_code}`},{' '}
        {attempt.duration_ms} ms, <When at={attempt.started_at} />
      </p>
      {attempt.error !== null && (
        <p>
          <bdi>{attempt.error}</bdi>
        </p>
      )}
      {typeof attempt.response_text === 'string' && <Text title="Response" text={attempt.response_text} />}
    </>
  );
}

/** The request as the receiver gets it. The API does not return signatures, so the command has none. */
function SentRequest({ shown, url = '' }: { readonly shown: Shown; readonly url: string | undefined }) {
  const headers = {
    'content-type': 'application/json',
    'x-webhook-event': shown.event,
    'x-webhook-delivery': shown.id,
    'webhook-id': shown.event_id,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const signature = ['x-webhook-signature: (not shown)', 'webhook-signature: (not shown)'];
  if (shown.payload === null)
    return <p>The payload has expired or was erased, so the request cannot be shown.</p>;
  const body = JSON.stringify(shown.payload);
  return (
    <section>
      <h2>Request</h2>
      <Text title="Headers" text={[`POST ${url}`, ...lines, ...signature].join('\n')} />
      <Text title="Body" text={JSON.stringify(shown.payload, null, 2)} />
      <p>
        <Copy text={curlOf({ method: 'POST', url, headers, body })} label="Copy as curl" />{' '}
        <Copy text={body} label="Copy the body" />
      </p>
    </section>
  );
}

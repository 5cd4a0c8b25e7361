import { RotateCw } from 'lucide';
import { useLocation } from 'preact-iso';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Command } from '#console/parts/command.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { Failure, ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { State } from '#console/parts/state.tsx';
import { TimesShown } from '#console/parts/when.tsx';
import { type Endpoint, endpointPath, useEndpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { useParams } from '#console/session/params.ts';
import { dataOf } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { Attempts } from './attempts.tsx';
import { type ShownDelivery, useDelivery } from './delivery-reads.ts';
import { CopyAsCurl, SentRequest } from './request.tsx';
import { Response } from './response.tsx';
import { VerifyBox } from './verify-box.tsx';

/** The states whose notice says more than what happens next. */
const TONES: Readonly<Partial<Record<ShownDelivery['state'], 'good' | 'bad' | 'warn'>>> = {
  succeeded: 'good',
  failed: 'bad',
  retrying: 'warn',
  held: 'warn',
};

/** One delivery: when the next attempt is and why, every attempt, and the request and the response of one of them. */
export function DeliveryScreen() {
  const { endpoint = '', delivery = '' } = useParams();
  const { data, error } = useDelivery(endpoint, delivery);
  const found = useEndpoint(endpoint).data?.endpoint;
  const place = `${endpointPath(endpoint)}/deliveries/${encodeURIComponent(delivery)}`;
  const calls = <ApiCalls calls={[{ path: place }, { method: 'POST', path: `${place}/resend` }]} />;
  if (data)
    return (
      <>
        <Head shown={data.data} endpoint={found} />
        <Failure error={error} />
        <WhatIsNext shown={data.data} />
        <Panes shown={data.data} url={found?.url} />
        {calls}
      </>
    );
  return (
    <>
      <h1>Delivery</h1>
      <ReadState data={data} error={error} />
      {calls}
    </>
  );
}

function Head({
  shown,
  endpoint,
}: {
  readonly shown: ShownDelivery;
  readonly endpoint: Endpoint | undefined;
}) {
  return (
    <PageHead
      title={
        <>
          <span class="spoken">Delivery of </span>
          <code>{shown.event}</code>
        </>
      }
      state={
        <>
          <State name={shown.state} />
          {shown.test && <span class="badge plain">test event</span>}
        </>
      }
      facts={
        <p class="facts">
          <span>
            to{' '}
            <a href={`/console/endpoints/${shown.endpoint_id}`}>
              <bdi>{endpoint?.name ?? 'Endpoint'}</bdi>
            </a>
          </span>
          <span>
            <code>{shown.id}</code> <Copy text={shown.id} label="Copy the ID" />
          </span>
          <a href={`/console/events/${shown.event_id}`}>The event and its other deliveries</a>
          {shown.resend_of !== null && (
            <span>
              This is a resend of{' '}
              <a href={`/console/deliveries/${shown.endpoint_id}/${shown.resend_of}`}>another delivery</a>.
            </span>
          )}
          {shown.resend_count > 0 && <span>Resent {shown.resend_count} times.</span>}
        </p>
      }
    >
      <div class="actions">
        <CopyAsCurl shown={shown} url={endpoint?.url} />
        <Resend shown={shown} />
      </div>
    </PageHead>
  );
}

/** What happens next and why. Without a planned attempt, the reason is the news. */
function WhatIsNext({
  shown: { state, next_attempt_at: next, explanation },
}: {
  readonly shown: ShownDelivery;
}) {
  const [first, second] =
    next === null ? [explanation.why, explanation.next] : [explanation.next, explanation.why];
  return (
    <Notice tone={TONES[state] ?? 'neutral'}>
      <strong>
        <TimesShown text={first} />
      </strong>{' '}
      <TimesShown text={second} />
    </Notice>
  );
}

/** The attempts, and the request and the response of the attempt that the URL names; otherwise of the last one. */
function Panes({ shown, url }: { readonly shown: ShownDelivery; readonly url: string | undefined }) {
  const { query } = useLocation();
  const { attempts } = shown;
  const chosen = attempts.find(({ number }) => String(number) === query['attempt']) ?? attempts.at(-1);
  return (
    <div class="panes">
      <Attempts shown={shown} chosen={chosen} />
      <SentRequest shown={shown} url={url} chosen={chosen} />
      <section class="pane">
        {chosen && <Response chosen={chosen} attempts={attempts} />}
        <VerifyBox payload={shown.payload} />
      </section>
    </div>
  );
}

/** Sends the event again as a new delivery, which is then shown. */
function Resend({ shown }: { readonly shown: ShownDelivery }) {
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
    <div class="actions" data-shortcut="r">
      <Command label="Resend" icon={RotateCw} shortcut="R" send={resend} />
    </div>
  );
}

import { ApiCalls } from '#console/parts/api-call.tsx';
import { Cards } from '#console/parts/lists/cards.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { useNow, When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, dataOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { NoAccess } from './no-access.tsx';
import { EndpointHead } from './webhooks/endpoint-head.tsx';
import {
  type Delivery,
  type Endpoint,
  ENDPOINTS_KEY,
  isFailing,
  mayManageEndpoints,
  readEndpoints,
} from './webhooks/endpoint-reads.ts';
import { EndpointControls } from './webhooks/endpoint/endpoint-controls.tsx';
import { NoEndpoint } from './webhooks/no-endpoint.tsx';

const LIST = '/api/v1/workspace-webhooks';
/** The latest deliveries of a failing endpoint that Home reads. */
const LATEST = 50;
/** How often Home is read again while the browser shows it: more often while an endpoint is failing. */
const CHANGING_MS = 10_000;
const CALM_MS = 30_000;
/** Home reminds of the end of a rotation when its notification is due. */
const ROTATION_NOTICE_MS = 4 * HOUR_MS;
/** How often Home checks whether a rotation is about to end. */
const CHECK_MS = MINUTE_MS;

/** What is broken now, each with its last failure and its next step. */
export function Home() {
  const { session } = useSigned();
  return (
    <>
      <h1>What needs attention</h1>
      {mayManageEndpoints(session) ? <Problems /> : <NoAccess />}
    </>
  );
}

function Problems() {
  const { session } = useSigned();
  const now = useNow(CHECK_MS);
  const { data, error } = useQuery(
    ENDPOINTS_KEY,
    () => readEndpoints(session),
    (known) => (known?.some(isFailing) ? CHANGING_MS : CALM_MS),
  );
  const broken = data
    ?.filter((endpoint) => urgency(endpoint, now) > 0)
    .toSorted((left, right) => urgency(right, now) - urgency(left, now));
  return (
    <>
      <ReadState data={data} error={error} />
      {data?.length === 0 && (
        <p>
          <NoEndpoint /> <a href="/console/endpoints/new">Create one</a>, or read{' '}
          <a href="/docs/webhooks" target="_blank" rel="noreferrer">
            the webhook guide
          </a>
          .
        </p>
      )}
      {data && data.length > 0 && broken?.length === 0 && (
        <p>
          Nothing is broken: {data.length === 1 ? 'the endpoint is' : `all ${data.length} endpoints are`}{' '}
          enabled, and the last attempts succeeded.
        </p>
      )}
      <Cards
        items={broken}
        card={(endpoint) => (
          <Problem endpoint={endpoint} isRotationEnding={isRotationEnding(endpoint, now)} />
        )}
      />
      <ApiCalls calls={[{ path: LIST }]} />
    </>
  );
}

function Problem({
  endpoint,
  isRotationEnding: isEnding,
}: {
  readonly endpoint: Endpoint;
  readonly isRotationEnding: boolean;
}) {
  const name = isFailing(endpoint) ? 'failing' : endpoint.state;
  return (
    <article>
      <EndpointHead endpoint={endpoint} state={name} />
      {name !== 'enabled' && <p>{whatIsWrong(endpoint)}</p>}
      {isEnding && (
        <p>
          The previous signing secret expires{' '}
          <When at={endpoint.secret_rotation.previous_secret_expires_at} />. Make sure that the receiver has
          the new one. <a href={`/console/endpoints/${endpoint.id}/secret`}>See the signing secret</a>
        </p>
      )}
      {endpoint.stats.consecutive_failures > 0 && <LastFailure endpoint={endpoint} />}
      <EndpointControls endpoint={endpoint} deletes={false} />
    </article>
  );
}

/**
 * Suspended endpoints first, because only a person can make them deliver again; then failing endpoints, rotations that end soon, and paused
 * endpoints; 0 if nothing is wrong.
 */
function urgency(endpoint: Endpoint, now: number): number {
  if (endpoint.state === 'suspended') return 4;
  if (isFailing(endpoint)) return 3;
  if (isRotationEnding(endpoint, now)) return 2;
  return endpoint.state === 'paused' ? 1 : 0;
}

function isRotationEnding(
  { secret_rotation: { previous_secret_expires_at: endsAt } }: Endpoint,
  now: number,
): boolean {
  return endsAt !== null && Date.parse(endsAt) - now <= ROTATION_NOTICE_MS && Date.parse(endsAt) > now;
}

function whatIsWrong({ state, stats, responsible_member }: Endpoint): string {
  const count = stats.consecutive_failures;
  const attempts = count === 1 ? '1 attempt' : `${count} attempts`;
  if (state === 'suspended')
    return `${responsible_member.name} is no longer an admin with access to the products of this endpoint. Deliveries are held. Another admin must take over the endpoint, which cancels the held deliveries, and can then recover them.`;
  if (state === 'paused')
    return 'The endpoint is paused. It never receives events that occur while it is paused.';
  return stats.last_success_at === null
    ? `No attempt succeeded, ${attempts} failed.`
    : `${attempts} failed since the last success.`;
}

/** The newest delivery with a failed attempt, and how many deliveries are retried. */
function LastFailure({ endpoint }: { readonly endpoint: Endpoint }) {
  const { api } = useSigned().session;
  const { data } = useQuery(
    ['last-failure', endpoint.id],
    () =>
      bodyOf(
        api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', {
          params: { path: { endpoint: endpoint.id }, query: { limit: LATEST } },
        }),
      ),
    (known) => (known?.data.some(isRetried) ? CHANGING_MS : CALM_MS),
  );
  const failed = data?.data.find(
    ({ attempts }) => attempts.length > 0 && attempts.at(-1)?.outcome !== 'success',
  );
  const retried = data?.data.filter(isRetried) ?? [];
  const nextAt = retried.flatMap(({ next_attempt_at: at }) => at ?? []).toSorted()[0];
  const attempt = failed?.attempts.at(-1);
  if (data && !failed) return <OlderFailure endpoint={endpoint.id} />;
  if (!failed || !attempt) return null;
  return (
    <>
      <p>
        {retryText(retried.length, data?.has_more === true)}
        {nextAt !== undefined && (
          <>
            {' '}
            Next attempt: <When at={nextAt} />.
          </>
        )}
      </p>
      <p>
        <bdi>{attempt.error ?? attempt.outcome}</bdi> <When at={attempt.started_at} />.{' '}
        <a href={`/console/deliveries/${endpoint.id}/${failed.id}`}>See the failed delivery</a>
      </p>
    </>
  );
}

function isRetried({ state }: Delivery): boolean {
  return state === 'retrying';
}

function retryText(count: number, hasMore: boolean): string {
  if (count === 0)
    return hasMore ? `None of the latest ${LATEST} deliveries is retried.` : 'No delivery is retried.';
  const atLeast = hasMore ? 'At least ' : '';
  return count === 1
    ? `${atLeast}1 delivery waits for a retry.`
    : `${atLeast}${count} deliveries wait for a retry.`;
}

/** The delivery with a failed attempt if it is not one of the latest: the newest that is retried, or else that failed. */
function OlderFailure({ endpoint }: { readonly endpoint: string }) {
  const { api } = useSigned().session;
  const { data } = useQuery(['older-failure', endpoint], async () => {
    for (const state of ['retrying', 'failed'] as const) {
      const params = { path: { endpoint }, query: { state, limit: 1 } };
      const [found] = await dataOf(api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', { params }));
      if (found) return { id: found.id };
    }
    return { id: undefined };
  });
  if (!data) return null;
  const list = `/console/endpoints/${endpoint}`;
  return (
    <p>
      {data.id === undefined ? (
        <a href={`${list}?state=failed`}>See the failed deliveries</a>
      ) : (
        <a href={`/console/deliveries/${endpoint}/${data.id}`}>See the failed delivery</a>
      )}
    </p>
  );
}

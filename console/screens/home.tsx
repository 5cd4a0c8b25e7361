import { ApiCalls } from '#console/parts/api-call.tsx';
import { Failure, Loading, State } from '#console/parts/notices.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import { EndpointCommand } from './endpoint-command.tsx';
import { type Endpoint, endpointPath, mayManageEndpoints, readEndpoints } from './endpoint-reads.ts';
import { NoAccess } from './no-access.tsx';

const LIST = '/api/v1/workspace-webhooks';
const REFRESH_MS = 5000;

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
  const { data, error } = useQuery(
    ['endpoints'],
    () => readEndpoints(session),
    () => REFRESH_MS,
  );
  const broken = data
    ?.filter((endpoint) => urgency(endpoint) > 0)
    .toSorted((left, right) => urgency(right) - urgency(left));
  return (
    <>
      <Failure error={error} />
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <p>
          This workspace has no webhook endpoint yet. <code>POST {LIST}</code> creates one: see{' '}
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
      <ul class="cards">
        {broken?.map((endpoint) => (
          <li key={endpoint.id}>
            <Problem endpoint={endpoint} />
          </li>
        ))}
      </ul>
      <ApiCalls calls={[{ path: LIST }]} />
    </>
  );
}

function Problem({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <article>
      <h2>
        <a href={`/console/endpoints/${endpoint.id}`}>
          <bdi>{endpoint.name}</bdi>
        </a>{' '}
        <State name={endpoint.state === 'enabled' ? 'failing' : endpoint.state} />
      </h2>
      <p class="url">
        <bdi>{endpoint.url}</bdi>
      </p>
      <p>{whatIsWrong(endpoint)}</p>
      {endpoint.stats.consecutive_failures > 0 && <LastFailure endpoint={endpoint} />}
      <EndpointCommand endpoint={endpoint} />
    </article>
  );
}

/** Suspended endpoints first, because only a person can bring them back; then failing and paused ones; 0 if nothing is wrong. */
function urgency({ state, stats }: Endpoint): number {
  if (state === 'suspended') return 3;
  if (state === 'paused') return 1;
  return stats.consecutive_failures > 0 ? 2 : 0;
}

function whatIsWrong({ state, stats, responsible_member }: Endpoint): string {
  if (state === 'suspended')
    return `${responsible_member.name} is no longer an admin with the products of this endpoint. Deliveries are held until an admin takes the endpoint over.`;
  if (state === 'paused') return 'The endpoint is paused. Events that occur now are not recorded for it.';
  const count = stats.consecutive_failures;
  return count === 1 ? 'The last attempt failed.' : `The last ${count} attempts failed.`;
}

/** The newest delivery with a failed attempt. */
function LastFailure({ endpoint }: { readonly endpoint: Endpoint }) {
  const { api } = useSigned().session;
  const { data } = useQuery(
    ['last-failure', endpoint.id],
    () =>
      bodyOf(
        api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', {
          params: { path: { endpoint: endpoint.id }, query: { limit: 10 } },
        }),
      ),
    () => REFRESH_MS,
  );
  const failed = data?.data.find(
    ({ attempts }) => attempts.length > 0 && attempts.at(-1)?.outcome !== 'success',
  );
  const attempt = failed?.attempts.at(-1);
  if (!failed || !attempt)
    return <p class="soft">See {endpointPath(endpoint.id)}/deliveries for the attempts.</p>;
  return (
    <p>
      <bdi>{attempt.error ?? attempt.outcome}</bdi> <When at={attempt.started_at} />.{' '}
      {failed.next_attempt_at !== null && (
        <>
          Next attempt: <When at={failed.next_attempt_at} />.{' '}
        </>
      )}
      <a href={`/console/deliveries/${endpoint.id}/${failed.id}`}>See the failed delivery</a>
    </p>
  );
}

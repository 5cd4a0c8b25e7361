import { ApiCalls } from '#console/parts/api-call.tsx';
import { Failure, Loading, State } from '#console/parts/notices.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { useQuery } from '#console/session/use-query.ts';
import { EndpointCommand } from './endpoint-command.tsx';
import { mayManageEndpoints, readEndpoints } from './endpoint-reads.ts';
import { NoAccess } from './no-access.tsx';

/** All endpoints with their state. */
export function Endpoints() {
  const { session } = useSigned();
  return (
    <>
      <h1>Endpoints</h1>
      {mayManageEndpoints(session) ? <List /> : <NoAccess />}
    </>
  );
}

function List() {
  const { session } = useSigned();
  const { data, error } = useQuery(['endpoints'], () => readEndpoints(session));
  return (
    <>
      <Failure error={error} />
      {!data && !error && <Loading />}
      {data?.length === 0 && <p>This workspace has no webhook endpoint yet.</p>}
      <ul class="cards">
        {data?.map((endpoint) => (
          <li key={endpoint.id}>
            <article>
              <h2>
                <a href={`/console/endpoints/${endpoint.id}`}>
                  <bdi>{endpoint.name}</bdi>
                </a>{' '}
                <State name={endpoint.state} />
              </h2>
              <p class="url">
                <bdi>{endpoint.url}</bdi>
              </p>
              <dl>
                <dt>Last success</dt>
                <dd>
                  <When at={endpoint.stats.last_success_at} />
                </dd>
                <dt>Last failure</dt>
                <dd>
                  <When at={endpoint.stats.last_failure_at} />
                </dd>
                <dt>Responsible admin</dt>
                <dd>
                  <bdi>{endpoint.responsible_member.name}</bdi>
                </dd>
              </dl>
              <EndpointCommand endpoint={endpoint} />
            </article>
          </li>
        ))}
      </ul>
      <ApiCalls calls={[{ path: '/api/v1/workspace-webhooks' }]} />
    </>
  );
}

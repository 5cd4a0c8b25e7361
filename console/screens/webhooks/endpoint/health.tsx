import { When } from '#console/parts/when.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';

/** How the latest attempts went, and who is responsible. */
export function Health({ endpoint }: { readonly endpoint: Endpoint }) {
  const { last_success_at, last_failure_at, consecutive_failures } = endpoint.stats;
  return (
    <dl>
      <dt>Last success</dt>
      <dd>
        <When at={last_success_at} />
      </dd>
      <dt>Last failure</dt>
      <dd>
        <When at={last_failure_at} />
      </dd>
      {consecutive_failures > 0 && (
        <>
          <dt>Failed attempts since the last success</dt>
          <dd>{consecutive_failures}</dd>
        </>
      )}
      <dt>Responsible admin</dt>
      <dd>
        <bdi>{endpoint.responsible_member.name}</bdi>
        {endpoint.suspended_reason !== null &&
          ' is no longer an admin with access to the products of this endpoint'}
      </dd>
    </dl>
  );
}

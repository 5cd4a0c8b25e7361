import { Fact, TimeFact } from '#console/parts/facts.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';

/** How the latest attempts went, and who is responsible. */
export function Health({ endpoint }: { readonly endpoint: Endpoint }) {
  const { last_success_at, last_failure_at, consecutive_failures } = endpoint.stats;
  return (
    <dl>
      <TimeFact name="Last success" at={last_success_at} />
      <TimeFact name="Last failure" at={last_failure_at} />
      {consecutive_failures > 0 && (
        <Fact name="Failed attempts since the last success">{consecutive_failures}</Fact>
      )}
      <Fact name="Responsible admin">
        <bdi>{endpoint.responsible_member.name}</bdi>
        {endpoint.suspended_reason !== null &&
          ' is no longer an admin with access to the products of this endpoint'}
      </Fact>
    </dl>
  );
}

import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { endpointStats, STATS_DELIVERIES } from '#shared/webhooks/domain/endpoint-stats.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import { requireRotatable } from '#shared/webhooks/domain/signing-secrets.ts';
import { endpointRevision, endpointTag, endpointView } from '#shared/webhooks/http/endpoint-view.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { SecretRotations } from '#shared/webhooks/ports/secret-rotations.ts';
import { sealNewKey } from '#shared/webhooks/sending/seal-new-key.ts';
import { sealNewSecret, type SecretDependencies } from '#shared/webhooks/sending/seal-new-secret.ts';
import type { operation } from './operation.ts';

type Dependencies = SecretDependencies & {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly rotations: SecretRotations;
  readonly deliveries: Pick<DeliveryReader, 'list'>;
};

/** Gives an endpoint a new signing secret, which only this response contains, and a new key pair if it has one. Pending deliveries stay pending. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Endpoint> {
  const { endpoints, rotations, deliveries } = deps;

  return {
    load: (request) => loadEndpoint(endpoints, request),
    revisionOf: endpointRevision,

    async handle({ resource: before, body, now, hosts, command }) {
      // Checked before anything is encrypted, so that a rejected rotation has no effect.
      requireRotatable(before.secrets, body.immediate, now);
      const context = { purpose: 'signing', workspace: before.workspaceId, subject: before.id } as const;
      const { secret, ...sealed } = await sealNewSecret(deps, context);
      const key = before.signingKeys ? await sealNewKey(deps, before) : undefined;
      const after = rotateSecret(before, { ...sealed, key }, body.immediate, now);

      const latest = await deliveries.list(before, { order: 'desc', limit: STATS_DELIVERIES });
      const data = endpointView(after, endpointStats(latest), now, hosts.apiOrigin);
      const response = { status: 200, headers: endpointTag(after), body: { data, secret } };
      await rotations.saveSecrets(before, after, await command(response));
      return response;
    },
  };
}

import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { endpointStats, STATS_DELIVERIES } from '#shared/webhooks/domain/endpoint-stats.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import { endpointRevision, endpointTag, endpointView } from '#shared/webhooks/http/endpoint-view.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { SecretRotations } from '#shared/webhooks/ports/secret-rotations.ts';
import { generateSigningSecret, secretHint } from '#shared/webhooks/sending/signing-secret.ts';
import { loadEndpoint } from '#shared/webhooks/use-cases/load-endpoint.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly rotations: SecretRotations;
  readonly deliveries: Pick<DeliveryReader, 'list'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly randomBytes: (size: number) => Buffer;
};

/** Gives an endpoint a new signing secret, which only this response contains. Pending deliveries stay pending. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Endpoint> {
  const { endpoints, rotations, deliveries, secrets } = deps;

  return {
    load: (request) => loadEndpoint(endpoints, request),
    revisionOf: endpointRevision,

    async handle({ resource: before, body, now, command }) {
      const secret = generateSigningSecret(deps.randomBytes);
      // Checked before anything is encrypted, so that a rejected rotation has no effect.
      const planned = rotateSecret(before, { sealed: '', hint: secretHint(secret) }, body.immediate, now);
      const context = { purpose: 'signing', workspace: before.workspaceId, subject: before.id } as const;
      const current = await secrets.seal(secret, context);
      const after = { ...planned, secrets: { ...planned.secrets, current } };

      const latest = await deliveries.list(before, { order: 'desc', limit: STATS_DELIVERIES });
      const data = endpointView(after, endpointStats(latest), now);
      const response = { status: 200, headers: endpointTag(after), body: { data, secret } };
      await rotations.saveSecrets(before, after, await command(response));
      return response;
    },
  };
}

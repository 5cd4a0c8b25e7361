import { randomBytes } from 'node:crypto';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { sealedResponses } from '#shared/platform/entry/sealed-responses.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createDynamoDeliveryReader } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointReader } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoSecretRotations } from '#shared/webhooks/store/dynamo-secret-rotations.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller, sealedResponses],
  ({ core, deliveries, signingKey, clock }) =>
    createHandler({
      endpoints: createDynamoEndpointReader(core),
      rotations: createDynamoSecretRotations(core, deliveries),
      deliveries: createDynamoDeliveryReader(deliveries),
      secrets: createSecrets(signingKey, clock),
      randomBytes,
    }),
);

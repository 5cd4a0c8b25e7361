import { createDynamoIdempotencyStore } from '#shared/platform/store/dynamo-idempotency-store.ts';
import type { SealedResponses } from './http-entry.ts';
import { createSecrets } from './secrets.ts';

/** The second part of a POST whose response contains a secret: the secret is encrypted in the stored response. */
export const sealedResponses: SealedResponses = ({ core, replayKey, clock }) => ({
  idempotency: { store: createDynamoIdempotencyStore(core), secrets: createSecrets(replayKey, clock) },
});

import { createHash } from 'node:crypto';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { entityTag, noneMatchHits } from '#shared/platform/http/precondition.ts';
import type { SigningKeys } from '#shared/webhooks/domain/signing-keys.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { jwkSetView } from '#shared/webhooks/http/public-keys.ts';
import type { SigningKeyReader } from '#shared/webhooks/ports/signing-key-reader.ts';
import type { operation } from './operation.ts';

/** How long receivers may cache the keys. During an overlap the old key still signs, so a rotation needs no shorter time. */
const FRESH_SECONDS = 300;

/** Returns the public keys of an endpoint to everybody who knows its id, and nothing else of the endpoint. */
export function createHandler({
  signingKeys,
}: {
  readonly signingKeys: SigningKeyReader;
}): OperationHandler<typeof operation, SigningKeys> {
  return {
    async load({ params }) {
      const keys = await signingKeys.findKeys(params.endpoint);
      if (!keys) throw notFound(webhooksErrors.endpoint_not_found);
      return keys;
    },

    async handle({ resource: keys, event, now }) {
      const body = jwkSetView(keys, now);
      const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
      const headers = {
        'Cache-Control': `public, max-age=${FRESH_SECONDS}`,
        ETag: entityTag(digest.slice(0, 27)),
        // The gateway allows an origin only in the response to a request that has one.
        Vary: 'Origin',
      };
      if (noneMatchHits(event.headers['if-none-match'], headers.ETag)) return { status: 304, headers };
      return { status: 200, headers: { ...headers, 'Content-Type': 'application/jwk-set+json' }, body };
    },
  };
}

import * as v from 'valibot';
import { timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { keysAt, type SigningKey, type SigningKeys } from '#shared/webhooks/domain/signing-keys.ts';

/** Prefix of a public key as Standard Webhooks writes it. */
const PUBLIC_KEY_PREFIX = 'whpk_';

const keyId = withDescription(v.string(), 'ID of the key, the `kid` in the JWK Set');
const publicKey = withDescription(
  v.string(),
  'The public key: `whpk_` and the base64 of its 32 bytes, as in Standard Webhooks',
);

/** The fields of an endpoint that concern asymmetric signatures (docs/specification/webhooks.md#asymmetric-signatures). */
export const asymmetricFields = {
  asymmetric_signatures: withDescription(
    v.boolean(),
    'Whether `webhook-signature` also contains Ed25519 signatures (`v1a`), which receivers verify with a public key',
  ),
  public_keys: withDescription(
    v.array(
      withTitle(
        'PublicKey',
        v.object({
          id: keyId,
          public_key: publicKey,
          expires_at: withDescription(
            v.nullable(timestamp),
            'When the platform stops signing deliveries with this key; null for the current key',
          ),
        }),
      ),
    ),
    'The keys that verify asymmetric signatures now, newest first; empty without asymmetric signatures',
  ),
  jwks_url: withDescription(
    v.nullable(v.string()),
    'The public URL of the same keys as a JWK Set; null without asymmetric signatures',
  ),
};

/** The values of these fields at a given time. */
export function asymmetricView(
  { id, signingKeys }: Pick<Endpoint, 'id' | 'signingKeys'>,
  now: Date,
  apiOrigin: string,
) {
  return {
    asymmetric_signatures: signingKeys !== null,
    public_keys: keysAt(signingKeys, now).map((key) => ({
      id: key.id,
      public_key: publicKeyText(key),
      expires_at: key.expiresAt?.toISOString() ?? null,
    })),
    jwks_url: signingKeys && `${apiOrigin}/.well-known/webhooks/${id}/jwks.json`,
  };
}

/** A public key as Standard Webhooks writes it. */
export function publicKeyText({ publicKey: text }: Pick<SigningKey, 'publicKey'>): string {
  // 32 bytes are 43 characters of base64url, or 44 of base64.
  return `${PUBLIC_KEY_PREFIX}${text.replaceAll('-', '+').replaceAll('_', '/')}=`;
}

/** A JWK Set (RFC 7517) of Ed25519 keys (RFC 8037). */
export const jwkSet = withDescription(
  withTitle(
    'JwkSet',
    v.pipe(
      v.object({
        keys: withDescription(
          v.array(
            v.object({
              kty: withDescription(v.literal('OKP'), 'The type of the key (RFC 8037)'),
              crv: withDescription(v.literal('Ed25519'), 'The curve'),
              x: withDescription(v.string(), 'The public key, 32 bytes in base64url'),
              kid: keyId,
              use: withDescription(v.literal('sig'), 'The key verifies signatures'),
              alg: withDescription(v.literal('EdDSA'), 'The algorithm'),
            }),
          ),
          'The keys that verify deliveries now, newest first',
        ),
      }),
      v.metadata({ mediaType: 'application/jwk-set+json' }),
    ),
  ),
  'The public keys of a webhook endpoint as a JWK Set (RFC 7517)',
);

/** The JWK Set of an endpoint at a given time. */
export function jwkSetView(keys: SigningKeys, now: Date): v.InferInput<typeof jwkSet> {
  return {
    keys: keysAt(keys, now).map(({ id, publicKey: x }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      kid: id,
      use: 'sig',
      alg: 'EdDSA',
    })),
  };
}

import { describe, expect, it } from 'vitest';
import {
  isAsymmetricSignatureValid,
  isPublicKey,
  isSignatureValid,
} from '#console/screens/webhooks/delivery/verify-signature.ts';
import { signedFixtures } from '#local/receiver/fixtures/signed-fixtures.ts';

const NAMES = ['new', 'old'] as const;
const CASES = signedFixtures().flatMap((fixture) =>
  NAMES.map((secret) => ({ name: fixture.name, secret, fixture })),
);

describe('isAsymmetricSignatureValid', () => {
  // The console checks no time, because the person looks at an old request.
  it.each(
    CASES.filter(({ fixture, secret }) =>
      /^(?:verified|signature)/u.test(fixture.expected[secret].asymmetric),
    ),
  )(
    'verifies the fixture $name with the $secret public key as stated',
    async ({ fixture: { headers, body, public_keys: keys, expected }, secret }) => {
      const standard = {
        id: headers['webhook-id'] ?? '',
        timestamp: headers['webhook-timestamp'] ?? '',
        signature: headers['webhook-signature'] ?? '',
      };

      expect(await isAsymmetricSignatureValid(` ${keys[secret]}\n`, standard, body)).toBe(
        expected[secret].asymmetric === 'verified',
      );
    },
  );

  it.each(['whpk_', 'whpk_AAAA', 'whpk_not base64', 'whsec_AAAA'])('rejects the key %s', async (key) => {
    const headers = { id: 'a', timestamp: '1', signature: 'v1a,AAAA' };

    expect(await isAsymmetricSignatureValid(key, headers, '')).toBe(false);
  });

  it('rejects entries that are not base64', async () => {
    const key = signedFixtures()[0]?.public_keys.new ?? '';
    const headers = { id: 'a', timestamp: '1', signature: 'v1a,* v1a, v1a' };

    expect(await isAsymmetricSignatureValid(key, headers, '')).toBe(false);
  });
});

describe('isPublicKey', () => {
  it('tells a public key from a secret', () => {
    expect([' whpk_x', 'whsec_x', ''].map(isPublicKey)).toEqual([true, false, false]);
  });
});

describe('isSignatureValid', () => {
  it('accepts the X-Webhook-Signature of a request that also has asymmetric signatures', async () => {
    const found = signedFixtures().find(({ name }) => name === 'asymmetric');
    const header = found?.headers['x-webhook-signature'] ?? '';

    expect(await isSignatureValid(found?.secrets.new ?? '', header, found?.body ?? '')).toBe(true);
  });
});

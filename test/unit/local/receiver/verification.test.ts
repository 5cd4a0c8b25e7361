import { describe, expect, it } from 'vitest';
import { signedFixtures } from '#local/receiver/fixtures/signed-fixtures.ts';
import { verifyDelivery, type Verification } from '#local/receiver/verification.ts';

type Name = 'new' | 'old' | 'key-new' | 'key-old';

/** Verifies a fixture with the secrets of these names. */
function verify(fixture: string, names: readonly Name[], asked?: string): Verification {
  const found = signedFixtures().find(({ name }) => name === fixture);
  if (found === undefined) throw new Error(`no fixture ${fixture}`);
  const { headers, body, now, secrets, public_keys: keys } = found;
  const known = { ...secrets, 'key-new': keys.new, 'key-old': keys.old };
  const delivery = { headers, body: Buffer.from(body), receivedAt: now * 1000 };
  return verifyDelivery(delivery, new Map(names.map((name) => [name, known[name]])), asked);
}

describe('verifyDelivery', () => {
  it('reports both secrets during the overlap of a rotation, and one before and after', () => {
    expect(verify('rotation-overlap', ['old', 'new'])).toEqual({
      verified: true,
      verified_with: ['old', 'new'],
      why_not: null,
      signatures: { stripe: 'verified', standard: 'verified' },
    });
    expect(verify('before-rotation', ['old', 'new']).verified_with).toEqual(['old']);
    expect(verify('valid', ['old', 'new']).verified_with).toEqual(['new']);
  });

  it('reports why a delivery does not verify, for each scheme', () => {
    expect(verify('before-rotation', ['new'])).toMatchObject({
      verified: false,
      why_not: expect.stringMatching(
        /^x-webhook-signature: signed with another secret.*; webhook-signature: /,
      ),
    });
    expect(verify('missing-webhook-id', ['old', 'new'])).toMatchObject({
      verified: false,
      why_not: 'webhook-signature: this header, or one that it requires, is missing.',
      signatures: { stripe: 'verified', standard: 'header_missing' },
    });
  });

  it('verifies with the public keys that it knows, and names them', () => {
    expect(verify('asymmetric-rotation-overlap', ['new', 'key-old', 'key-new'])).toEqual({
      verified: true,
      verified_with: ['new', 'key-old', 'key-new'],
      why_not: null,
      signatures: { stripe: 'verified', standard: 'verified', asymmetric: 'verified' },
    });
    expect(verify('asymmetric-only', ['key-new'])).toMatchObject({
      verified: true,
      signatures: { asymmetric: 'verified' },
    });
    expect(verify('asymmetric-wrong-key', ['key-new'])).toMatchObject({
      verified: false,
      why_not: expect.stringMatching(/^webhook-signature \(v1a\): no entry is signed with this key/u),
    });
    expect(verify('valid', ['key-new'])).toMatchObject({ verified: false });
  });

  it('rejects two schemes that two different secrets verify', () => {
    const [fresh, late] = ['valid', 'before-rotation'].map((name) =>
      signedFixtures().find((fixture) => fixture.name === name),
    );
    if (fresh === undefined || late === undefined) throw new Error('no fixtures');
    const headers = { ...fresh.headers, 'x-webhook-signature': late.headers['x-webhook-signature'] ?? '' };
    const delivery = { headers, body: Buffer.from(fresh.body), receivedAt: fresh.now * 1000 };

    expect(verifyDelivery(delivery, new Map(Object.entries(fresh.secrets)), undefined)).toMatchObject({
      verified: false,
      verified_with: [],
      why_not: 'The two schemes verify only with different secrets.',
    });
  });

  it('reports a missing secret, and which one was requested', () => {
    expect(verify('valid', [])).toMatchObject({
      verified: false,
      why_not: 'No secret is known; add it with PUT /secrets/{name}.',
      signatures: null,
    });
    expect(verify('valid', [], 'newest').why_not).toContain('No secret named newest is known');
  });
});

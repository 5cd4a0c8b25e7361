import { webcrypto } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { createRemoteJWKSet, exportJWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { keyBytes } from '#test/support/fixtures/webhooks/asymmetric-keys.ts';
import { type Captured, startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

type PublicKey = { readonly id: string; readonly public_key: string; readonly expires_at: string | null };

describe('asymmetric signatures', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function nextDelivery(): Promise<Captured> {
    const before = receiver.requests.length;
    await ingestOrderPaid(api, 'asymmetric');
    const request = (await receiver.waitFor(before + 1))[before];
    if (!request) throw new Error('No delivery arrived');
    return request;
  }

  async function createSigned() {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const { data } = expectStatus(
      await api('PATCH', endpoint.path, { body: { asymmetric_signatures: true } }),
      200,
    ).body;
    // The local API is reached at another port than the name that it has in responses.
    const { pathname } = new URL(data.jwks_url);
    return { ...endpoint, jwks: new URL(pathname, stack.baseUrl), keys: data.public_keys as PublicKey[] };
  }

  const rotate = async (path: string, immediate: boolean) =>
    expectStatus(await api('POST', `${path}/rotate-secret`, { body: { immediate } }), 200).body;

  it('are verified by third parties with nothing but the JWK Set, on the bytes that arrived', async () => {
    const endpoint = await createSigned();
    const delivery = await nextDelivery();

    const [key] = endpoint.keys;
    const read = createRemoteJWKSet(endpoint.jwks);
    const jwk = await read({ alg: 'EdDSA', kid: String(key?.id) });
    const [signature] = asymmetricOf(delivery);
    expect(await verifiesWithWebCrypto(jwk, signature, delivery)).toBe(true);
    expect(verifiesWithNoble(key, signature, delivery)).toBe(true);
    const changed = { ...delivery, body: Buffer.from(delivery.body.toString().replace('"', ' "')) };
    expect(await verifiesWithWebCrypto(jwk, signature, changed)).toBe(false);
    expect(verifiesWithNoble(key, signature, changed)).toBe(false);
    // The verifiers of secrets skip the entries of a version that they do not know.
    verifyDelivery(delivery, endpoint.secret);
    expectStatus(await api('DELETE', endpoint.path), 204);
    expect((await fetch(endpoint.jwks)).status).toBe(404);
  });

  it('have both keys during an overlap, then only the newest, and end when they are turned off', async () => {
    const { path, jwks, keys, secret } = await createSigned();
    const rotated = await rotate(path, false);
    const during = await nextDelivery();

    const [newest, old]: PublicKey[] = rotated.data.public_keys;
    expect(old).toEqual({ ...keys[0], expires_at: rotated.data.secret_rotation.previous_secret_expires_at });
    const [first, second] = asymmetricOf(during);
    expect([verifiesWithNoble(newest, first, during), verifiesWithNoble(old, second, during)]).toEqual([
      true,
      true,
    ]);
    expect(verifiesWithNoble(old, first, during)).toBe(false);
    verifyDelivery(during, secret);
    verifyDelivery(during, rotated.secret);
    expect((await readSet(jwks)).map(({ kid }) => kid)).toEqual([newest?.id, old?.id]);

    const immediate = await rotate(path, true);
    const after = await nextDelivery();
    const [only]: PublicKey[] = immediate.data.public_keys;
    expect(asymmetricOf(after)).toHaveLength(1);
    expect(verifiesWithNoble(only, asymmetricOf(after)[0], after)).toBe(true);
    expect((await readSet(jwks)).map(({ kid }) => kid)).toEqual([only?.id]);

    expectStatus(await api('PATCH', path, { body: { asymmetric_signatures: false } }), 200);
    const plain = await nextDelivery();
    expect(asymmetricOf(plain)).toEqual([]);
    verifyDelivery(plain, immediate.secret);
    expect((await fetch(jwks)).status).toBe(404);
    expectStatus(await api('DELETE', path), 204);
  });

  it('belong to one consistent pair after ten concurrent rotations', async () => {
    const { path, keys, secret } = await createSigned();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => api('POST', `${path}/rotate-secret`)),
    );
    const won = responses.filter(({ status }) => status === 200);

    expect(won).toHaveLength(1);
    const delivery = await nextDelivery();
    const [newest, old]: PublicKey[] = won[0]?.body.data.public_keys ?? [];
    expect(old?.id).toBe(keys[0]?.id);
    const [first, second] = asymmetricOf(delivery);
    expect(verifiesWithNoble(newest, first, delivery) && verifiesWithNoble(old, second, delivery)).toBe(true);
    verifyDelivery(delivery, secret);
    expectStatus(await api('DELETE', path), 204);
  });

  it('have a JWK Set that browsers and caches can use, without a credential', async () => {
    const { path, jwks } = await createSigned();
    const response = await fetch(jwks, { headers: { origin: 'https://other.example.com' } });

    expect(response.headers.get('content-type')).toBe('application/jwk-set+json');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const tag = String(response.headers.get('etag'));
    expect((await fetch(jwks, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const head = await fetch(jwks, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
    expect((await fetch(jwks, { method: 'POST' })).status).toBe(405);
    expectStatus(await api('DELETE', path), 204);
  });

  it('have a private key that is in no response, table or log', async () => {
    const { path, keys } = await createSigned();
    await nextDelivery();
    const reads = await Promise.all([api('GET', path), api('GET', '/api/v1/workspace-webhooks')]);
    const tables = openRawTables(stack);
    const items = (await tables.readTexts()).join('\n');
    tables.close();

    // PKCS #8 of every Ed25519 private key begins with these bytes (RFC 8410).
    for (const text of [...reads.map((read) => read.text), items, await stack.logs()])
      expect(text).not.toContain('MC4CAQAwBQYDK2VwBCIEI');
    // Proves that the scan really read the keys.
    expect(items).toContain(keys[0]?.id);
    expectStatus(await api('DELETE', path), 204);
  });
});

function asymmetricOf({ headers }: Captured): Buffer[] {
  const entries = String(headers['webhook-signature']).split(' ');
  return entries.flatMap((entry) =>
    entry.startsWith('v1a,') ? [Buffer.from(entry.slice('v1a,'.length), 'base64')] : [],
  );
}

function contentOf({ headers, body }: Captured): Buffer {
  const { 'webhook-id': id, 'webhook-timestamp': time } = headers;
  return Buffer.concat([Buffer.from(`${String(id)}.${String(time)}.`), body]);
}

async function verifiesWithWebCrypto(
  key: Parameters<typeof exportJWK>[0],
  signature: Buffer | undefined,
  delivery: Captured,
): Promise<boolean> {
  const imported = await webcrypto.subtle.importKey('jwk', await exportJWK(key), 'Ed25519', false, [
    'verify',
  ]);
  return webcrypto.subtle.verify('Ed25519', imported, signature ?? Buffer.of(), contentOf(delivery));
}

function verifiesWithNoble(
  key: PublicKey | undefined,
  signature: Buffer | undefined,
  delivery: Captured,
): boolean {
  if (!key || !signature) return false;
  return ed25519.verify(signature, contentOf(delivery), keyBytes(key.public_key));
}

async function readSet(url: URL): Promise<{ readonly kid: string }[]> {
  const set = (await (await fetch(url)).json()) as { readonly keys: { readonly kid: string }[] };
  return set.keys;
}

import { importJWK } from 'jose';
import { describe, expect } from 'vitest';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { keyBytes } from '#test/support/fixtures/webhooks/asymmetric-keys.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const DAY = 86_400;

const it = itWith(() => setUp());

async function setUp(body: Readonly<Record<string, unknown>> = { asymmetric_signatures: true }) {
  const fixture = await startEndpointApi(body);
  const read = (headers: Record<string, string> = {}, endpoint = fixture.endpoint, method = 'GET') =>
    fixture.api.call('get-signing-keys', { key: null, method, headers, params: { endpoint } });
  return { ...fixture, read };
}

describe('get-signing-keys, happy', () => {
  it('returns the keys of the endpoint as a JWK Set, without a credential', async ({ read, run }) => {
    const { status, headers, body } = await read();
    const [key] = (await run('get-endpoint')).body.data.public_keys;

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'Content-Type': 'application/jwk-set+json',
      'Cache-Control': 'public, max-age=300',
      Vary: 'Origin',
      ETag: expect.stringMatching(/^"[\w-]{27}"$/u),
    });
    expect(body).toEqual({
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: keyBytes(key.public_key).toString('base64url'),
          kid: key.id,
          use: 'sig',
          alg: 'EdDSA',
        },
      ],
    });
    await expect(importJWK(body.keys[0])).resolves.toBeDefined();
  });

  it('shows nothing else: no workspace, no name, no URL, no ciphertext', async ({ api, read, stored }) => {
    const { text } = await read();

    for (const secret of [
      api.workspaceId,
      'Order desk',
      'hooks.example.com',
      stored().signingKeys?.current.sealed,
    ])
      expect(text).not.toContain(secret);
  });

  it('shows both keys during an overlap, and never an expired one', async ({ api, read, run }) => {
    await run('rotate-secret');
    expect((await read()).body.keys).toHaveLength(2);
    api.clock.advance(DAY);
    expect((await read()).body.keys).toHaveLength(1);
  });

  it('returns 304 for the current entity tag, and 200 after a rotation', async ({ read, run }) => {
    const { headers } = await read();
    const tag = { 'if-none-match': String(headers['ETag']) };
    const same = await read(tag);

    expect(same).toMatchObject({ status: 304, headers: { 'Cache-Control': 'public, max-age=300' } });
    expect(same.text).toBeUndefined();
    await run('rotate-secret');
    expect((await read(tag)).status).toBe(200);
  });

  it('returns the headers of HEAD without a body', async ({ endpoint, read }) => {
    const { status, headers, text } = await read({}, endpoint, 'HEAD');

    expect([status, text]).toEqual([200, undefined]);
    expect(headers['ETag']).toBe((await read()).headers['ETag']);
  });

  it('works while the endpoint is paused', async ({ edit, read }) => {
    await edit({ enabled: false });

    expect((await read()).status).toBe(200);
  });
});

describe('get-signing-keys, rejected', () => {
  it('returns one error for every endpoint without keys, so that ids cannot be tested', async ({
    read,
    run,
  }) => {
    const plain = await setUp({});
    const withoutKeys = await plain.read();
    const unknown = await read({}, '00000000-0000-4000-8000-000000000000');
    const malformed = await read({}, 'not-an-id');
    await run('delete-endpoint');
    const deleted = await read();

    for (const reply of [withoutKeys, unknown, malformed, deleted]) {
      expect(reply.status).toBe(404);
      expect({ ...reply.body, instance: '', request_id: '' }).toEqual({
        ...unknown.body,
        instance: '',
        request_id: '',
      });
      expect(reply.headers['Cache-Control']).toBe('private, no-store');
    }
    expect(unknown.body.code).toBe('endpoint_not_found');
  });

  it('returns it after asymmetric signatures were turned off', async ({ edit, read }) => {
    await edit({ asymmetric_signatures: false });

    expect((await read()).status).toBe(404);
  });
});

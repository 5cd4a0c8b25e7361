import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect } from 'vitest';
import type { SigningKey } from '#shared/webhooks/domain/signing-keys.ts';
import { privateKeyContext } from '#shared/webhooks/sending/signing-key.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEndpointBody } from '#test/support/fakes/platform/memory-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { HOUR_S, keyBytes, seedOf } from '#test/support/fixtures/webhooks/asymmetric-keys.ts';
import { contentsOf, startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const PUBLIC_KEY = /^whpk_[A-Za-z0-9+/]{43}=$/u;
const DAY = 24 * HOUR_S;
const OFF = { asymmetric_signatures: false, public_keys: [], jwks_url: null };

const it = itWith(setUp);

async function setUp() {
  const fixture = await startEndpointApi();
  const { api, endpoint, edit, run, stored } = fixture;
  const turnOn = () => edit({ asymmetric_signatures: true });
  /** The private key that a stored ciphertext belongs to. */
  const seed = async ({ sealed }: SigningKey) =>
    seedOf(await api.secrets.open(sealed, privateKeyContext(api.workspaceId, endpoint)));
  const shown = async () => (await run('get-endpoint')).body.data;
  return { ...fixture, turnOn, seed, shown, target: () => api.core.targets.get(endpoint), stored };
}

describe('create-endpoint, asymmetric_signatures', () => {
  it('creates a key pair whose public key is shown and whose private key is sealed', async ({ api, run }) => {
    const { body } = await api.call('create-endpoint', {
      json: anEndpointBody({ asymmetric_signatures: true }),
    });

    const { id } = body.data;
    expect(body.data).toMatchObject({
      asymmetric_signatures: true,
      public_keys: [
        { id: expect.any(String), public_key: expect.stringMatching(PUBLIC_KEY), expires_at: null },
      ],
      jwks_url: `https://api.example.com/.well-known/webhooks/${id}/jwks.json`,
    });
    const { signingKeys } = api.core.endpoints.get(id) ?? {};
    if (!signingKeys) throw new Error('No key pair was stored');
    const text = await api.secrets.open(signingKeys.current.sealed, privateKeyContext(api.workspaceId, id));
    expect(Buffer.from(ed25519.getPublicKey(seedOf(text)))).toEqual(
      keyBytes(body.data.public_keys[0].public_key),
    );
    expect(api.core.targets.get(id)?.signingKeys).toEqual(signingKeys);
    expect(contentsOf(api)).not.toContain(text);
    expect((await run('get-endpoint', { params: { endpoint: id } })).text).not.toContain(text);
  });

  it('creates none by default', async ({ stored, shown }) => {
    expect(stored().signingKeys).toBeNull();
    expect(await shown()).toMatchObject(OFF);
  });

  it.each([null, 'true', 1])('rejects %j', async (value, { api }) => {
    const { status } = await api.call('create-endpoint', {
      json: anEndpointBody({ asymmetric_signatures: value }),
    });

    expect(status).toBe(422);
  });
});

describe('update-endpoint, asymmetric_signatures', () => {
  it('turns them on without a new version of the settings, so that no delivery is cancelled', async (fixture) => {
    const before = fixture.stored();
    const { status, body } = await fixture.turnOn();

    expect(status).toBe(200);
    expect(body.data.public_keys).toHaveLength(1);
    expect(fixture.stored()).toMatchObject({
      settingsVersion: before.settingsVersion,
      revision: before.revision + 1,
      secrets: before.secrets,
    });
    expect(fixture.target()?.signingKeys).toEqual(fixture.stored().signingKeys);
  });

  it('changes nothing if the endpoint already has the value', async ({ edit, turnOn, stored }) => {
    const plain = stored();
    await edit({ asymmetric_signatures: false });
    expect(stored()).toEqual(plain);
    await turnOn();
    const signed = stored();
    await turnOn();

    expect(stored()).toEqual(signed);
  });

  it('keeps the key pair in other edits', async ({ edit, turnOn, stored }) => {
    await turnOn();
    const { signingKeys } = stored();
    await edit({ name: 'Other', enabled: false });

    expect(stored().signingKeys).toEqual(signingKeys);
  });

  it('deletes the key pair when they are turned off, and generates another one when they are turned on again', async (fixture) => {
    const { edit, turnOn, stored, target } = fixture;
    const first = (await turnOn()).body.data.public_keys;
    expect((await edit({ asymmetric_signatures: false })).body.data).toMatchObject(OFF);
    expect([stored().signingKeys, target()?.signingKeys]).toEqual([null, null]);
    const second = (await turnOn()).body.data.public_keys;

    expect(second).toHaveLength(1);
    expect(second[0].id).not.toBe(first[0].id);
  });

  it.each(['public_keys', 'jwks_url'])('rejects %s, which is only in responses', async (field, { edit }) => {
    expect((await edit({ [field]: null })).body.errors).toMatchObject([{ code: 'field_not_updatable' }]);
  });

  it('needs the key service only to turn them on', async ({ api, edit, turnOn, stored }) => {
    api.secrets.breakDown();
    expect((await turnOn()).status).toBe(503);
    expect(stored().signingKeys).toBeNull();
    expect((await edit({ name: 'Other', asymmetric_signatures: false })).status).toBe(200);
  });
});

describe('rotate-secret, with a key pair', () => {
  it('rotates the key pair with the secret, with one overlap of 24 hours', async ({
    api,
    turnOn,
    run,
    shown,
  }) => {
    const [first] = (await turnOn()).body.data.public_keys;
    const { body } = await run('rotate-secret');
    const expiresAt = body.data.secret_rotation.previous_secret_expires_at;

    const [newest, old] = body.data.public_keys;
    expect(body.data.public_keys).toHaveLength(2);
    expect(newest).toMatchObject({ expires_at: null });
    expect(newest.id).not.toBe(first.id);
    expect(old).toEqual({ ...first, expires_at: expiresAt });
    expect(expiresAt).toBe(secondsAfterNow(DAY).toISOString());
    api.clock.advance(DAY - 1);
    expect((await shown()).public_keys).toHaveLength(2);
    api.clock.advance(1);
    expect((await shown()).public_keys).toEqual([newest]);
  });

  it('revokes all earlier key pairs at once on request', async ({ turnOn, run, stored }) => {
    await turnOn();
    await run('rotate-secret');
    const { body } = await run('rotate-secret', { json: { immediate: true } });

    expect(body.data.public_keys).toHaveLength(1);
    expect(stored().signingKeys?.previous).toBeNull();
  });

  it('makes no key pair for an endpoint without asymmetric signatures', async ({ run, stored }) => {
    expect((await run('rotate-secret')).body.data).toMatchObject(OFF);
    expect(stored().signingKeys).toBeNull();
  });

  it('leaves one pair of two concurrent rotations, that of the response', async ({
    turnOn,
    run,
    stored,
    seed,
  }) => {
    const [first] = (await turnOn()).body.data.public_keys;
    const both = await Promise.all([run('rotate-secret'), run('rotate-secret')]);
    const won = both.find(({ status }) => status === 200);

    expect(both.map(({ status }) => status).toSorted((a = 0, b = 0) => a - b)).toEqual([200, 409]);
    const { signingKeys } = stored();
    if (!signingKeys?.previous) throw new Error('The overlap is missing');
    expect([signingKeys.current.id, signingKeys.previous.id]).toEqual(
      won?.body.data.public_keys.map(({ id }: { id: string }) => id),
    );
    expect(signingKeys.previous.id).toBe(first.id);
    for (const key of [signingKeys.current, signingKeys.previous])
      expect(Buffer.from(ed25519.getPublicKey(await seed(key))).toString('base64url')).toBe(key.publicKey);
  });
});

describe('preview-endpoint, asymmetric_signatures', () => {
  const body = (extra = {}) => ({
    url: 'https://hooks.example.com/orders',
    subscriptions: [{ event: 'salesbot.store.order_paid' }],
    ...extra,
  });

  it('shows signatures that the returned public key verifies', async ({ api }) => {
    const reply = await api.call('preview-endpoint', { json: body({ asymmetric_signatures: true }) });
    const { deliveries, public_key: key } = reply.body.data;

    const { headers, body: text } = deliveries[0];
    const entry = headers['webhook-signature'].split(' ')[1];
    const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`);
    expect(key).toMatch(PUBLIC_KEY);
    expect(ed25519.verify(Buffer.from(entry.slice(4), 'base64'), content, keyBytes(key))).toBe(true);
  });

  it('shows none by default', async ({ api }) => {
    const { data } = (await api.call('preview-endpoint', { json: body() })).body;

    expect(data.public_key).toBeNull();
    expect(data.deliveries[0].headers['webhook-signature']).not.toContain('v1a,');
  });
});

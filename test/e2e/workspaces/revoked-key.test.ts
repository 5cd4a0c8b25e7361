import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const KEYS = '/api/v1/api-keys';
const BROADCASTS = '/api/v1/broadcasts';
const ALL = [...PERMISSIONS];
/** A body that every operation rejects after it has authenticated the caller, so that its function caches the key. */
const INVALID = { body: {} };
/** Calls after which both containers of a function have a key in their cache. */
const WARM_UPS = 5;

/**
 * Functions cache an API key for 30 seconds. A key that was revoked or reduced must not be able to undo it in this time
 * (docs/specification.md#commands-that-check-the-key).
 */
describe('a key that is cached by the function it calls', () => {
  const stack = forAllTests(shareStack);

  function as(secret: string) {
    return apiClient(stack.baseUrl, secret);
  }

  async function createKey(options: object = {}) {
    const body = { name: 'Leaked', permissions: ALL, ...options };
    const created = expectStatus(await as(stack.apiKey)('POST', KEYS, { body }), 201).body;
    return { id: created.data.id as string, secret: created.secret as string, data: created.data };
  }

  it('creates no successor after it was revoked', async () => {
    const key = await createKey();
    for (let turn = 0; turn < WARM_UPS; turn += 1)
      expectStatus(await as(key.secret)('POST', KEYS, INVALID), 422);
    expectStatus(await as(stack.apiKey)('DELETE', `${KEYS}/${key.id}`), 204);

    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const body = { name: 'Survivor', permissions: ALL };
      const { code } = expectStatus(await as(key.secret)('POST', KEYS, { body }), 401).body;
      expect(code).toBe('api_key_invalid');
    }
    const { body } = expectStatus(await as(stack.apiKey)('GET', KEYS), 200);
    expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('Survivor');
  });

  it('does not get its permissions back after it was reduced', async () => {
    const key = await createKey();
    const path = `${KEYS}/${key.id}`;
    for (let turn = 0; turn < WARM_UPS; turn += 1)
      expectStatus(await as(key.secret)('PATCH', path, { body: { name: `Warm ${turn}` } }), 200);
    const reduced = ['workspace:keys:write'];
    expectStatus(await as(stack.apiKey)('PATCH', path, { body: { permissions: reduced } }), 200);

    const again = await as(key.secret)('PATCH', path, { body: { permissions: ALL } });

    expect(expectStatus(again, 403).body).toMatchObject({
      code: 'permission_missing',
      missing_permissions: expect.arrayContaining(['publishing:posts:read']),
    });
    expect(expectStatus(await as(stack.apiKey)('GET', path), 200).body.data.permissions).toEqual(reduced);
  });

  it('keeps working after its permissions were extended', async () => {
    const key = await createKey({ permissions: ['workspace:keys:write'] });
    const path = `${KEYS}/${key.id}`;
    expectStatus(await as(key.secret)('PATCH', path, { body: { name: 'Warm' } }), 200);
    expectStatus(await as(stack.apiKey)('PATCH', path, { body: { permissions: ALL } }), 200);

    const { status } = await as(key.secret)('PATCH', path, { body: { name: 'Still here' } });
    expect(status).toBe(200);
  });

  it('can rename and revoke itself', async () => {
    const key = await createKey();
    const path = `${KEYS}/${key.id}`;

    const renamed = await as(key.secret)('PATCH', path, { body: { name: 'Renamed' } });
    const revoked = await as(key.secret)('DELETE', path);
    const gone = await as(stack.apiKey)('GET', path);

    expect([renamed.status, revoked.status, gone.status]).toEqual([200, 204, 404]);
  });

  it('waives no approval after it was revoked', async () => {
    const admin = as(stack.apiKey);
    const content = { name: 'Sale', message: { type: 'text', body: 'Hello' } };
    const created = await admin('POST', BROADCASTS, { body: { ...content, requires_approval: true } });
    const path = `${BROADCASTS}/${expectStatus(created, 201).body.data.id}`;
    const key = await createKey();
    for (let turn = 0; turn < WARM_UPS; turn += 1)
      expectStatus(await as(key.secret)('PUT', path, { body: { name: `Warm ${turn}` } }), 200);
    expectStatus(await admin('DELETE', `${KEYS}/${key.id}`), 204);

    const waived = await as(key.secret)('PUT', path, { body: { requires_approval: false } });

    expect(expectStatus(waived, 401).body.code).toBe('api_key_invalid');
    expect(expectStatus(await admin('GET', path), 200).body.data.requires_approval).toBe(true);
  });

  it('creates no key that outlives it', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const key = await createKey({ expires_at: expiresAt });
    const create = (body: object) =>
      as(key.secret)('POST', KEYS, { body: { name: 'Child', permissions: ALL, ...body } });

    expect(expectStatus(await create({}), 201).body.data.expires_at).toBe(key.data.expires_at);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    for (const expires_at of [null, later])
      expect(expectStatus(await create({ expires_at }), 422).body).toMatchObject({
        code: 'out_of_range',
        errors: [{ pointer: '#/expires_at' }],
      });
  });
});

import { describe, expect } from 'vitest';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { MAX_STORED_BYTES, replay, idempotencyInput } from '#shared/platform/http/idempotency.ts';
import { type SerializedResponse, toResult } from '#shared/platform/http/respond.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { createMemoryIdempotencyStore } from '#test/support/fakes/platform/memory-idempotency-store.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

const request = { id: 'request-1', fingerprint: 'body-1', expiresAt: secondsAfterNow(86_400) };
const workspace = { workspaceId: 'workspace-1', permissions: new Set<Permission>(['publishing:posts:read']) };

function setUp() {
  const secrets = createMemorySecretBox();
  const responses = createMemoryIdempotencyStore(createMemoryCore());
  return { secrets, responses, idempotency: { secrets, store: responses } };
}

async function rememberIn({ idempotency }: ReturnType<typeof setUp>, answer: SerializedResponse) {
  const remembered = await idempotencyInput(idempotency, request, workspace, answer);
  await idempotency.store.remember(remembered, aContext().change);
  return remembered;
}

const withSecret: SerializedResponse = {
  status: 201,
  headers: { Location: 'https://api.example.com/x', ETag: '"1"' },
  body: {
    data: { id: 'x', text: 'ä "quoted" \u2028', number: 1.5, list: [null, true] },
    warnings: [],
    secret: 'whsec_abc',
  },
};

const responses: readonly (readonly [string, SerializedResponse])[] = [
  ['with a secret', withSecret],
  ['without one', { status: 202, headers: {}, body: { data: { id: 'x', matched_endpoints: 3 } } }],
  ['with a secret that is not text', { status: 200, headers: {}, body: { secret: null } }],
  ['with a nested secret', { status: 200, headers: {}, body: { data: { secret: 'whsec_abc' } } }],
  ['without a body', { status: 204, headers: { 'X-Thing': '1' }, body: null }],
  ['that is text', { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'plain' }],
];

describe('replay', () => {
  it.each(responses)('returns the stored response %s byte for byte', async (_, answer) => {
    const fixture = setUp();
    await rememberIn(fixture, answer);
    const first = toResult(answer);

    expect(await replay(fixture.idempotency, request, workspace, secondsAfterNow(86_399))).toEqual({
      ...first,
      headers: { ...first.headers, 'Idempotent-Replayed': 'true' },
    });
  });

  it('keeps the ids of a body that fits into no item, with its status and headers', async (fixture) => {
    const data = { id: 'x', text: 'ä'.repeat(200_000) };
    const stored = await rememberIn(fixture, { ...withSecret, body: { data, warnings: [], secret: 's' } });

    expect(stored.body).toBe('{"data":{"id":"x"}}');
    expect(await replay(fixture.idempotency, request, workspace, NOW)).toMatchObject({
      statusCode: 201,
      headers: { ...withSecret.headers, 'Idempotent-Replayed': 'true' },
      body: '{"data":{"id":"x"},"secret":"s"}',
    });
    const bare = await idempotencyInput(fixture.idempotency, request, workspace, {
      status: 200,
      headers: {},
      body: { id: 7, list: ['x'.repeat(MAX_STORED_BYTES)] },
    });
    expect(bare.body).toBe('{"id":7}');
  });

  it('finds nothing for another request, nor for this one after 24 hours', async (fixture) => {
    await rememberIn(fixture, withSecret);

    expect(
      await replay(fixture.idempotency, { ...request, id: 'request-2' }, workspace, NOW),
    ).toBeUndefined();
    expect(await replay(fixture.idempotency, request, workspace, secondsAfterNow(86_400))).toBeUndefined();
  });

  it('rejects another body under the same key, and identifies the header', async (fixture) => {
    await rememberIn(fixture, withSecret);
    const other = { ...request, fingerprint: 'body-2' };

    await expect(replay(fixture.idempotency, other, workspace, NOW)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      issues: [{ code: 'idempotency_key_reused', header: 'Idempotency-Key' }],
    });
  });

  it('returns a key only while the caller has all permissions of that key', async (fixture) => {
    const handsOut = ['publishing:posts:read', 'publishing:posts:write'];
    const record = await idempotencyInput(
      fixture.idempotency,
      request,
      { ...workspace, handsOut },
      withSecret,
    );
    await fixture.responses.remember(record, aContext().change);
    const whole = { ...workspace, permissions: new Set<Permission>(PERMISSIONS) };

    expect(await replay(fixture.idempotency, request, whole, NOW)).toMatchObject({ statusCode: 201 });
    await expect(replay(fixture.idempotency, request, workspace, NOW)).rejects.toMatchObject({
      code: 'permission_not_grantable',
      extras: { permissions: ['publishing:posts:write'] },
    });
  });

  it('decrypts no secret for another workspace', async (fixture) => {
    await rememberIn(fixture, withSecret);

    await expect(
      replay(fixture.idempotency, request, { ...workspace, workspaceId: 'workspace-2' }, NOW),
    ).rejects.toThrow();
  });

  it('decrypts no secret of another request', async (fixture) => {
    const remembered = await rememberIn(fixture, withSecret);
    await fixture.responses.remember({ ...remembered, id: 'request-2' }, aContext().change);

    await expect(
      replay(fixture.idempotency, { ...request, id: 'request-2' }, workspace, NOW),
    ).rejects.toThrow();
  });

  it('reports an unresponsive key service', async (fixture) => {
    await rememberIn(fixture, withSecret);
    fixture.secrets.breakDown();

    await expect(replay(fixture.idempotency, request, workspace, NOW)).rejects.toMatchObject({
      name: 'SecretUnavailableError',
    });
  });
});

describe('idempotencyInput', () => {
  it('keeps no secret in plain text', async () => {
    const remembered = await rememberIn(setUp(), withSecret);

    expect(JSON.stringify(remembered)).not.toContain('whsec_abc');
    expect(JSON.parse(remembered.body)).not.toHaveProperty('secret');
    expect(remembered.sealedSecret).toEqual(expect.any(String));
  });

  it('encrypts only the secret, so that large responses fit', async () => {
    const data = 'x'.repeat(20_000);

    await expect(
      rememberIn(setUp(), { ...withSecret, body: { data, secret: 'whsec_abc' } }),
    ).resolves.toBeDefined();
  });

  it('throws if a response with a secret has no secret box', async ({ responses: store }) => {
    await expect(idempotencyInput({ store }, request, workspace, withSecret)).rejects.toThrow('SecretBox');
  });
});

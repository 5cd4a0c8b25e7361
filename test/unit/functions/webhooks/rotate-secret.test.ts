import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

const DAY = 86_400;
const SECRET = /^whsec_[A-Za-z0-9+/]{44}$/u;

/** An API with an endpoint, and the plain text of its stored secrets. */
async function setUp(enabled = true) {
  const fixture = await startEndpointApi({}, enabled);
  const { api, endpoint, stored, run } = fixture;
  const context = { purpose: 'signing', workspace: api.workspaceId, subject: endpoint } as const;

  /** The secrets that sign at the current time, newest first. */
  async function signing(): Promise<string[]> {
    const { current, previous } = (await api.endpoints.readTarget(endpoint))?.secrets ?? stored().secrets;
    const sealed = previous && previous.expiresAt > api.clock() ? [current, previous.sealed] : [current];
    return Promise.all(sealed.map((text) => api.secrets.open(text, context)));
  }

  const rotate = (immediate?: boolean, headers: Record<string, string> = {}) =>
    run('rotate-secret', { headers, ...(immediate === undefined ? {} : { json: { immediate } }) });

  return { ...fixture, signing, rotate };
}

describe('rotate-secret, happy', () => {
  it.each([undefined, false])(
    'returns the new secret once, with the endpoint (immediate: %s)',
    async (immediate, { api, rotate, secret, signing }) => {
      api.clock.advance(60);
      const { status, headers, body } = await rotate(immediate);

      expect(status).toBe(200);
      expect(headers['ETag']).toBe('"3"');
      expect(Object.keys(body)).toEqual(['data', 'secret']);
      expect(body.secret).toMatch(SECRET);
      expect(body.data).toMatchObject({
        secret_hint: body.secret.slice(-4),
        secret_rotation: {
          in_progress: true,
          previous_secret_expires_at: secondsAfterNow(60 + DAY).toISOString(),
        },
        updated_at: secondsAfterNow(60).toISOString(),
      });
      expect(await signing()).toEqual([body.secret, secret]);
    },
  );

  it('signs with the old secret for 24 hours and no longer', async ({ api, rotate, secret, signing }) => {
    const { body } = await rotate();
    api.clock.advance(DAY - 1);
    expect(await signing()).toEqual([body.secret, secret]);

    api.clock.advance(1);
    expect(await signing()).toEqual([body.secret]);
  });

  it('revokes the old secret at once on request', async ({ rotate, signing }) => {
    const { status, body } = await rotate(true);

    expect(status).toBe(200);
    expect(body.data.secret_rotation).toEqual({ in_progress: false, previous_secret_expires_at: null });
    expect(await signing()).toEqual([body.secret]);
  });

  it('ends an overlap at once, because the emergency brake is always allowed', async () => {
    const { rotate, signing } = await setUp();
    await rotate(false);
    const { status, body } = await rotate(true);

    expect(status).toBe(200);
    expect(await signing()).toEqual([body.secret]);
    expect((await rotate(false)).status).toBe(200);
  });

  it('works on paused and suspended endpoints', async () => {
    const { rotate } = await setUp(false);
    const { rotate: rotateSuspended, suspend } = await setUp();
    suspend();

    expect((await rotate()).body.data.state).toBe('paused');
    expect((await rotateSuspended()).body.data.state).toBe('suspended');
  });

  it('cancels nothing that is queued, because a rotation is not an edit', async () => {
    const { deliver, rotate, run, stored } = await setUp();
    const { settingsVersion } = stored();
    await deliver(1, { state: 'retrying', nextAttemptAt: secondsAfterNow(60) });
    await rotate();

    expect(stored().settingsVersion).toBe(settingsVersion);
    expect((await run('list-deliveries')).body.data).toMatchObject([{ state: 'retrying' }]);
  });

  it('returns the same response to a repeated request, secret included, for 24 hours', async () => {
    const { api, rotate, signing } = await setUp();
    const headers = { 'idempotency-key': 'k' };
    const first = await rotate(false, headers);
    api.clock.advance(DAY - 1);
    const again = await rotate(false, headers);

    expect(again).toMatchObject({
      status: 200,
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(await signing()).toContain(first.body.secret);
  });

  it('creates a new secret each time', async ({ rotate }) => {
    const secrets = [await rotate(true), await rotate(true), await rotate(true)].map(
      ({ body }) => body.secret,
    );

    expect(new Set(secrets).size).toBe(3);
  });
});

describe('rotate-secret, error', () => {
  it.each([0, 1, DAY - 1])('rejects a second overlap %i seconds after the first', async (seconds) => {
    const { api, rotate, signing } = await setUp();
    const { body } = await rotate();
    const before = await signing();
    api.clock.advance(seconds);
    // It would be 503 if the function had called the key service.
    api.secrets.breakDown();
    const rejected = await rotate(false);
    api.secrets.repair();

    expect(rejected).toMatchObject({
      status: 409,
      body: { code: 'rotation_in_progress', previous_secret_expires_at: secondsAfterNow(DAY).toISOString() },
    });
    expect(rejected.text).not.toContain('whsec_');
    expect(await signing()).toEqual(before);
    expect(before[0]).toBe(body.secret);
  });

  it('allows the next one when the 24 hours are over', async ({ api, rotate }) => {
    await rotate();
    api.clock.advance(DAY);

    expect((await rotate()).status).toBe(200);
  });

  it('lets one of two racing rotations win', async ({ rotate, signing }) => {
    const both = await Promise.all([rotate(), rotate()]);

    expect(both.map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = both.find(({ status }) => status === 200);
    expect((await signing())[0]).toBe(winner?.body.secret);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('rotation_in_progress');
  });

  it.each([
    [{ immediate: 'true' }, '#/immediate', 'invalid_type'],
    [{ immediate: null }, '#/immediate', 'invalid_type'],
    [{ now: true }, '#/now', 'unknown_field'],
    [[], '#', 'invalid_type'],
  ])('rejects the body %j and rotates nothing', async (json, pointer, code, { run, secret, signing }) => {
    expect(await run('rotate-secret', { json })).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer, code }] },
    });
    expect(await signing()).toEqual([secret]);
  });

  it('rejects another body under the same Idempotency-Key', async ({ rotate, signing }) => {
    const headers = { 'idempotency-key': 'k' };
    const { body } = await rotate(false, headers);

    expect((await rotate(true, headers)).body.code).toBe('idempotency_key_reused');
    expect(await signing()).toContain(body.secret);
  });

  it.each([
    ['"2"', 200],
    ['"1"', 412],
  ])('evaluates If-Match %s: %i', async (ifMatch, status, { rotate }) => {
    expect((await rotate(true, { 'if-match': ifMatch })).status).toBe(status);
  });

  it('returns 409 when it loses a race twice', async ({ api, rotate }) => {
    Object.assign(api.rotations, { saveSecrets: () => Promise.reject(new ConcurrentUpdateError()) });

    expect((await rotate()).body.code).toBe('concurrent_update');
  });

  it('changes nothing while the key service is down', async ({ api, rotate, secret, signing }) => {
    api.secrets.breakDown();
    const { status, text } = await rotate();
    api.secrets.repair();

    expect(status).toBe(503);
    expect(text).not.toContain('whsec_');
    expect(await signing()).toEqual([secret]);
  });
});

describe('rotate-secret, security', () => {
  it('stores the new secret encrypted, and shows it only in this response', async ({ api, rotate, run }) => {
    const { body } = await rotate(false, { 'idempotency-key': 'k' });
    const { endpoints, targets, responses } = api.core;
    const stored = JSON.stringify([endpoints, targets, responses].map((map) => [...map]));

    expect(stored).not.toContain(body.secret);
    expect(JSON.stringify(api.log.lines)).not.toContain(body.secret);
    for (const name of ['get-endpoint', 'enable-endpoint', 'list-endpoints'] as const) {
      expect((await run(name)).text).not.toContain('whsec_');
    }
  });
});

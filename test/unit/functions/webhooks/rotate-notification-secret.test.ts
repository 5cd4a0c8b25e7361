import { beforeEach, describe, expect, it } from 'vitest';
import { isSignedTarget, secretsOf } from '#shared/webhooks/domain/rotate-secret.ts';
import { signingAt } from '#shared/webhooks/domain/signing-secrets.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { type MemoryApi, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';

const DAY = 86_400;
const BODY = {
  name: 'On call',
  kind: 'https',
  url: 'https://hooks.example.com/notify',
  conditions: ['breaker_opened'],
};

let api: MemoryApi;
let id: string;
let first: string;

beforeEach(async () => {
  api = await startMemoryApi();
  const { body } = await api.call('create-notification-target', { json: BODY });
  id = body.data.id;
  first = body.secret;
});

const rotate = (immediate?: boolean, headers: Record<string, string> = {}) =>
  api.call('rotate-notification-secret', {
    params: { target: id },
    headers,
    ...(immediate === undefined ? {} : { json: { immediate } }),
  });

function stored() {
  const found = [...api.core.notificationTargets.values()].find((target) => target.id === id);
  if (!found || !isSignedTarget(found)) throw new Error('The target is gone');
  return found;
}

/** The secrets that sign a request now, newest first. */
function signing(): Promise<string[]> {
  const target = stored();
  const sealed = signingAt(secretsOf(target.destination), api.clock());
  return Promise.all(sealed.map((each) => api.secrets.open(each, notificationSealContext(target))));
}

describe('rotate-notification-secret', () => {
  it.each([undefined, false])(
    'returns the new secret, which signs beside the old one for 24 hours (immediate: %s)',
    async (immediate) => {
      api.clock.advance(60);
      const { status, headers, body } = await rotate(immediate);

      expect(status).toBe(200);
      expect(headers['ETag']).toBe('"2"');
      expect(Object.keys(body)).toEqual(['data', 'secret']);
      expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/u);
      expect(body.data).toMatchObject({
        name: 'On call',
        url: BODY.url,
        secret_hint: body.secret.slice(-4),
        secret_rotation: {
          in_progress: true,
          previous_secret_expires_at: secondsAfterNow(60 + DAY).toISOString(),
        },
        updated_at: secondsAfterNow(60).toISOString(),
      });
      api.clock.advance(DAY - 1);
      expect(await signing()).toEqual([body.secret, first]);
      api.clock.advance(1);
      expect(await signing()).toEqual([body.secret]);
      const read = await api.call('get-notification-target', { params: { target: id } });
      expect(read.body.data.secret_rotation).toEqual({
        in_progress: false,
        previous_secret_expires_at: null,
      });
    },
  );

  it('revokes every earlier secret on request, also in an overlap', async () => {
    await rotate();
    const { status, body } = await rotate(true);

    expect(status).toBe(200);
    expect(body.data.secret_rotation).toEqual({ in_progress: false, previous_secret_expires_at: null });
    expect(await signing()).toEqual([body.secret]);
  });

  it('rejects a second overlap, and encrypts nothing for it', async () => {
    const { body } = await rotate();
    const before = stored();
    // It would be 503 if the function had called the key service.
    api.secrets.breakDown();
    const rejected = await rotate();
    api.secrets.repair();

    expect(rejected).toMatchObject({
      status: 409,
      body: {
        code: 'rotation_in_progress',
        previous_secret_expires_at: secondsAfterNow(DAY).toISOString(),
      },
    });
    expect(rejected.text).not.toContain('whsec_');
    expect(stored()).toEqual(before);
    expect(await signing()).toEqual([body.secret, first]);
  });

  it('returns the same secret to a repeated request', async () => {
    const headers = { 'idempotency-key': 'k' };
    const one = await rotate(false, headers);
    const again = await rotate(false, headers);

    expect(again).toMatchObject({ status: 200, text: one.text, headers: { 'Idempotent-Replayed': 'true' } });
    expect(stored().revision).toBe(2);
  });

  it('lets one of two racing rotations win', async () => {
    const both = await Promise.all([rotate(), rotate()]);

    expect(both.map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await signing())[0]).toBe(both.find(({ status }) => status === 200)?.body.secret);
  });

  it('keeps both secrets when the target moves', async () => {
    const { body } = await rotate();
    const json = { url: 'https://other.example.com/notify' };
    await api.call('update-notification-target', { params: { target: id }, json });

    expect(stored().destination.url).toBe(json.url);
    expect(await signing()).toEqual([body.secret, first]);
  });

  it('rejects a target without a secret', async () => {
    const json = { ...BODY, kind: 'slack', url: 'https://hooks.example.com/services/T0/B0/XYZW' };
    const { body } = await api.call('create-notification-target', { json });
    const answer = await api.call('rotate-notification-secret', { params: { target: body.data.id } });

    expect(answer).toMatchObject({ status: 409, body: { code: 'notification_target_unsigned' } });
  });

  it('requires the revision of If-Match, and a body that it knows', async () => {
    expect(await rotate(false, { 'if-match': '"7"' })).toMatchObject({
      status: 412,
      body: { code: 'revision_mismatch' },
    });
    for (const [json, code] of [
      [{ immediate: 'true' }, 'invalid_type'],
      [{ now: true }, 'unknown_field'],
    ] as const) {
      const answer = await api.call('rotate-notification-secret', { params: { target: id }, json });
      expect(answer).toMatchObject({ status: 422, body: { code } });
    }
    expect(await signing()).toEqual([first]);
  });

  it('finds no target of another workspace, and requires both permissions', async () => {
    const { key } = await api.createOtherWorkspace();
    const narrow = api.grant(['salesbot:webhooks:subscribe']);
    const params = { target: id };

    expect((await api.call('rotate-notification-secret', { key, params })).status).toBe(404);
    expect((await api.call('rotate-notification-secret', { key: narrow, params })).status).toBe(403);
    expect(await signing()).toEqual([first]);
  });

  it('shows the secret in no other response and stores it as ciphertext only', async () => {
    const { body } = await rotate(false, { 'idempotency-key': 'k' });
    const { notificationTargets, responses } = api.core;
    const kept = JSON.stringify([notificationTargets, responses].map((map) => [...map]));
    const read = await api.call('get-notification-target', { params: { target: id } });

    expect(kept).not.toContain(body.secret);
    expect(JSON.stringify(api.log.lines)).not.toContain(body.secret);
    expect(read.text).not.toContain('whsec_');
  });
});

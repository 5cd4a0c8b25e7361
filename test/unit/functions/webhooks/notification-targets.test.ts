import { beforeEach, describe, expect, it } from 'vitest';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { type ApiRequest, type MemoryApi, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';

const BODY = {
  name: 'On call',
  kind: 'https',
  url: 'https://hooks.example.com/notify',
  conditions: ['breaker_closed', 'breaker_opened', 'breaker_closed'],
};
const SLACK = { ...BODY, kind: 'slack', url: 'https://hooks.example.com/services/T0/B0/XYZW' };

let api: MemoryApi;

beforeEach(async () => {
  api = await startMemoryApi();
});

async function create(json: object = BODY) {
  const { body } = await api.call('create-notification-target', { json });
  return { id: String(body.data.id), secret: body.secret, data: body.data };
}

function run(name: string, target: string, request: ApiRequest = {}) {
  return api.call(name, { ...request, params: { target } });
}

function stored(id: string) {
  const found = [...api.core.notificationTargets.values()].find((target) => target.id === id);
  if (!found) throw new Error('The target is gone');
  return found;
}

function sealedOf({ destination }: NotificationTarget): string {
  return destination.kind === 'email' ? '' : destination.sealed;
}

describe('create-notification-target', () => {
  it('returns the secret of an https target, which is stored as ciphertext only', async () => {
    const { id, secret, data } = await create();
    const target = stored(id);

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/u);
    expect(data).toEqual({
      id,
      name: 'On call',
      kind: 'https',
      url: BODY.url,
      email: null,
      state: 'active',
      url_hint: null,
      secret_hint: secret.slice(-4),
      secret_rotation: { in_progress: false, previous_secret_expires_at: null },
      conditions: ['breaker_opened', 'breaker_closed'],
      exhausted_after: 10,
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
    });
    expect(JSON.stringify(target)).not.toContain(secret);
    expect(await api.secrets.open(sealedOf(target), notificationSealContext(target))).toBe(secret);
  });

  it('stores the URL of a slack target as ciphertext only, and shows host and last characters', async () => {
    const { id, secret, data } = await create(SLACK);
    const target = stored(id);

    expect(secret).toBeUndefined();
    expect(data).toMatchObject({ url: null, url_hint: 'hooks.example.com/…XYZW', secret_hint: null });
    expect(JSON.stringify(target)).not.toContain('services/T0');
    expect(await api.secrets.open(sealedOf(target), notificationSealContext(target))).toBe(SLACK.url);
  });

  it('returns the same secret to a repeated request, and no secret of a slack target', async () => {
    for (const json of [BODY, SLACK]) {
      const request = { json, headers: { 'idempotency-key': `k-${json.kind}` } };
      const first = await api.call('create-notification-target', request);

      expect((await api.call('create-notification-target', request)).text).toBe(first.text);
    }
    expect(api.core.notificationTargets.size).toBe(2);
  });

  it.each([
    [{ conditions: [] }, 'too_few_items', '#/conditions'],
    [{ conditions: ['coffee'] }, 'invalid_format', '#/conditions/0'],
    [{ conditions: 'breaker_opened' }, 'invalid_type', '#/conditions'],
    [{ kind: 'pigeon' }, 'invalid_format', '#/kind'],
    [{ kind: undefined }, 'required', '#/kind'],
    [{ exhausted_after: 0 }, 'out_of_range', '#/exhausted_after'],
    [{ exhausted_after: 101 }, 'out_of_range', '#/exhausted_after'],
    [{ exhausted_after: 1.5 }, 'out_of_range', '#/exhausted_after'],
    [{ name: '' }, 'too_short', '#/name'],
    [{ name: 'x'.repeat(101) }, 'too_long', '#/name'],
    [{ conditions: Array.from({ length: 7 }, () => 'breaker_opened') }, 'too_many_items', '#/conditions'],
    [{ url: 'hooks' }, 'invalid_url', '#/url'],
    [{ url: 'http://hooks.example.com/' }, 'url_not_https', '#/url'],
    [{ url: 'https://10.0.0.1/' }, 'url_not_public', '#/url'],
    [{ url: 'https://inside.example.com/' }, 'url_not_public', '#/url'],
    [{ url: 'https://api.example.com/' }, 'url_not_public', '#/url'],
    [{ secret: 'whsec_mine' }, 'field_not_updatable', '#/secret'],
    [{ colour: 'red' }, 'unknown_field', '#/colour'],
  ])('rejects %j with %s and creates nothing', async (changes, code, pointer) => {
    for (const json of [BODY, SLACK]) {
      const { status, body } = await api.call('create-notification-target', {
        json: { ...json, ...changes },
      });

      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ code, pointer }]);
    }
    expect(api.core.notificationTargets.size).toBe(0);
  });

  it('rejects the sixth target with what to do', async () => {
    for (let made = 0; made < 5; made += 1) await create();
    const { status, body } = await api.call('create-notification-target', { json: BODY });

    expect({ status, code: body.code }).toEqual({ status: 409, code: 'quota_exceeded' });
    expect(body.detail).toContain('Delete a notification target first');
  });

  it('requires both permissions to subscribe', async () => {
    const key = api.grant(['salesbot:webhooks:subscribe']);
    const { status, body } = await api.call('create-notification-target', { key, json: BODY });

    expect({ status, code: body.code }).toEqual({ status: 403, code: 'permission_missing' });
  });
});

describe('update-notification-target', () => {
  it('changes what is sent and keeps the rest, with another revision', async () => {
    const { id } = await create();
    const { status, body, headers } = await run('update-notification-target', id, {
      json: { conditions: ['first_final_failure'], exhausted_after: 3 },
    });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'On call',
      conditions: ['first_final_failure'],
      exhausted_after: 3,
    });
    expect(headers['ETag'] ?? headers['etag']).toBe('"2"');
  });

  it('moves an https target with its secret, and encrypts another URL of a slack target', async () => {
    const [https, slack] = [await create(), await create(SLACK)];
    const url = 'https://other.example.com/services/NEXT';
    const before = sealedOf(stored(https.id));
    const moved = [
      await run('update-notification-target', https.id, { json: { url } }),
      await run('update-notification-target', slack.id, { json: { url } }),
    ];

    expect(moved.map(({ body }) => [body.data.url, body.data.url_hint])).toEqual([
      [url, null],
      [null, 'other.example.com/…NEXT'],
    ]);
    expect(sealedOf(stored(https.id))).toBe(before);
    const target = stored(slack.id);
    expect(await api.secrets.open(sealedOf(target), notificationSealContext(target))).toBe(url);
  });

  it('writes nothing without an effect', async () => {
    const { id } = await create();
    await run('update-notification-target', id, { json: { name: 'On call' } });

    expect(stored(id).revision).toBe(1);
  });

  it.each([
    [{ url: 'https://10.0.0.1/' }, {}, 422, 'url_not_public'],
    [{ kind: 'slack' }, {}, 422, 'field_not_updatable'],
    [{ url: 'hooks' }, {}, 422, 'invalid_url'],
    [{ url: 'http://hooks.example.com/' }, {}, 422, 'url_not_https'],
    [{ exhausted_after: 0 }, {}, 422, 'out_of_range'],
    [{ name: '' }, {}, 422, 'too_short'],
    [{ name: 'x'.repeat(101) }, {}, 422, 'too_long'],
    [{ name: 'On\ncall' }, {}, 422, 'invalid_characters'],
    [{ conditions: [] }, {}, 422, 'too_few_items'],
    [{ conditions: ['coffee'] }, {}, 422, 'invalid_format'],
    [{ conditions: Array.from({ length: 7 }, () => 'breaker_opened') }, {}, 422, 'too_many_items'],
    [{ name: 'x' }, { 'if-match': '"7"' }, 412, 'revision_mismatch'],
  ])('rejects %j %j with %i %s', async (json, headers, status, code) => {
    const { id } = await create();
    const answer = await run('update-notification-target', id, { json, headers });

    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(stored(id).revision).toBe(1);
  });

  it('finds no target of another workspace', async () => {
    const { id } = await create();
    const { key } = await api.createOtherWorkspace();
    const names = ['get', 'update', 'delete'].map((verb) => `${verb}-notification-target`);
    const codes = await Promise.all(
      [...names, 'send-test-notification'].map(async (name) => {
        const method = name.startsWith('update') ? { json: { name: 'x' } } : {};
        return (await run(name, id, { key, ...method })).body.code;
      }),
    );

    expect(new Set(codes)).toEqual(new Set(['notification_target_not_found']));
    expect(stored(id).name).toBe('On call');
  });
});

describe('notification targets and their log', () => {
  it('are listed newest first, and read one by one', async () => {
    const first = await create();
    api.clock.advance(1);
    const second = await create(SLACK);
    const { body } = await api.call('list-notification-targets', { query: { limit: '1' } });
    const rest = await api.call('list-notification-targets', {
      query: { limit: '1', cursor: body.next_cursor },
    });

    expect([...body.data, ...rest.body.data].map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await run('get-notification-target', first.id)).body).toEqual({ data: first.data });
  });

  it('are deleted with their place in the quota', async () => {
    const { id } = await create();

    expect((await run('delete-notification-target', id)).status).toBe(204);
    expect((await run('get-notification-target', id)).status).toBe(404);
    expect([...api.core.quotas.values()]).toContain(0);
  });

  it('request a test under the id of the response', async () => {
    const { id } = await create();
    const { status, body } = await run('send-test-notification', id);

    expect(status).toBe(202);
    expect(body.data).toMatchObject({ target_id: id, notification: 'test', state: 'pending', attempts: 0 });
    expect(await api.dispatchOfTest(body.data.id)).toMatchObject({
      kind: 'notification',
      observation: { observed: 'test_requested', targetId: id, notificationId: body.data.id },
    });
  });

  it('request one test for a repeated request', async () => {
    const { id } = await create();
    const headers = { 'idempotency-key': 'once' };
    const first = await run('send-test-notification', id, { headers });

    expect((await run('send-test-notification', id, { headers })).text).toBe(first.text);
    expect(api.core.requestedTests.size).toBe(1);
  });
});

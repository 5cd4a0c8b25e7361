import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const run = promisify(execFile);

const LINKS = '/api/v1/console-links';
const KEYS = '/api/v1/api-keys';
const MEMBERS = '/api/v1/members';

/** A body that is rejected after authentication, so that the function caches the key. */
const INVALID = { body: { expires_in: 0 } };

describe('console links', () => {
  const stack = forAllTests(shareStack);

  const as = (secret: string) => apiClient(stack.baseUrl, secret);

  /** Each test has a member of its own, because a member has at most five links. */
  async function addMember() {
    const body = { name: 'Linker', email: `${crypto.randomUUID()}@example.com`, role: 'admin' };
    const member = expectStatus(await as(stack.apiKey)('POST', MEMBERS, { body }), 201).body.data;
    const permissions = ['workspace:keys:write', 'workspace:settings:write', 'workspace:settings:read'];
    const key = { name: 'Own', permissions, member_id: member.id };
    const created = expectStatus(await as(stack.apiKey)('POST', KEYS, { body: key }), 201).body;
    return { memberId: String(member.id), secret: String(created.secret) };
  }

  async function createLink(secret: string, body: object = {}) {
    const { data } = expectStatus(await as(secret)('POST', LINKS, { body }), 201).body;
    const fragment = new URLSearchParams(new URL(data.url).hash.slice(1));
    return { id: String(data.id), key: fragment.get('key') ?? '', url: String(data.url) };
  }

  it('open the console with a key that the audit log marks', async () => {
    const { secret } = await addMember();
    const { id, key, url } = await createLink(secret, { path: '/endpoints' });

    expect(url).toBe(`${stack.baseUrl}/console#key=${key}&path=/endpoints`);
    expectStatus(await as(key)('POST', LINKS, { body: { expires_in: 60 } }), 201);
    const entries = await waitFor('the entries of both links', async () => {
      const { body } = await as(stack.apiKey)(
        'GET',
        `/api/v1/audit-events?operation=create-console-link&limit=100`,
      );
      const all: { actor: { key_id: string; console?: boolean }; resource: { type: string; id: string } }[] =
        body.data;
      const own = all.find(({ resource }) => resource.id === id);
      const second = all.find(({ actor }) => actor.key_id === id);
      return own && second && { own, second };
    });
    expect(entries.own.actor).not.toHaveProperty('console');
    expect(entries.own.resource.type).toBe('api_key');
    expect(entries.second.actor).toMatchObject({ kind: 'key', key_id: id, console: true });
  });

  it.each(['/endpoints/%', '/events/100%', '/endpoints/%E0%A4%A'])('have no path %j', async (path) => {
    const { secret } = await addMember();
    const { errors } = expectStatus(await as(secret)('POST', LINKS, { body: { path } }), 422).body;

    expect(errors).toMatchObject([{ pointer: '#/path', code: 'invalid_format' }]);
  });

  it('are all created if five are requested at once', async () => {
    const { secret } = await addMember();
    const created = await Promise.all(
      Array.from({ length: 5 }, () => as(secret)('POST', LINKS, { body: {} })),
    );

    expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  });

  it('end with the removal of their member', async () => {
    const { memberId, secret } = await addMember();
    const { key } = await createLink(secret);
    expectStatus(await as(stack.apiKey)('DELETE', `${MEMBERS}/${memberId}`), 204);

    expect((await as(key)('POST', LINKS, { body: {} })).status).toBe(401);
  });

  it('lose the permissions that their member loses', async () => {
    const { memberId, secret } = await addMember();
    const { id } = await createLink(secret);
    expectStatus(
      await as(stack.apiKey)('PATCH', `${MEMBERS}/${memberId}`, { body: { role: 'editor' } }),
      200,
    );

    const { data } = expectStatus(await as(stack.apiKey)('GET', `${KEYS}/${id}`), 200).body;
    expect(data.permissions).toEqual(['workspace:settings:read']);
  });

  it('can be used to leave the workspace', async () => {
    const { body } = await as(stack.apiKey)('GET', '/api/v1/me');
    const { memberId } = await addMember();
    const permissions = [...body.data.key.permissions];
    const own = { name: 'Own', permissions, member_id: memberId };
    const { secret } = expectStatus(await as(stack.apiKey)('POST', KEYS, { body: own }), 201).body;
    const [other, leaving] = [await createLink(secret), await createLink(secret)];
    expectStatus(await as(leaving.key)('DELETE', `${MEMBERS}/${memberId}`), 204);

    for (const { key } of [other, leaving])
      expect((await as(key)('POST', LINKS, { body: {} })).status).toBe(401);
  });

  it('leave the workspace when they have expired and another one is created', async () => {
    const { memberId, secret } = await addMember();
    const { id } = await createLink(secret);
    const tables = openRawTables(stack);
    await tables.rewrite((item) => {
      const links = Object.entries(Object(item['consoleKeys']));
      if (item['id'] !== memberId || links.length === 0) return undefined;
      return {
        ...item,
        consoleKeys: Object.fromEntries(links.map(([key, link]) => [key, { ...Object(link), expiresAt: 1 }])),
      };
    });
    tables.close();
    await createLink(secret);

    expect((await as(stack.apiKey)('GET', `${KEYS}/${id}`)).status).toBe(404);
  });

  it('are printed by npm run bootstrap, and open the new workspace', async () => {
    const options = ['--workspace', 'Acme', '--admin', 'Ada', '--email', 'ada@example.com'];
    const place = ['--table', stack.coreTable, '--api', `${stack.baseUrl}/ignored`];
    const env = {
      ...process.env,
      AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodbUrl,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    };
    const { stdout } = await run(process.execPath, ['scripts/commands/bootstrap.ts', ...place, ...options], {
      env,
    });
    const { workspaceId, consoleUrl } = JSON.parse(stdout);
    const { origin, pathname, hash } = new URL(consoleUrl);
    const me = await as(new URLSearchParams(hash.slice(1)).get('key') ?? '')('GET', '/api/v1/me');

    expect(`${origin}${pathname}`).toBe(`${stack.baseUrl}/console`);
    expect(expectStatus(me, 200).body.data).toMatchObject({
      workspace: { id: workspaceId },
      key: { console: true },
    });
  });

  it('are not created by a key that was revoked a moment ago', async () => {
    const { secret } = await addMember();
    const { id, key } = await createLink(secret);
    for (let turn = 0; turn < 5; turn += 1) expectStatus(await as(key)('POST', LINKS, INVALID), 422);
    expectStatus(await as(key)('DELETE', `${KEYS}/${id}`), 204);

    expect(expectStatus(await as(key)('POST', LINKS, { body: {} }), 401).body.code).toBe('api_key_invalid');
  });
});

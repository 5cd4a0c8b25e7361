import { describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiverServer } from '#test/support/fixtures/webhooks/receiver-socket.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const HOSTILE = 'a\u0000\u0007\ud800z';

/** What a server returns for each path: customers choose it, so it can contain every character. */
const RESPONSES: Readonly<Record<string, unknown>> = {
  '/api/v1/accounts/verify_credentials': {
    acct: HOSTILE,
    display_name: HOSTILE,
    avatar: `https://a.b/${HOSTILE}`,
  },
  '/api/v1/statuses': { id: '109', url: `https://a.b/${HOSTILE}`, uri: `https://a.b/${HOSTILE}` },
  '/xrpc/com.atproto.server.createSession': {
    accessJwt: 'a\r\nx-injected: 1',
    did: 'did:plc:44ybard66vv44zksje25o7dz',
    handle: 'ada.example.com',
  },
  '/wp-json/wp/v2/users/me?context=edit': { username: 'u'.repeat(900_000), capabilities: {} },
};

describe('a social network whose texts cannot be stored as they are', () => {
  const stack = forAllTests(shareStack);
  const server = forAllTests(
    () =>
      startReceiverServer((response, { url = '' }) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(RESPONSES[url] ?? [])),
      ),
    Symbol.asyncDispose,
  );
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const path = () => ({ path: { workspace: stack.workspaceId } });
  const origin = () => `http://127.0.0.1:${server.port}`;

  it('is connected with readable names, and the result of a post is stored without its URL', async () => {
    const credentials = { instance_url: origin(), access_token: 'tok-31415926535897932384' };
    const body = { provider: 'mastodon', credentials } as const;
    const connected = await api.POST('/os/api/{workspace}/accounts', { params: path(), body });
    const account = expectStatus(connected, 201).body.data;
    expect(account).toMatchObject({ username: 'a\ufffdz', name: 'a\ufffdz', image: null });

    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Hello' }] }];
    const created = await api.POST('/os/api/{workspace}/posts', {
      params: path(),
      body: { accounts: [account.id], versions, schedule_now: true },
    });
    const post = expectStatus(created, 201).body.data.id;
    const read = async () => {
      const params = { path: { ...path().path, post } };
      return expectStatus(await api.GET('/os/api/{workspace}/posts/{post}', { params }), 200).body.data;
    };
    await waitFor('the post is published', async () => (await read()).status_name === 'published');
    expect((await read()).publications).toMatchObject([
      { state: 'published', remote: [{ id: '109', url: null }] },
    ]);
  });

  it('cannot add a header to the next request', async () => {
    const credentials = { identifier: 'ada.example.com', app_password: 'abcd-efgh-ijkl', service: origin() };
    const body = { provider: 'bluesky', credentials } as const;
    const answer = await api.POST('/os/api/{workspace}/accounts', { params: path(), body });

    expect(expectStatus(answer, 422).body.code).toBe('invalid_url');
    expect(JSON.stringify(server.requests.map(({ headers }) => headers))).not.toContain('injected');
  });

  it('cannot fill an error with its text', async () => {
    const credentials = { site_url: origin(), username: 'ada', application_password: 'abcd efgh ijkl' };
    const body = { provider: 'wordpress', credentials } as const;
    const answer = await api.POST('/os/api/{workspace}/accounts', { params: path(), body });
    const error = expectStatus(answer, 422).body;

    expect(error).toMatchObject({ code: 'credentials_refused' });
    expect(JSON.stringify(error).length).toBeLessThan(2000);
  });
});

import { describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const PERMISSIONS = ['workspace:settings:read', 'workspace:settings:write'];

describe('a key with rate limits', () => {
  const stack = forAllTests(() => startStack({ env: { LOCAL_THROTTLING: 'on' } }), 'discard');

  async function createKey(limits: object) {
    const body = { name: 'Limited', permissions: PERMISSIONS, rate_limits: limits };
    const created = await apiClient(stack.baseUrl, stack.apiKey)('POST', '/api/v1/api-keys', { body });
    return apiClient(stack.baseUrl, expectStatus(created, 201).body.secret);
  }

  /** Requests that are sent one after another within one minute. */
  async function statusesOf(call: ReturnType<typeof apiClient>, method: 'GET' | 'PATCH', requests: number) {
    const secondsLeft = 60 - new Date().getUTCSeconds();
    if (secondsLeft < 10) await new Promise((resolve) => setTimeout(resolve, secondsLeft * 1000));
    const answers = [];
    for (let each = 0; each < requests; each += 1)
      answers.push(
        await call(method, '/api/v1/workspace', method === 'PATCH' ? { body: { name: 'Acme' } } : {}),
      );
    return answers;
  }

  it('gets 429 with the time to wait above its limit, and other classes of requests still pass', async () => {
    const call = await createKey({ write: 12 });
    const answers = await statusesOf(call, 'PATCH', 20);

    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 12 }, () => 200),
      ...Array.from({ length: 8 }, () => 429),
    ]);
    const rejected = answers.at(-1);
    expect(rejected?.body).toMatchObject({ code: 'rate_limited', limit: 12, limit_of: 'key' });
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected?.headers.get('ratelimit')).toContain('"key-write";r=0;t=');
    expectStatus(await call('GET', '/api/v1/workspace'), 200);
  });

  it('sees its limits and what remains in every response', async () => {
    const call = await createKey({ read: 40 });
    const [first] = await statusesOf(call, 'GET', 1);

    expect(first?.headers.get('ratelimit-policy')).toBe('"key-read";q=40;w=60, "workspace-read";q=1500;w=60');
    expect(first?.headers.get('ratelimit')).toMatch(/^"key-read";r=39;t=\d+, "workspace-read";r=\d+;t=\d+$/u);
  });

  it('does not affect another key of the workspace', async () => {
    const [limited, other] = [await createKey({ read: 3 }), await createKey({})];
    const answers = await statusesOf(limited, 'GET', 6);

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    expectStatus(await other('GET', '/api/v1/workspace'), 200);
  });
});

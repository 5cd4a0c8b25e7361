import { describe, expect, it } from 'vitest';
import { endpoint } from '#shared/api-docs/webhook-examples.ts';
import { json, respondWith, runFake } from '#test/support/fakes/clients/fake-outside.ts';

const ARGS = ['--url', 'https://hooks.example.com/', '--events', 'salesbot.store.order_paid'];

/** An API that stores the bodies of requests that create or preview an endpoint. */
function endpoints() {
  const bodies: Record<string, unknown>[] = [];
  const keep = ({ body }: { body?: Buffer }) => bodies.push(JSON.parse(body?.toString() ?? ''));
  const send = respondWith({
    'GET /api/v1/workspace-webhooks/events': () => json({ data: [{ event: 'salesbot.store.order_paid' }] }),
    [`GET /api/v1/workspace-webhooks/${endpoint.id}`]: () => json({ data: endpoint }),
    'POST /api/v1/workspace-webhooks': (request: { body?: Buffer }) => {
      keep(request);
      return json({ data: endpoint, warnings: [], secret: 'whsec_x' }, 201);
    },
    'POST /api/v1/workspace-webhooks/preview': (request: { body?: Buffer }) => {
      keep(request);
      const target = { reachable: true, protocol: 'TLSv1.3', address: '203.0.113.7', error: null };
      return json({ data: { target, deliveries: [], warnings: [] }, secret: 'whsec_x' });
    },
  });
  return { bodies, send };
}

describe.each(['create', 'preview'])('endpoints %s', (command) => {
  it('sends the headers of the options and of the file', async () => {
    const { bodies, send } = endpoints();
    const files = new Map([['headers.txt', 'Authorization: Bearer a:b\r\n\nX-Empty:\n']]);
    const given = ['--request-headers-file', 'headers.txt', '--request-header', 'X-Tenant:  a, b '];
    const { exitCode, output, messages } = await runFake(['endpoints', command, ...ARGS, ...given], {
      send,
      files,
    });

    expect(exitCode).toBe(0);
    expect(bodies[0]).toMatchObject({
      headers: { Authorization: 'Bearer a:b', 'X-Empty': '', 'X-Tenant': 'a, b' },
    });
    expect(output() + messages()).not.toContain('Bearer');
  });

  it('sends no field without such options', async () => {
    const { bodies, send } = endpoints();
    await runFake(['endpoints', command, ...ARGS], { send });

    expect(bodies[0]).not.toHaveProperty('headers');
  });

  it.each([
    ['a header without a colon', ['--request-header', 's3cret-value']],
    ['a header without a name', ['--request-header', ': s3cret-value']],
    ['a header that is given twice', ['--request-header', 'A: s3cret', '--request-header', 'A: s3cret']],
    ['a file that does not exist', ['--request-headers-file', 'none.txt']],
  ])('rejects %s, and repeats no value', async (_, given) => {
    const { bodies, send } = endpoints();
    const { exitCode, output, messages } = await runFake(['endpoints', command, ...ARGS, ...given], { send });

    expect([exitCode, bodies]).toEqual([2, []]);
    expect(output() + messages()).not.toContain('s3cret');
  });
});

it('endpoints show prints the names of the headers', async () => {
  const { output } = await runFake(['endpoints', 'show', endpoint.id], endpoints());

  expect(output()).toMatch(/headers\s+X-Api-Key/u);
});

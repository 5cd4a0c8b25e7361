import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXIT } from '#clients/cli/command/command-error.ts';
import { HOST, json, KEY, ME, respondWith, runFake } from '#test/support/fakes/clients/fake-outside.ts';

describe('the exit code', () => {
  it('is 0 after a success', async () => {
    const { exitCode, output } = await runFake(['whoami', '--json'], {
      send: respondWith({ 'GET /api/v1/me': ME }),
    });

    expect(exitCode).toBe(0);
    expect(JSON.parse(output())).toMatchObject({ workspace: { name: 'Shop' }, host: HOST });
  });

  it.each([
    [400, EXIT.rejected],
    [404, EXIT.rejected],
    [409, EXIT.rejected],
    [422, EXIT.rejected],
    [429, EXIT.rejected],
    [401, EXIT.credentials],
    [403, EXIT.credentials],
    [500, EXIT.unreachable],
    [503, EXIT.unreachable],
  ])('of a %d response is %d, and the message has all that the response says', async (status, expected) => {
    const problem = {
      code: 'some_code',
      detail: 'What is wrong.',
      request_id: 'r1',
      errors: [
        { pointer: '#/name', detail: 'Too long.' },
        { parameter: 'limit', detail: 'Too large.' },
        { header: 'If-Match', detail: 'Missing.' },
      ],
      missing_permissions: ['a:b:c'],
    };
    for (const args of [['whoami'], ['api', 'GET', '/api/v1/me']]) {
      const { exitCode, messages, seen } = await runFake(args, { send: () => json(problem, status) });
      expect(exitCode).toBe(expected);
      for (const part of [
        'What is wrong.',
        `${status} some_code`,
        '#/name: Too long.',
        'parameter limit: Too large.',
      ])
        expect(messages()).toContain(part);
      for (const part of ['header If-Match: Missing.', 'lacks a:b:c', 'request_id r1'])
        expect(messages()).toContain(part);
      expect(seen()).not.toContain(KEY);
    }
  });

  it('is 4 without a connection', async () => {
    const { exitCode, messages } = await runFake(['whoami']);

    expect(exitCode).toBe(4);
    expect(messages()).toContain(`${HOST} is not reachable: nothing listens there (ECONNREFUSED)`);
  });

  it('is 3 without a key', async () => {
    const { exitCode, messages, requests } = await runFake(['whoami'], { env: {} });

    expect(exitCode).toBe(3);
    expect(messages()).toContain('workspace-platform login');
    expect(requests).toEqual([]);
  });

  it('is 1 if the host is not the API', async () => {
    const send = () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>') });
    const { exitCode, messages } = await runFake(['whoami'], { send });

    expect(exitCode).toBe(1);
    expect(messages()).toContain('is not the API');
  });

  it('is 1 after a redirect, which is not followed', async () => {
    const headers = { location: 'https://evil.example.com/' };
    const send = () => ({ status: 302, headers, body: Buffer.alloc(0) });
    for (const args of [['whoami'], ['api', 'GET', '/api/v1/me']]) {
      const { exitCode, messages, requests } = await runFake(args, { send });
      expect(exitCode).toBe(1);
      expect(messages()).toContain('Redirects are not followed');
      expect(requests.map(({ url }) => url.host)).toEqual(['127.0.0.1:3000']);
    }
  });

  it('is documented in the help and in the README', async () => {
    const help = (await runFake(['--help'])).output();
    const readme = readFileSync('clients/cli/README.md', 'utf8');
    for (const code of Object.values(EXIT)) {
      expect(help).toMatch(new RegExp(`^  ${code} `, 'mu'));
      expect(readme).toMatch(new RegExp(`^\\| ${code} \\|`, 'mu'));
    }
  });
});

describe('api', () => {
  it.each([
    '//evil.example.com/x',
    'https://evil.example.com/x',
    'api/v1/me',
    String.raw`/\evil.example.com`,
  ])('rejects the path %s, which would send the key elsewhere', async (path) => {
    const { exitCode, requests } = await runFake(['api', 'GET', path], { send: () => json({}) });

    expect(exitCode).toBe(2);
    expect(requests).toEqual([]);
  });

  it('sends the body, the query, the headers and an Idempotency-Key', async () => {
    const files = new Map([['body.json', '{"a":1}']]);
    const send = () => json({ ok: true }, 201);
    const args = [
      'api',
      'POST',
      '/x?a=1',
      '--data',
      '@body.json',
      '--query',
      'b=2&3',
      '--header',
      'If-Match: "4"',
    ];
    const { exitCode, output, requests } = await runFake(args, { files, send });

    expect([exitCode, JSON.parse(output())]).toEqual([0, { ok: true }]);
    const [request] = requests;
    expect(request?.url.href).toBe(`${HOST}/x?a=1&b=2%263`);
    expect(request?.body?.toString()).toBe('{"a":1}');
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'if-match': '"4"',
      'idempotency-key': '00000000-0000-4000-8000-000000000001',
    });
  });

  it.each([
    'Authorization: Bearer x',
    'x-api-key: x',
    'Host: evil.example.com',
    'bad name: x',
    'a: b\r\nc: d',
    'a',
  ])('rejects the header %j', async (header) => {
    const { exitCode, requests } = await runFake(['api', 'GET', '/x', '--header', header], {
      send: () => json({}),
    });

    expect(exitCode).toBe(2);
    expect(requests).toEqual([]);
  });

  it('prints the response of an error, too', async () => {
    const send = () => json({ code: 'c', detail: 'd' }, 409);
    const { exitCode, output, messages } = await runFake(['api', 'DELETE', '/x'], { send });

    expect(exitCode).toBe(1);
    expect(JSON.parse(output())).toEqual({ code: 'c', detail: 'd' });
    expect(messages()).toContain('d (409 c)');
  });
});

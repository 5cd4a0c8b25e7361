import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BEHAVIOURS } from '#local/receiver/behaviours.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiverUnderTest, type ReceiverUnderTest } from './receiver-under-test.ts';

describe('behaviours of the receiver', () => {
  let receiver: ReceiverUnderTest;

  beforeEach(async () => {
    receiver = await startReceiverUnderTest();
  });
  afterEach(async () => {
    await receiver[Symbol.asyncDispose]();
  });

  /** Sends a request over a separate socket and returns everything that arrives until the connection ends. */
  async function talk(path: string): Promise<{ text: string; error: unknown }> {
    const socket = connect(receiver.port(), '127.0.0.1');
    let text = '';
    let error: unknown;
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', (thrown) => (error = thrown));
    socket.write(`POST ${path} HTTP/1.1\r\nhost: receiver\r\ncontent-length: 2\r\n\r\n{}`);
    await new Promise((resolve) => socket.once('close', resolve));
    return { text, error };
  }

  async function lastAnswer() {
    return waitFor('the response has ended', async () => {
      const answer = (await receiver.list()).requests[0]?.answer;
      return answer?.completed === null ? undefined : answer;
    });
  }

  it.each<[string, number, Record<string, string>]>([
    ['/', 200, {}],
    ['/hooks', 200, {}],
    ['/hooks/orders?tenant=7&secret_of_mine=x', 200, {}],
    ['/status/200', 200, {}],
    ['/status/204', 204, {}],
    ['/status/304', 304, {}],
    ['/status/503', 503, {}],
    ['/status/599', 599, {}],
    ['/status/429?retry-after=30', 429, { 'retry-after': '30' }],
    ['/status/503?retry_after=soon', 503, { 'retry-after': 'soon' }],
    ['/gone', 410, {}],
    ['/redirect', 302, { location: '/hooks/redirected' }],
    ['/redirect?to=https%3A%2F%2Fexample.com%2F&status=308', 308, { location: 'https://example.com/' }],
    ['/slow?seconds=0.01', 200, {}],
    ['/strict', 401, {}],
  ])('%s returns %i', async (path, status, headers) => {
    const response = await receiver.deliver(path);

    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    await response.text();
    expect(await lastAnswer()).toMatchObject({ status, completed: true });
  });

  it.each<[string, string]>([
    ['/statsu/503', 'nothing behaves at /statsu/503; these do'],
    ['/status/600', 'nothing behaves at /status/600; these do'],
    ['/hookshot', 'nothing behaves at /hookshot; these do'],
  ])('%s returns 404 with the list of the behaviours, and is listed', async (path, error) => {
    const response = await receiver.deliver(path);

    expect(response.status).toBe(404);
    const body: unknown = await response.json();
    expect(body).toMatchObject({ error });
    for (const { path: known, description } of BEHAVIOURS)
      expect(body).toHaveProperty(['behaviours', known], description);
    expect(await lastAnswer()).toMatchObject({ behaviour: null, status: 404 });
  });

  it.each<[string, string]>([
    ['/flaky?fails=3', 'flaky has no parameter fails. Its parameters: secret, fail, retry-after.'],
    ['/flaky?fail=many', 'The parameter fail must be a whole number.'],
    ['/slow?seconds=-1', 'The parameter seconds must be seconds from 0 to 9999.'],
    ['/redirect?status=200', 'The parameter status must be a redirect status.'],
    ['/redirect?to=%0d%0aset-cookie:a=b', 'The parameter to is not a valid header value.'],
  ])('%s is rejected with a sentence', async (path, error) => {
    const response = await receiver.deliver(path);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error });
  });

  it.each<[string, number[]]>([
    ['/flaky', [500, 500, 500, 500, 200, 200]],
    ['/flaky?fail=1', [500, 500, 200, 200, 200, 200]],
    ['/status/503?fail=2', [503, 503, 503, 503, 200, 200]],
    ['/hooks?fail=1', [500, 500, 200, 200, 200, 200]],
    ['/gone?fail=0', [200, 200, 200, 200, 200, 200]],
  ])('%s fails the first attempts of each delivery', async (path, expected) => {
    const statuses: number[] = [];
    for (const delivery of ['one', 'two', 'one', 'two', 'one', 'two'])
      statuses.push((await receiver.deliver(path, { delivery })).status);

    expect(statuses).toEqual(expected);
    expect((await receiver.list('?delivery=two')).requests.map(({ attempt }) => attempt)).toEqual([3, 2, 1]);
  });

  it('counts requests without a delivery id by their URL', async () => {
    const statuses = [];
    for (const path of ['/flaky?fail=1', '/flaky?fail=1', '/flaky?fail=2'])
      statuses.push((await receiver.call('POST', path, '{}')).status);

    expect(statuses).toEqual([500, 200, 500]);
  });

  it('resets the connection after it has read the request', async () => {
    expect(await talk('/reset')).toMatchObject({ text: '', error: { code: 'ECONNRESET' } });
    expect(await lastAnswer()).toMatchObject({ behaviour: 'reset', status: null, completed: false });
  });

  it('returns bytes that are not HTTP', async () => {
    const { text } = await talk('/garbage');

    expect(text).not.toMatch(/^HTTP/);
    expect(text.length).toBeGreaterThan(0);
    await expect(receiver.deliver('/garbage')).rejects.toThrow('fetch failed');
  });

  it('sends a whole response byte by byte', async () => {
    const { text } = await talk('/drip?seconds=0.001');

    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nok$/su);
  });

  it('aborts in the body after the status', async () => {
    const { text } = await talk('/truncated/503');

    expect(text).toMatch(/^HTTP\/1\.1 503 .*content-length: 100\r\n.*cut o$/su);
    expect(await lastAnswer()).toMatchObject({ behaviour: 'truncated', status: 503, completed: false });
  });

  it.each(['/hang', '/drip', '/slow?seconds=9999'])('%s ends when the client disconnects', async (path) => {
    const leave = new AbortController();
    const left = receiver.deliver(path, { signal: leave.signal }).catch((error: unknown) => error);
    await waitFor('the request arrived', async () => (await receiver.list()).requests.length === 1);
    expect((await receiver.list()).requests[0]?.answer).toMatchObject({ status: null, completed: null });

    leave.abort();

    expect(await left).toBeInstanceOf(Error);
    expect(await lastAnswer()).toMatchObject({ status: null, completed: false });
  });

  it.each(['/hang', '/drip', '/slow?seconds=9999'])('%s ends when the receiver stops', async (path) => {
    const left = receiver.deliver(path).catch((error: unknown) => error);
    await waitFor('the request arrived', async () => (await receiver.list()).requests.length === 1);

    await receiver.stop();

    expect(await left).toBeInstanceOf(Error);
  });

  it('leaves nothing behind that keeps a process alive', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', LEAVING], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SECRETS: receiver.file },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      await waitFor('the process ended', () => child.exitCode !== null);
    } finally {
      child.kill('SIGKILL');
    }

    expect([child.exitCode, output]).toEqual([0, 'stopped\n']);
  });
});

/** One client disconnects, another stays until the receiver stops; then the process has nothing more to do. */
const LEAVING = `
import { startDemoReceiver } from '#local/receiver/demo-receiver.ts';
const receiver = await startDemoReceiver({ port: 0, secretsFile: process.env.SECRETS, now: Date.now });
const calls = ['/hang', '/drip?seconds=999', '/slow?seconds=999'].flatMap((path) => {
  const leave = new AbortController();
  const open = [leave.signal, undefined].map((signal) => fetch(receiver.address + path, { signal }).catch(() => {}));
  return [{ leave, open }];
});
for (let kept = 0; kept < 6; ) ({ kept } = await (await fetch(receiver.address + '/requests')).json());
for (const { leave, open } of calls) { leave.abort(); await open[0]; }
await receiver.stop();
await Promise.all(calls.flatMap(({ open }) => open));
console.log('stopped');
`;

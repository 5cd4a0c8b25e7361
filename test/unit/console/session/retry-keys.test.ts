import { beforeEach, describe, expect, it } from 'vitest';
import { createRetryKeys, type RetryKeys, sendOnce } from '#console/session/retry-keys.ts';

const HOUR = 3_600_000;
const TARGETS = '/api/v1/notification-targets';

let now: number;
let keys: RetryKeys;

beforeEach(() => {
  now = 0;
  keys = createRetryKeys(() => now);
});

/** The key that a command is sent with. */
async function sent(path: string, body: string | null, proposed: string): Promise<string | null> {
  const headers = { 'Idempotency-Key': proposed };
  const request = new Request(`https://api.example.com${path}`, { method: 'POST', headers, body });
  const changed = (await sendOnce(keys).onRequest({ request })) ?? request;
  expect(await changed.text()).toBe(body ?? '');
  return changed.headers.get('Idempotency-Key');
}

describe('a command whose result is unknown', () => {
  it('is sent again with the same key, whichever component sends it', async () => {
    expect(await sent(TARGETS, '{"name":"a"}', 'one')).toBe('one');
    expect(await sent(TARGETS, '{"name":"a"}', 'two')).toBe('one');
    expect(await sent(TARGETS, '{"name":"a"}', 'three')).toBe('one');
  });

  it('lends its key to no other command', async () => {
    await sent(TARGETS, '{"name":"a"}', 'one');

    expect(await sent(TARGETS, '{"name":"b"}', 'two')).toBe('two');
    expect(await sent(`${TARGETS}/1/test`, '{"name":"a"}', 'three')).toBe('three');
    expect(await sent(`${TARGETS}/2/test`, null, 'four')).toBe('four');
  });

  it('has a new key after 24 hours, when the API has forgotten the old one', async () => {
    await sent(TARGETS, null, 'one');
    now = 24 * HOUR - 1;
    expect(await sent(TARGETS, null, 'two')).toBe('one');
    now += 1;
    expect(await sent(TARGETS, null, 'three')).toBe('three');
  });

  it('keeps its key when the API rejects a repetition, because the first request may have been carried out', async () => {
    await sent(TARGETS, null, 'one');
    await sent(TARGETS, null, 'two');
    keys.rejected('two');

    expect(await sent(TARGETS, null, 'three')).toBe('one');
  });

  it('is not kept by another session', async () => {
    await sent(TARGETS, null, 'one');
    keys = createRetryKeys(() => now);

    expect(await sent(TARGETS, null, 'two')).toBe('two');
  });

  it.each([
    ['the resource that it created', `${TARGETS}/1`, TARGETS],
    ['the resource that it changed', `${TARGETS}/1`, `${TARGETS}/1/rotate-secret`],
  ])('is forgotten when a person deletes %s', async (_, deleted, path) => {
    await sent(path, null, 'one');
    const request = new Request(`https://api.example.com${deleted}`, { method: 'DELETE' });
    for (const status of [500, 403])
      sendOnce(keys).onResponse({ request, response: new Response(null, { status }) });
    expect(await sent(path, null, 'two')).toBe('one');
    sendOnce(keys).onResponse({ request, response: new Response(null, { status: 404 }) });

    expect(await sent(path, null, 'three')).toBe('three');
  });

  it('is kept when a person deletes something else', async () => {
    await sent(`${TARGETS}/1/rotate-secret`, null, 'one');
    const request = new Request(`https://api.example.com${TARGETS}/2`, { method: 'DELETE' });
    sendOnce(keys).onResponse({ request, response: new Response(null, { status: 204 }) });

    expect(await sent(`${TARGETS}/1/rotate-secret`, null, 'two')).toBe('one');
  });
});

describe('a command whose result is known', () => {
  it('has a new key after it has succeeded', async () => {
    await sent(TARGETS, null, 'one');

    expect(keys.succeeded('one')).toBe(false);
    expect(await sent(TARGETS, null, 'two')).toBe('two');
  });

  it('has a new key after its first request was rejected', async () => {
    await sent(TARGETS, null, 'one');
    keys.rejected('one');

    expect(await sent(TARGETS, null, 'two')).toBe('two');
  });

  it('is known to be repeated when a repetition has succeeded', async () => {
    await sent(TARGETS, null, 'one');
    await sent(TARGETS, null, 'two');

    expect(keys.succeeded('two')).toBe(true);
    expect(await sent(TARGETS, null, 'three')).toBe('three');
  });
});

it('requests without a key stay without one', async () => {
  const request = new Request(`https://api.example.com${TARGETS}`, { method: 'POST', body: '{}' });

  expect(await sendOnce(keys).onRequest({ request })).toBeUndefined();
  expect(request.headers.has('Idempotency-Key')).toBe(false);
});

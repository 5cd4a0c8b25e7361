import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { fixtureNow, startReceiverUnderTest, type ReceiverUnderTest } from './receiver-under-test.ts';

const { secrets } = fixtureNow('valid');

describe('receiver', () => {
  let receiver: ReceiverUnderTest;

  beforeEach(async () => {
    receiver = await startReceiverUnderTest();
  });
  afterEach(async () => {
    await receiver[Symbol.asyncDispose]();
  });

  async function verdictOf(fixture: string, path = '/hooks') {
    await receiver.deliver(path, { fixture });
    const [newest] = (await receiver.list()).requests;
    return newest;
  }

  it('lists requests, newest first, with the fields a person searches', async () => {
    await receiver.tellSecrets('new');
    await receiver.deliver('/hooks/a', { delivery: 'one' });
    await receiver.deliver('/status/503?retry-after=9', { delivery: 'two' });

    const { requests, kept, dropped } = await waitFor('both have ended', async () => {
      const list = await receiver.list();
      return list.requests.every(({ answer }) => answer.completed === true) && list;
    });

    const { headers, body } = fixtureNow('valid');
    expect([kept, dropped]).toEqual([2, 0]);
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/status/503?retry-after=9',
        event: headers['x-webhook-event'],
        event_id: headers['webhook-id'],
        delivery_id: 'two',
        attempt: 1,
        verified: true,
        verified_with: ['new'],
        why_not: null,
        answer: { behaviour: 'status', status: 503, completed: true, duration_ms: expect.any(Number) },
        body,
      },
      { path: '/hooks/a', delivery_id: 'one', answer: { behaviour: 'ok', status: 200 } },
    ]);
  });

  it('filters its list and rejects unknown filters', async () => {
    await receiver.deliver('/hooks/a', { delivery: 'one' });
    await receiver.deliver('/hooks/b', { delivery: 'two' });
    await receiver.deliver('/gone', { delivery: 'two' });
    const paths = async (query: string) => (await receiver.list(query)).requests.map(({ path }) => path);

    expect(await paths('?path=/hooks')).toEqual(['/hooks/b', '/hooks/a']);
    expect(await paths('?delivery=two')).toEqual(['/gone', '/hooks/b']);
    expect(await paths('?limit=1')).toEqual(['/gone']);
    expect((await receiver.call('GET', '/requests?deliver=two')).status).toBe(400);
    expect((await receiver.call('GET', '/requests?limit=many')).status).toBe(400);
  });

  it('deletes requests and attempts on demand', async () => {
    await receiver.deliver('/flaky?fail=1');
    expect((await receiver.call('DELETE', '/requests')).status).toBe(204);
    expect(await receiver.list()).toEqual({ requests: [], kept: 0, dropped: 0 });

    expect((await receiver.deliver('/flaky?fail=1')).status).toBe(500);
  });

  it('verifies requests that arrived before their secret was set', async () => {
    expect(await verdictOf('valid')).toMatchObject({
      verified: false,
      why_not: 'No secret is known; add it with PUT /secrets/{name}.',
    });
    await receiver.tellSecrets('new');

    expect((await receiver.list()).requests).toMatchObject([{ verified: true }]);
  });

  it('verifies with the secrets that the URL selects', async () => {
    await receiver.tellSecrets('new', 'old');

    expect(await verdictOf('rotation-overlap')).toMatchObject({ verified_with: ['new', 'old'] });
    expect(await verdictOf('rotation-overlap', '/hooks?secret=old')).toMatchObject({
      verified_with: ['old'],
    });
    expect(await verdictOf('valid', '/hooks?secret=old')).toMatchObject({ verified: false });
    expect(await verdictOf('valid', '/hooks?secret=old,new')).toMatchObject({ verified_with: ['new'] });
    expect(await verdictOf('valid', '/hooks?secret=newest')).toMatchObject({
      verified: false,
      why_not: 'No secret named newest is known; add it with PUT /secrets/{name}.',
    });
  });

  it('accepts only verified requests in strict mode', async () => {
    await receiver.tellSecrets('new', 'old');
    const status = async (path: string, fixture: string) =>
      (await receiver.deliver(path, { fixture })).status;

    expect(await status('/strict', 'valid')).toBe(200);
    expect(await status('/strict', 'tampered-body')).toBe(401);
    expect(await status('/strict?secret=old', 'valid')).toBe(401);
    await receiver.call('DELETE', '/secrets/old');
    expect(await status('/strict', 'before-rotation')).toBe(401);
  });

  it('accepts a secret as JSON or as text, and never returns it', async () => {
    const told = await receiver.call('PUT', '/secrets/new', secrets.new);
    const asJson = await receiver.call('PUT', '/secrets/old', JSON.stringify({ secret: secrets.old }));
    // Each of these is a mistake that puts a secret where lists and errors could show it.
    const slips = await Promise.all([
      receiver.call('PUT', '/secrets/New', JSON.stringify({ secret: secrets.new })),
      receiver.call('POST', '/secrets/new', secrets.new),
      receiver.call('PUT', '/secret/new', JSON.stringify({ secret: secrets.new })),
      receiver.call('PUT', `/secrets/${secrets.new}`, ''),
      receiver.call('PUT', '/secrets/new', `${secrets.new}!`),
      receiver.call('POST', `/hooks?secret=${secrets.new}`, '{}'),
      receiver.call('POST', `/nowhere/${secrets.new}`, '{}'),
    ]);
    const listed = await receiver.call('GET', '/secrets');
    const requests = await receiver.call('GET', '/requests');
    const texts = await Promise.all([told, asJson, ...slips, listed, requests].map((each) => each.text()));

    expect([told.status, asJson.status, ...slips.map((slip) => slip.status)]).toEqual([
      200, 200, 404, 405, 404, 404, 400, 200, 404,
    ]);
    expect(slips[1].headers.get('allow')).toBe('PUT, DELETE');
    expect(texts.filter((text) => text.includes(secrets.new.slice(6)))).toEqual([]);
    expect(JSON.parse(texts.at(-2) ?? '')).toEqual({
      secrets: [
        { name: 'new', hint: secrets.new.slice(-4) },
        { name: 'old', hint: secrets.old.slice(-4) },
      ],
    });
    expect(JSON.parse(texts.at(-1) ?? '')).toMatchObject({ kept: 3 });
  });

  it('keeps secrets and deletions over a restart, in a file of its owner', async () => {
    await receiver.tellSecrets('new', 'old');
    expect((await receiver.call('DELETE', '/secrets/old')).status).toBe(204);
    expect((await receiver.call('DELETE', '/secrets/old')).status).toBe(404);
    await receiver.restart();

    expect(await verdictOf('rotation-overlap')).toMatchObject({ verified_with: ['new'] });
    expect(JSON.parse(readFileSync(receiver.file, 'utf8'))).toEqual({ new: secrets.new });
  });

  it('reads the secrets that an earlier version stored without names', async () => {
    writeFileSync(receiver.file, JSON.stringify([secrets.old]));
    await receiver.restart();

    expect(await verdictOf('before-rotation')).toMatchObject({
      verified_with: [expect.stringMatching(/^unnamed-[0-9a-f]{8}$/)],
    });
  });

  it('lists its behaviours and its own routes', async () => {
    const guide: unknown = await (await receiver.call('GET', '/')).json();

    expect(guide).toMatchObject({
      behaviours: { '/hang': expect.any(String) },
      control: { 'PUT /secrets/{name}': expect.any(String), 'GET /': 'This guide.' },
    });
  });

  it('listens only on the loopback address', async () => {
    const outer = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    const socket = connect(receiver.port(), outer?.address ?? '127.0.0.2');

    await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('accepts bodies up to a mebibyte', async () => {
    const most = 'x'.repeat(1024 * 1024);

    expect((await receiver.call('POST', '/hooks', most)).status).toBe(200);
    expect((await receiver.call('POST', '/hooks', `${most}x`)).status).toBe(413);
    expect((await receiver.list()).kept).toBe(1);
  });
});

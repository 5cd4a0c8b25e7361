import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '#clients/typescript/verify-webhook.ts';
import { verifyWebhookWithKeys } from '#clients/typescript/verify-with-keys.ts';
import { sendFixtures } from '#local/receiver/fixtures/send-fixtures.ts';
import { signedFixtures } from '#local/receiver/fixtures/signed-fixtures.ts';
import { type AnyScheme, verifyAsymmetric, verifySignatures } from '#local/receiver/verify-signatures.ts';
import { snippetOf } from '#test/support/fixtures/webhooks/guide-snippets.ts';
import { startReceiverServer } from '#test/support/fixtures/webhooks/receiver-socket.ts';
import { startReceiverUnderTest, type ReceiverUnderTest } from './receiver-under-test.ts';

const live = () => signedFixtures(Math.floor(Date.now() / 1000));

/** The server of a user that checks one scheme with one secret, correctly or not. */
function startServer(scheme: AnyScheme, options: { readonly takesAll?: boolean } = {}) {
  const [{ secrets, public_keys: keys } = { secrets: { new: '' }, public_keys: { new: '' } }] =
    signedFixtures();
  return startReceiverServer((response, { headers, body }) => {
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const delivery = { headers: flat, body, receivedAt: Date.now() };
    const verdicts = {
      ...verifySignatures(delivery, secrets.new),
      asymmetric: verifyAsymmetric(delivery, keys.new),
    };
    const isTaken = options.takesAll === true || verdicts[scheme] === 'verified';
    response.writeHead(isTaken ? 204 : 400).end();
  });
}

async function fixtures(...options: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const child = spawn(process.execPath, ['scripts/commands/generate/fixtures.ts', ...options]);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  return { code, out, err };
}

describe('sendFixtures', () => {
  it.each(['stripe', 'standard', 'asymmetric'] as const)(
    'accepts a server that checks the %s scheme correctly',
    async (scheme) => {
      await using server = await startServer(scheme);
      const results = await sendFixtures(live(), { url: server.url, scheme, secret: 'new' });

      expect(results).toHaveLength(live().filter(({ exact_time }) => !exact_time).length);
      expect(results.filter(({ passed }) => !passed)).toEqual([]);
      expect(results.filter(({ expected }) => expected === 'accept').length).toBeGreaterThan(2);
    },
  );

  it('accepts a server that uses the snippet of the webhook guide for public keys', async () => {
    const guide = await import(`data:text/javascript,${encodeURIComponent(snippetOf('javascript'))}`);
    const keys = [guide.toKey(signedFixtures()[0]?.public_keys.new)];
    await using server = await startReceiverServer((response, { headers, body }) => {
      response.writeHead(guide.verifyWithKeys(keys, headers, body) ? 204 : 400).end();
    });
    const to = { url: server.url, scheme: 'asymmetric', secret: 'new' } as const;

    expect((await sendFixtures(live(), to)).filter(({ passed }) => !passed)).toEqual([]);
  });

  it.each(['stripe', 'standard'] as const)(
    'accepts a server that uses the snippet of the webhook guide for the %s scheme',
    async (scheme) => {
      const guide = await import(`data:text/javascript,${encodeURIComponent(snippetOf('js'))}`);
      const [{ secrets } = { secrets: { new: '' } }] = signedFixtures();
      await using server = await startReceiverServer((response, { headers, body }) => {
        const isValid =
          scheme === 'stripe'
            ? guide.verifySignature(secrets.new, headers['x-webhook-signature'], body)
            : guide.verifyStandardWebhook(secrets.new, headers, body);
        response.writeHead(isValid ? 204 : 400).end();
      });
      const results = await sendFixtures(live(), { url: server.url, scheme, secret: 'new' });

      expect(results.filter(({ passed }) => !passed)).toEqual([]);
    },
  );

  it('accepts a server that uses the TypeScript client', async () => {
    const [{ secrets } = { secrets: { new: '' } }] = signedFixtures();
    await using server = await startReceiverServer((response, { headers, body }) => {
      let status = 204;
      try {
        verifyWebhook(body, headers['x-webhook-signature'], secrets.new);
      } catch {
        status = 400;
      }
      response.writeHead(status).end();
    });
    const results = await sendFixtures(live(), { url: server.url, scheme: 'stripe', secret: 'new' });

    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  });

  it('accepts a server that uses the public keys with the TypeScript client', async () => {
    const [{ public_keys: publicKeys } = { public_keys: { new: '' } }] = signedFixtures();
    await using server = await startReceiverServer((response, { headers, body }) => {
      let status = 204;
      try {
        verifyWebhookWithKeys(body, headers, [publicKeys.new]);
      } catch {
        status = 400;
      }
      response.writeHead(status).end();
    });
    const results = await sendFixtures(live(), { url: server.url, scheme: 'asymmetric', secret: 'new' });

    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  });

  it('detects a server that checks nothing, and one that has another secret', async () => {
    await using lax = await startServer('standard', { takesAll: true });
    await using server = await startServer('standard');
    const wrong = async (url: string, secret: 'new' | 'old') =>
      (await sendFixtures(live(), { url, scheme: 'standard', secret }))
        .filter(({ passed }) => !passed)
        .map(({ name }) => name);

    expect(await wrong(lax.url, 'new')).toContain('tampered-body');
    expect(await wrong(lax.url, 'new')).not.toContain('valid');
    expect(await wrong(server.url, 'old')).toEqual(expect.arrayContaining(['valid', 'before-rotation']));
  });

  it('does not treat a crash as an error response', async () => {
    await using broken = await startReceiverServer((response) => response.writeHead(500).end());
    await using dead = await startReceiverServer((response) => response.destroy());

    for (const { url } of [broken, dead]) {
      const results = await sendFixtures(live().slice(0, 6), { url, scheme: 'stripe', secret: 'new' });
      expect(results.some(({ passed }) => passed)).toBe(false);
    }
  });
});

describe('fixtures of the receiver', () => {
  let receiver: ReceiverUnderTest;

  beforeEach(async () => {
    receiver = await startReceiverUnderTest();
  });
  afterEach(async () => {
    await receiver[Symbol.asyncDispose]();
  });

  it('are all of them, one by name, or one as of now', async () => {
    const get = async (path: string): Promise<unknown> => (await receiver.call('GET', path)).json();

    expect(await get('/fixtures')).toEqual({ fixtures: signedFixtures() });
    expect(await get('/fixtures/too-old')).toEqual(signedFixtures().find(({ name }) => name === 'too-old'));
    expect(await get('/fixtures/valid?now=1800000000')).toEqual(signedFixtures(1_800_000_000)[0]);
    expect(await get('/fixtures/valid?now=live')).toMatchObject({
      now: expect.closeTo(Date.now() / 1000, -2),
    });
  });

  it('are listed for an unknown name', async () => {
    const response = await receiver.call('GET', '/fixtures/invalid');

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ fixtures: expect.arrayContaining(['valid']) });
    expect((await receiver.call('GET', '/fixtures?now=later')).status).toBe(400);
  });
});

describe('npm run generate -- fixtures', () => {
  it('prints fixtures as JSON', async () => {
    const { code, out } = await fixtures('too-old', 'valid');

    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(
      signedFixtures().filter(({ name }) => ['too-old', 'valid'].includes(name)),
    );
  });

  it('sends them and exits with the outcome', async () => {
    await using server = await startServer('standard');
    await using lax = await startServer('standard', { takesAll: true });
    const send = (url: string) => fixtures('--send', url, '--scheme', 'standard', 'valid', 'tampered-body');

    expect(await send(server.url)).toMatchObject({
      code: 0,
      out: 'ok     valid: expected accept, received 204\nok     tampered-body: expected reject, received 400\n',
    });
    expect(await send(lax.url)).toMatchObject({
      code: 1,
      out: expect.stringContaining('WRONG  tampered-body'),
    });
  });

  it.each([
    ['a fixture that is not there', ['invalid'], 'There is no fixture invalid. The fixtures are valid, '],
    ['no scheme', ['--send', 'http://127.0.0.1:1'], '--scheme must be stripe, standard or asymmetric.'],
    [
      'a missing secret',
      ['--send', 'http://127.0.0.1:1', '--scheme', 'stripe', '--secret', 'newest'],
      '--secret must be new or old.',
    ],
    ['an unknown option', ['--colour'], "Unknown option '--colour'"],
  ])('prints its usage for %s', async (_situation, options, sentence) => {
    const { code, err } = await fixtures(...options);

    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/\n\s+at /u);
  });
});

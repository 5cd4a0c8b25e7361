import { describe, expect, it } from 'vitest';
import { newSecret } from '#clients/cli/signing/secret.ts';
import { signatureHeaders } from '#clients/cli/signing/sign.ts';
import { publicKeyText } from '#shared/webhooks/http/public-keys.ts';
import { signatureHeaders as signedByPlatform } from '#shared/webhooks/sending/signature.ts';
import { generateKeyPair, readPrivateKey } from '#shared/webhooks/sending/signing-key.ts';
import { generateSigningSecret } from '#shared/webhooks/sending/signing-secret.ts';
import { type FakeOptions, NOW, runFake } from '#test/support/fakes/clients/fake-outside.ts';

const SECRET = newSecret((bytes) => Buffer.alloc(bytes, 3));
const OTHER = newSecret((bytes) => Buffer.alloc(bytes, 4));
const BODY = '{"id":"e1","text":"Grüße","url":"a/b"}';
const SENT_AT = Math.floor(NOW.getTime() / 1000);

function headersOf(body: string, { secret = SECRET, timestamp = SENT_AT } = {}): Record<string, string> {
  return signatureHeaders({ secret, eventId: 'e1', timestamp, body: Buffer.from(body) });
}

type Attempt = Omit<FakeOptions, 'files'> & {
  /** Further files, by path. */
  readonly others?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly secret?: string;
  readonly args?: readonly string[];
};

async function verify({
  headers = headersOf(BODY),
  body = BODY,
  secret = SECRET,
  args = [],
  others = {},
  ...options
}: Attempt) {
  const files = new Map([
    // The fake reads files as bytes.
    ['body', Buffer.from(body).toString('latin1')],
    ['headers', JSON.stringify(headers)],
    ...Object.entries(others),
  ]);
  const env = { WORKSPACE_PLATFORM_WEBHOOK_SECRET: secret };
  const all = ['verify', '--json', '--headers', 'headers', '--body', 'body', ...args];
  const result = await runFake(all, { env, files, ...options });
  return { ...result, report: result.output() === '' ? undefined : JSON.parse(result.output()) };
}

describe('the signatures', () => {
  it('are those of the platform, byte for byte', () => {
    const input = { eventId: 'e1', timestamp: SENT_AT, body: Buffer.from(BODY) };

    expect(signatureHeaders({ ...input, secret: SECRET })).toEqual(
      signedByPlatform({ ...input, secrets: [SECRET] }),
    );
  });

  it('have secrets like those of the platform', () => {
    const random = (bytes: number) => Buffer.alloc(bytes, 9);

    expect(newSecret(random)).toBe(generateSigningSecret(random));
  });
});

describe('verify', () => {
  it('accepts a delivery, and one with both secrets of a rotation', async () => {
    const body = Buffer.from(BODY);
    const rotated = signedByPlatform({ secrets: [OTHER, SECRET], eventId: 'e1', timestamp: SENT_AT, body });
    for (const headers of [headersOf(BODY), rotated]) {
      const { exitCode, report, requests } = await verify({ headers });
      expect(exitCode).toBe(0);
      expect(report.valid).toBe(true);
      expect(report.schemes.map(({ result }: { result: string }) => result)).toEqual(['valid', 'valid']);
      expect(requests).toEqual([]);
    }
  });

  it('accepts one scheme if the headers of the other are missing', async () => {
    const { 'x-webhook-signature': stripe = '', ...standard } = headersOf(BODY);
    expect((await verify({ headers: standard })).exitCode).toBe(0);
    const only = await runFake(['verify', '--header', `X-Webhook-Signature: ${stripe}`, '--body', '-'], {
      env: { WORKSPACE_PLATFORM_WEBHOOK_SECRET: SECRET },
      input: BODY,
    });
    expect(only.exitCode).toBe(0);
    expect(only.output()).toContain('webhook-id is missing');
  });

  it('asks for the secret on a terminal', async () => {
    const { exitCode, questions, seen } = await verify({ env: {}, typed: [SECRET] });

    expect([exitCode, questions]).toEqual([0, ['Signing secret (not shown): ']]);
    expect(seen()).not.toContain(SECRET);
  });

  it.each<[string, Attempt, string | RegExp]>([
    [
      'a line break that was added',
      { body: `${BODY}\n` },
      'the line break at the end of the body is removed',
    ],
    [
      'a line break that was removed',
      { headers: headersOf(`${BODY}\n`) },
      'a line break is added at the end',
    ],
    ['CRLF', { headers: headersOf('{\n}'), body: '{\r\n}' }, 'the line breaks of the body are LF'],
    ['LF', { headers: headersOf('{\r\n}'), body: '{\n}' }, 'the line breaks of the body are CRLF'],
    ['a byte order mark', { body: `\ufeff${BODY}` }, 'the byte order mark'],
    [
      'an indented body',
      { body: JSON.stringify(JSON.parse(BODY), undefined, 2) },
      'parsed and written again as compact JSON',
    ],
    ['escaped slashes', { body: BODY.replace('/', String.raw`\/`) }, 'parsed and written again'],
    ['escaped characters', { body: BODY.replace('ü', String.raw`\u00fc`) }, 'parsed and written again'],
    ['white space around the secret', { secret: ` ${SECRET} ` }, 'white space around it'],
    ['another secret', { secret: OTHER }, `another secret than the one that ends with ${OTHER.slice(-4)}`],
    ['an incomplete secret', { secret: SECRET.slice(0, 20) }, 'the secret is not complete'],
    ['the secret without its prefix', { secret: SECRET.slice(6) }, 'the secret was copied without it'],
    ['another body', { body: '{}' }, 'the body was changed'],
  ])('explains %s', async (_, attempt, explanation) => {
    const { exitCode, report } = await verify(attempt);

    expect(exitCode).toBe(5);
    expect(report.valid).toBe(false);
    expect(report.schemes[0].explanation).toMatch(explanation);
    expect(JSON.stringify(report)).not.toContain(SECRET);
  });

  it('explains keys that were decoded, or not, by mistake', async () => {
    const raw = Buffer.from(SECRET.slice(6), 'base64');
    const sign = await import('#clients/cli/signing/sign.ts');
    const body = Buffer.from(BODY);
    const asText = sign.standardMac(Buffer.from(SECRET), 'e1', String(SENT_AT), body);
    const { 'x-webhook-signature': stripe = '', ...standard } = headersOf(BODY);
    const one = await verify({
      headers: { ...standard, 'webhook-signature': `v1,${asText}`, 'x-webhook-signature': stripe },
    });
    expect(one.report.schemes[1].explanation).toContain('the key is the secret as text');
    const withoutPrefix = sign.stripeStyle(SECRET.slice(6), String(SENT_AT), body);
    const other = await verify({ headers: { 'x-webhook-signature': `t=${SENT_AT},v1=${withoutPrefix}` } });
    expect(other.report.schemes[0].explanation).toContain('the key is the part of the secret after whsec_');
    expect(raw).toHaveLength(33);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['missing', { other: 'x' }, 'x-webhook-signature is missing'],
    ['malformed', { 'x-webhook-signature': 't=1,v1=xyz' }, 'must have the form t=<unix seconds>'],
    ['malformed', { 'x-webhook-signature': `v1=${'0'.repeat(64)}` }, 'must have the form t=<unix seconds>'],
  ])('explains a header that is %s', async (result, headers, explanation) => {
    const { exitCode, report } = await verify({ headers });

    expect(exitCode).toBe(5);
    expect(report.schemes[0]).toMatchObject({ result });
    expect(report.schemes[0].explanation).toContain(explanation);
  });

  it.each([
    [SENT_AT - 400, '400 s before the request was received'],
    [SENT_AT + 400, '400 s after the request was received'],
  ])('explains a time outside the tolerance', async (timestamp, difference) => {
    const headers = headersOf(BODY, { timestamp });
    const { exitCode, report } = await verify({ headers });
    expect(exitCode).toBe(5);
    expect(report.schemes[0].result).toBe('outside_tolerance');
    expect(report.schemes[0].explanation).toContain(difference);
    expect(report.schemes[0].explanation).toContain('--ignore-time');

    expect((await verify({ headers, args: ['--ignore-time'] })).exitCode).toBe(0);
    expect((await verify({ headers, args: ['--tolerance', '401'] })).exitCode).toBe(0);
    const at = new Date(timestamp * 1000).toISOString();
    expect((await verify({ headers, args: ['--at', at] })).exitCode).toBe(0);
  });

  it('reads headers from lines, as curl and logs show them', async () => {
    const lines = Object.entries(headersOf(BODY)).map(([name, value]) => `> ${name.toUpperCase()}: ${value}`);
    const files = new Map([
      ['body', Buffer.from(BODY).toString('latin1')],
      ['headers', ['POST /hooks HTTP/1.1', ...lines, ''].join('\r\n')],
    ]);
    const env = { WORKSPACE_PLATFORM_WEBHOOK_SECRET: SECRET };
    const { exitCode } = await runFake(['verify', '--headers', 'headers', '--body', 'body'], { env, files });

    expect(exitCode).toBe(0);
  });

  it('rejects a header that occurs twice, as receivers should', async () => {
    const value = headersOf(BODY)['x-webhook-signature'];
    const { exitCode, report } = await verify({ args: ['--header', `X-Webhook-Signature: ${value}`] });

    expect(exitCode).toBe(5);
    expect(report.schemes[0]).toMatchObject({ result: 'malformed' });
    expect(report.schemes[0].explanation).toContain('2 times');
  });

  it.each([
    ['with a line break at its end', `${SECRET}\n`, 0],
    ['with spaces around the secret', ` ${SECRET} \n`, 5],
  ])('reads the secret from a file %s', async (_, text, expected) => {
    const files = new Map([
      ['body', Buffer.from(BODY).toString('latin1')],
      ['headers', JSON.stringify(headersOf(BODY))],
      ['secret', text],
    ]);
    const args = ['verify', '--headers', 'headers', '--body', 'body', '--secret-file', 'secret'];

    expect((await runFake(args, { env: {}, files })).exitCode).toBe(expected);
  });

  it('needs headers, a body and a secret', async () => {
    const files = new Map([['body', BODY]]);
    for (const args of [
      [],
      ['--body', 'body'],
      ['--body', 'nothing', '--header', 'a: b'],
      ['--body', 'body', '--header', 'a: b'],
    ])
      expect((await runFake(['verify', ...args], { files })).exitCode).toBe(2);
  });
});

describe('verify, with public keys', () => {
  const [pair, other] = [pairOf(1), pairOf(2)];
  const signed = (keys = [pair], body = BODY, timestamp = SENT_AT) =>
    signedByPlatform({
      secrets: [SECRET],
      keys: keys.map(({ privateKey }) => readPrivateKey(privateKey)),
      eventId: 'e1',
      timestamp,
      body: Buffer.from(body),
    });
  const jwks = (...pairs: ReturnType<typeof pairOf>[]) =>
    JSON.stringify({
      keys: [
        { kty: 'RSA', n: 'AQAB', e: 'AQAB' },
        ...pairs.map(({ id, publicKey }) => ({ kty: 'OKP', crv: 'Ed25519', x: publicKey, kid: id })),
      ],
    });

  it('accepts a delivery without a secret, and names the key', async () => {
    const args = ['--public-key', other.text, '--public-key', pair.text];
    const { exitCode, report, questions } = await verify({ headers: signed(), args, env: {} });

    expect([exitCode, questions]).toEqual([0, []]);
    expect(report.schemes).toEqual([
      { scheme: 'Standard Webhooks, v1a', result: 'valid', explanation: expect.stringContaining(pair.text) },
    ]);
  });

  it('accepts a delivery with a JWK Set, of which it skips keys of other kinds', async () => {
    const given = { headers: signed([other, pair]), args: ['--jwks', 'set'], env: {} };

    expect((await verify({ ...given, others: { set: jwks(pair) } })).exitCode).toBe(0);
    const wrong = await verify({ ...given, others: { set: jwks(pairOf(3), pairOf(4)) } });
    expect(wrong.exitCode).toBe(5);
    expect(wrong.report.schemes[0].explanation).toContain('None of the 2 given keys verifies one of the 2');
  });

  it('verifies the secret as well if it has a file', async () => {
    const args = ['--public-key', pair.text, '--secret-file', 'secret'];
    const { report } = await verify({ headers: signed(), args, others: { secret: SECRET }, env: {} });

    expect(report.schemes.map(({ result }: { result: string }) => result)).toEqual([
      'valid',
      'valid',
      'valid',
    ]);
  });

  it.each([
    ['another key', { headers: signed([other]) }, 'no_match', 'verifies one of the 1 v1a entries'],
    ['a changed body', { headers: signed(), body: '{}' }, 'no_match', 'the body was changed'],
    [
      'an added line break',
      { headers: signed(), body: `${BODY}\n` },
      'no_match',
      'the end of the body is removed',
    ],
    ['a delivery without v1a', { headers: signed([]) }, 'missing', 'has no v1a entry'],
    [
      'an old delivery',
      { headers: signed([pair], BODY, SENT_AT - 301) },
      'outside_tolerance',
      'The tolerance is',
    ],
    [
      'a truncated entry',
      { headers: { ...signed(), 'webhook-signature': 'v1a,AAAA' } },
      'malformed',
      'v1a,<base64 of 64 bytes>',
    ],
    [
      'the label of another version',
      {
        headers: {
          ...signed(),
          'webhook-signature': String(signed()['webhook-signature']).replace('v1a,', 'v1,'),
        },
      },
      'missing',
      'has no v1a entry',
    ],
  ])('explains %s', async (_, attempt, result, explanation) => {
    const { exitCode, report } = await verify({ ...attempt, args: ['--public-key', pair.text], env: {} });

    expect(exitCode).toBe(5);
    expect(report.schemes).toMatchObject([{ result, explanation: expect.stringContaining(explanation) }]);
  });

  it.each([
    ['a secret', ['--public-key', SECRET], 'has a secret'],
    ['a short key', ['--public-key', 'whpk_AAAA'], 'is not a public key'],
    ['a file without keys', ['--jwks', 'headers'], 'is not a JWK Set'],
    ['no file', ['--jwks', 'nowhere'], 'There is no file nowhere'],
  ])('rejects %s with an explanation', async (_, args, sentence) => {
    const { exitCode, seen } = await verify({ headers: signed(), args, env: {} });

    expect(exitCode).toBe(2);
    expect(seen()).toContain(sentence);
  });

  it('says which option verifies a delivery that has only v1a entries', async () => {
    const entry = String(signed()['webhook-signature']).split(' ')[1] ?? '';
    const { report } = await verify({ headers: { ...signed(), 'webhook-signature': entry } });

    expect(report.schemes[1].explanation).toContain('--public-key');
  });
});

function pairOf(byte: number) {
  const pair = generateKeyPair((size) => Buffer.alloc(size, byte));
  return { ...pair, text: publicKeyText(pair) };
}

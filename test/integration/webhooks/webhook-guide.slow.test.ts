import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';
import { readGuide, snippetOf } from '#test/support/fixtures/webhooks/guide-snippets.ts';
import { startReceiverServer } from '#test/support/fixtures/webhooks/receiver-socket.ts';

/** The published vector that the guide prints (docs/specification/webhooks.md#signatures). */
const SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
const BODY = '{"id":"11111111-1111-4111-8111-111111111111","test":true}';
const TIME = 1_767_225_600;
const HEADERS = {
  'x-webhook-signature': `t=${TIME},v1=e007be5ce7869212cb01ac2c595be830401afa8b660d3bf3620ebf4c3bfd25bb`,
  'webhook-id': '11111111-1111-4111-8111-111111111111',
  'webhook-timestamp': String(TIME),
  'webhook-signature': 'v1,/7VGfYwqIW5awC4kbuomdZ+xirywgpqRLAUyUrq81xI=',
};
/** The vector of the section about public keys; the key is that of test 1 of RFC 8032. */
const PUBLIC_KEY = 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const ASYMMETRIC =
  'v1a,gTsbVDIXGQDrg0SyFGh62nSR3O+UmnlGAIbj4NJ2c5K2xJGQYFwkGSbMr/p7Fx+gI6tZaBfM3h15IYlLkPNEBA==';
/** That of test 2. */
const OTHER_KEY = 'whpk_PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=';
const OTHER_SECRET = `whsec_${Buffer.alloc(33, 7).toString('base64')}`;

type Case = {
  readonly name: string;
  readonly secret: string;
  /** A missing header is omitted; each verifier gets the corresponding value of its language. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly now: number;
  readonly verdict: boolean;
};

const GOOD = { secret: SECRET, headers: HEADERS, body: BODY, now: TIME };
const ROTATED = {
  ...GOOD,
  headers: signatureHeaders({
    secrets: [OTHER_SECRET, SECRET],
    eventId: HEADERS['webhook-id'],
    timestamp: TIME,
    body: Buffer.from(BODY),
  }),
};

/** The expected verdicts of every verifier, for both signature schemes. */
const CASES: readonly Case[] = [
  { name: 'the vector', ...GOOD, verdict: true },
  { name: 'a body of other bytes', ...GOOD, body: BODY.replace('true', 'false'), verdict: false },
  { name: 'the same JSON in other bytes', ...GOOD, body: BODY.replace(',', ', '), verdict: false },
  { name: 'another secret', ...GOOD, secret: OTHER_SECRET, verdict: false },
  { name: 'five minutes late', ...GOOD, now: TIME + 300, verdict: true },
  { name: 'later than that', ...GOOD, now: TIME + 301, verdict: false },
  { name: 'from the future', ...GOOD, now: TIME - 301, verdict: false },
  { name: 'the new secret of a rotation', ...ROTATED, secret: OTHER_SECRET, verdict: true },
  { name: 'the old secret of a rotation', ...ROTATED, verdict: true },
  {
    name: 'another time than the signed one',
    ...GOOD,
    headers: sentAt(String(TIME + 1)),
    verdict: false,
  },
  // What anyone who knows the URL can send.
  { name: 'a time of 5,000 digits', ...GOOD, headers: sentAt('9'.repeat(5000)), verdict: false },
  { name: 'a time beyond 64 bits', ...GOOD, headers: sentAt('9223372036854775808'), verdict: false },
  { name: 'a time in other digits', ...GOOD, headers: sentAt('١٧٦٧٢٢٥٦٠٠'), verdict: false },
  { name: 'a time below zero', ...GOOD, headers: sentAt('-1'), verdict: false },
  { name: 'no header at all', ...GOOD, headers: {}, verdict: false },
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((missing) => ({
    name: `no ${missing}`,
    ...GOOD,
    headers: Object.fromEntries(
      Object.entries(HEADERS).filter(([name]) => name !== missing && !name.startsWith('x-')),
    ),
    verdict: false,
  })),
  ...['', ',', '=', 't', 't=', 't=,v1=', ',=,=', 'v1=,t', '\u{1F642}'].map((text) => ({
    name: `headers of "${text}"`,
    ...GOOD,
    headers: {
      'x-webhook-signature': text,
      'webhook-id': text,
      'webhook-timestamp': text,
      'webhook-signature': text,
    },
    verdict: false,
  })),
  {
    name: 'nothing of sense',
    ...GOOD,
    headers: {
      'x-webhook-signature': 'v1',
      'webhook-id': '',
      'webhook-timestamp': 'now',
      'webhook-signature': 'v1,é v2,',
    },
    verdict: false,
  },
];

/** Headers with the signatures of the vector, but another time. */
function sentAt(time: string): Readonly<Record<string, string>> {
  const signature = HEADERS['x-webhook-signature'].replace(String(TIME), time);
  return { ...HEADERS, 'x-webhook-signature': signature, 'webhook-timestamp': time };
}
const VERDICTS = CASES.map(({ name, verdict }) => [name, verdict, verdict]);

/** Whether a command is installed; logged once if it is not. */
function has(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(`The webhook guide's ${command} snippet is not tried: there is no ${command}.\n`);
    return false;
  }
}

describe('the webhook guide', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'webhook-guide-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function write(file: string, text: string): string {
    const path = join(folder, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** Verdicts of a program that reads the cases and writes a list of names and verdicts. */
  function run(command: string, args: readonly string[], options: object = {}): unknown {
    const output = execFileSync(command, args, {
      input: JSON.stringify(CASES),
      encoding: 'utf8',
      ...options,
    });
    return JSON.parse(output);
  }

  it('has a Node snippet that verifies', async () => {
    const path = write('verify.mjs', snippetOf('js'));
    const { verifySignature, verifyStandardWebhook } = await import(pathToFileURL(path).href);
    const verdicts = CASES.map(({ name, secret, headers, body, now }) => [
      name,
      verifySignature(secret, headers['x-webhook-signature'], Buffer.from(body), now),
      verifyStandardWebhook(secret, headers, Buffer.from(body), now),
    ]);

    expect(verdicts).toEqual(VERDICTS);
  });

  it('has a Node snippet that verifies with a public key, whatever the position of the key and of the entry', async () => {
    const path = write('verify-with-keys.mjs', snippetOf('javascript'));
    const { verifyWithKeys, toKey } = await import(pathToFileURL(path).href);
    const [right, other] = [toKey(PUBLIC_KEY), toKey(OTHER_KEY)];
    const verifies = (
      keys: unknown[],
      {
        entries = ASYMMETRIC,
        body = BODY,
        now = TIME,
      }: { entries?: string; body?: string; now?: number } = {},
    ) => verifyWithKeys(keys, { ...HEADERS, 'webhook-signature': entries }, Buffer.from(body), now);

    expect(verifies([right])).toBe(true);
    expect(verifies([other, right])).toBe(true);
    expect(verifies([right], { entries: `${HEADERS['webhook-signature']} v1a,AAAA ${ASYMMETRIC}` })).toBe(
      true,
    );
    expect(verifies([right], { now: TIME + 300 })).toBe(true);
    expect(verifies([other])).toBe(false);
    expect(verifies([])).toBe(false);
    expect(verifies([right], { entries: HEADERS['webhook-signature'] })).toBe(false);
    expect(verifies([right], { entries: ASYMMETRIC.replace('v1a', 'v1') })).toBe(false);
    expect(verifies([right], { body: BODY.replace('true', 'false') })).toBe(false);
    expect(verifies([right], { now: TIME + 301 })).toBe(false);
    expect(verifyWithKeys([right], {}, Buffer.from(BODY), TIME)).toBe(false);
  });

  it('has a verifier that gets the keys again after a rotation, but not for each forged request', async () => {
    const path = write('verify-with-set.mjs', snippetOf('javascript'));
    const { createKeyVerifier } = await import(pathToFileURL(path).href);
    const x = (key: string) => Buffer.from(key.slice(5), 'base64').toString('base64url');
    let key = OTHER_KEY;
    let reads = 0;
    let isDown = false;
    await using server = await startReceiverServer((response) => {
      reads += 1;
      if (isDown) response.statusCode = 503;
      response.end(JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: x(key) }] }));
    });
    const verify = createKeyVerifier(server.url);
    const headers = { ...HEADERS, 'webhook-signature': ASYMMETRIC };
    const body = Buffer.from(BODY);
    vi.useFakeTimers({ now: TIME * 1000, toFake: ['Date'] });

    expect([await verify(headers, body), await verify(headers, body), reads]).toEqual([false, false, 1]);
    key = PUBLIC_KEY;
    vi.setSystemTime(TIME * 1000 + 60_000);
    expect([await verify(headers, body), await verify(headers, body), reads]).toEqual([true, true, 2]);
    const fresh = createKeyVerifier(server.url);
    const together = await Promise.all(Array.from({ length: 20 }, () => fresh(headers, body)));
    expect([together.every(Boolean), reads]).toEqual([true, 3]);
    isDown = true;
    const failing = createKeyVerifier(server.url);
    for (let each = 0; each < 5; each += 1)
      await expect(failing(headers, body)).rejects.toThrow('The keys could not be read: 503');
    expect(reads).toBe(4);
    vi.useRealTimers();
  });

  it.skipIf(!has('python3', '--version'))('has a Python snippet that verifies', () => {
    const path = write(
      'verify.py',
      `${snippetOf('python')}
import json, sys
verdicts = []
for case in json.load(sys.stdin):
    secret, body, now = case["secret"], case["body"].encode(), case["now"]
    # As asgi and aiohttp give bytes of a header that are no ASCII.
    headers = {name: value.encode().decode("ascii", "surrogateescape") for name, value in case["headers"].items()}
    verdicts.append([
        case["name"],
        verify_signature(secret, headers.get("x-webhook-signature"), body, now),
        verify_standard_webhook(secret, headers, body, now),
    ])
print(json.dumps(verdicts))
`,
    );

    expect(run('python3', [path])).toEqual(VERDICTS);
  });

  it.skipIf(!has('php', '--version'))('has a PHP snippet that verifies', () => {
    const path = write(
      'verify.php',
      `${snippetOf('php')}
$verdicts = [];
foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    ['secret' => $secret, 'headers' => $headers, 'body' => $body, 'now' => $now] = $case;
    $verdicts[] = [
        $case['name'],
        verifySignature($secret, $headers['x-webhook-signature'] ?? null, $body, $now),
        verifyStandardWebhook($secret, $headers, $body, $now),
    ];
}
echo json_encode($verdicts);
`,
    );

    expect(run('php', [path])).toEqual(VERDICTS);
  });

  it.skipIf(!has('go', 'version'))(
    'has a Go snippet that verifies',
    () => {
      write('go.mod', 'module guide\n\ngo 1.19\n');
      write('webhooks/webhooks.go', snippetOf('go'));
      write(
        'main.go',
        `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"time"

	"guide/webhooks"
)

func main() {
	var cases []struct {
		Name, Secret, Body string
		Headers            map[string]string
		Now                int64
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	verdicts := [][]any{}
	for _, one := range cases {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		body, now := []byte(one.Body), time.Unix(one.Now, 0)
		verdicts = append(verdicts, []any{
			one.Name,
			webhooks.VerifySignature(one.Secret, one.Headers["x-webhook-signature"], body, now),
			webhooks.VerifyStandardWebhook(one.Secret, header, body, now),
		})
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		panic(err)
	}
}
`,
      );
      const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOPROXY: 'off' };

      expect(run('go', ['run', '.'], { cwd: folder, env })).toEqual(VERDICTS);
      // The first run compiles a part of the Go standard library.
    },
    300_000,
  );

  it('prints the vector that is tested', () => {
    const guide = readGuide();

    for (const text of [SECRET, BODY, PUBLIC_KEY, ASYMMETRIC, ...Object.values(HEADERS)])
      expect(guide).toContain(`\`${text}\``);
  });

  it('sends a request whose headers match the example', () => {
    const example = snippetOf('http');

    for (const name of ['X-Webhook-Event', 'X-Webhook-Delivery', ...Object.keys(HEADERS)])
      expect(example.toLowerCase()).toContain(`\n${name.toLowerCase()}: `);
  });
});

import { describe, expect, it } from 'vitest';
import type { Incoming, Outgoing } from '#clients/cli/api/send.ts';
import { run } from '#clients/cli/command/run.ts';
import { COMMANDS } from '#clients/cli/commands/all.ts';
import { fakeOutside, json, KEY, ME, runFake } from '#test/support/fakes/clients/fake-outside.ts';

const FORWARD = 'http://localhost:4000/hooks';
const EVENT = {
  id: '01980000-0000-7000-8000-000000000001',
  event: 'salesbot.store.order_paid',
  product: 'salesbot',
  channel: null,
  test: true,
  recorded_at: '2026-11-28T12:00:00.000Z',
  headers: { 'content-type': 'application/json', 'webhook-id': '01980000-0000-7000-8000-000000000001' },
  body: '{}',
};

/** Runs `listen` against an API that returns these pages of the feed, and ends it after some requests. */
async function listenTo(page: (turn: number) => unknown, { requests: most = 6, json: asJson = false } = {}) {
  const forwarded: Outgoing[] = [];
  let turns = 0;
  const fake = fakeOutside(['listen', '--forward', FORWARD, ...(asJson ? ['--json'] : [])], {
    env: { WORKSPACE_PLATFORM_KEY: KEY },
    send(request): Incoming {
      if (request.url.href === FORWARD) {
        forwarded.push(request);
        return json({});
      }
      if (request.url.pathname === '/api/v1/me') return json(ME);
      turns += 1;
      if (turns > most) fake.interruption.abort(new Error('interrupted'));
      const answer = page(turns);
      return answer instanceof Buffer
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: answer }
        : typeof answer === 'number'
          ? json({ code: 'rate_limited' }, 429, { 'retry-after': String(answer) })
          : json(answer);
    },
  });
  const exitCode = await run(COMMANDS, fake.outside);
  return { ...fake, exitCode, forwarded };
}

describe('listen, to an API that does not keep its contract', () => {
  it.each([
    ['empty pages that claim to have more', { data: [], next_cursor: 'c', has_more: true }],
    ['the same page again and again', { data: [EVENT], next_cursor: 'c', has_more: false }],
  ])('pauses between requests for %s', async (_case, page) => {
    const { waits } = await listenTo(() => page);

    expect(waits.filter((wait) => wait === 1000).length).toBeGreaterThanOrEqual(5);
  });

  it('waits five minutes at most, whatever the API asks for', async () => {
    const { waits } = await listenTo((turn) =>
      turn === 2 ? 999_999 : { data: [], next_cursor: 'c', has_more: false },
    );

    expect(Math.max(...waits)).toBe(300_000);
  });

  it('repeats a request whose response was cut', async () => {
    const { forwarded, messages } = await listenTo((turn) =>
      turn === 2
        ? Buffer.from('{"data":[{"id"')
        : { data: turn === 3 ? [EVENT] : [], next_cursor: `c${turn}`, has_more: false },
    );

    expect(forwarded).toHaveLength(1);
    expect(messages()).toContain('not complete JSON');
  });

  it('forwards the headers of a delivery only', async () => {
    const headers = { ...EVENT.headers, host: 'evil.example', cookie: 'a=b', 'transfer-encoding': 'chunked' };
    const { forwarded } = await listenTo((turn) => ({
      data: turn === 2 ? [{ ...EVENT, headers }] : [],
      next_cursor: `c${turn}`,
      has_more: false,
    }));

    expect(Object.keys(forwarded[0]?.headers ?? {}).toSorted()).toEqual([
      'content-type',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'x-webhook-signature',
    ]);
  });

  it('ends with a message for a header that HTTP does not allow, instead of sending it again', async () => {
    const headers = { ...EVENT.headers, 'webhook-id': 'a\r\nHost: evil' };
    const { exitCode, messages, forwarded } = await listenTo(() => ({
      data: [{ ...EVENT, headers }],
      next_cursor: 'c',
      has_more: false,
    }));

    expect([exitCode, forwarded]).toEqual([1, []]);
    expect(messages()).toContain('header webhook-id that cannot be sent');
  });

  it('prints its secret and whether an event is a test as JSON', async () => {
    const { output } = await listenTo(
      (turn) => ({ data: turn === 2 ? [EVENT] : [], next_cursor: `c${turn}`, has_more: false }),
      { json: true },
    );
    const [first, second] = output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

    expect(first).toEqual({ forward: FORWARD, secret: expect.stringMatching(/^whsec_/u) });
    expect(second).toMatchObject({ id: EVENT.id, test: true, status: 200 });
  });
});

describe('--json', () => {
  it.each([
    [['whoami'], { code: 'api_key_invalid', request_id: 'r1', status: 401, exit_code: 3 }],
    [['deliveries', 'list', '--state', 'faild'], { exit_code: 2 }],
  ] as const)('prints the error of %j as JSON', async (args, error) => {
    const problem = json({ code: 'api_key_invalid', detail: 'Unknown key', request_id: 'r1' }, 401);
    const { output, exitCode } = await runFake([...args, '--json'], { send: () => problem });

    expect(JSON.parse(output()).error).toMatchObject({ ...error, message: expect.any(String) });
    expect(exitCode).toBe(error.exit_code);
  });

  it('prints a response that is not JSON as a string', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>Docs</p>') };
    const { output } = await runFake(['api', 'GET', '/docs', '--json'], { send: () => page });

    expect(JSON.parse(output())).toEqual({ status: 200, body: '<p>Docs</p>' });
  });

  it('names a response that is not as expected, without an error of JavaScript', async () => {
    const { messages, exitCode } = await runFake(['whoami'], { send: () => json({ data: null }) });

    expect(exitCode).toBe(1);
    expect(messages()).toContain('is not the API');
  });
});

describe('arguments', () => {
  it.each([
    ['a day that its month does not have', ['deliveries', 'list', '--since', '2026-02-30']],
    ['a password in the URL of the server', ['listen', '--forward', 'http://:pw@localhost:1/']],
    ['a password in the host', ['whoami', '--host', 'http://:pw@localhost:1/']],
  ])('rejects %s, and does not repeat it', async (_case, args) => {
    const { exitCode, seen } = await runFake(args, { send: () => json(ME) });

    expect(exitCode).toBe(2);
    expect(seen()).not.toContain('pw');
  });
});

describe('a command, to a host that is not the API', () => {
  const BODIES = [null, [], 'ok', 7, {}, { data: null }, { data: {} }, { data: [null] }, { data: 'x' }];
  const ARGS = [
    ['whoami'],
    ['login'],
    ['endpoints', 'list'],
    ['endpoints', 'show', '01980000-0000-7000-8000-000000000001'],
    ['deliveries', 'list'],
    ['posts', 'list'],
    ['posts', 'show', '01980000-0000-7000-8000-000000000001'],
    ['pages', 'list'],
    ['events'],
  ];

  it.each(ARGS.flatMap((args) => BODIES.map((body) => [args.join(' '), body, args] as const)))(
    '%s says so, or shows what the response has, for %j',
    async (_name, body, args) => {
      const { messages, exitCode } = await runFake(args, { send: () => json(body) });

      expect(messages()).not.toMatch(/TypeError|RangeError|reading '|is not iterable|is not a function/u);
      if (exitCode !== 0) expect(messages()).toMatch(/is not the API|has no body/u);
    },
  );
});

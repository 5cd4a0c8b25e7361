import { describe, expect, it } from 'vitest';
import type { Incoming, Outgoing } from '#clients/cli/api/send.ts';
import { CommandError, EXIT, FileError } from '#clients/cli/command/command-error.ts';
import { run } from '#clients/cli/command/run.ts';
import { COMMANDS } from '#clients/cli/commands/all.ts';
import { type FakeOutside, fakeOutside, json, KEY, ME } from '#test/support/fakes/clients/fake-outside.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';

const FORWARD = 'http://localhost:4000/hooks';
const ARGS = ['listen', '--json', '--forward', FORWARD];
const SECRET = `whsec_${Buffer.alloc(33, 1).toString('base64')}`;

type Feed = { readonly events: string[]; pageSize: number };

/** A feed whose cursors are positions in the list. */
function readFrom({ events, pageSize }: Feed, query: URLSearchParams): Incoming {
  const cursor = query.get('cursor');
  const from = cursor === 'latest' ? events.length : Number(cursor ?? 0);
  if (cursor !== null && Number.isNaN(from) && cursor !== 'latest')
    return json({ code: 'cursor_invalid', detail: 'No such cursor.' }, 400);
  const page = events.slice(from, from + pageSize);
  const wanted = query.get('event');
  const passing = page.filter((id) => wanted === null || eventOf(id) === wanted);
  const data = passing.map((id) => ({
    id,
    event: eventOf(id),
    headers: { 'content-type': 'application/json', 'x-webhook-delivery': `d-${id}`, 'webhook-id': id },
    body: JSON.stringify({ id, text: 'Grüße' }),
  }));
  const next = from + page.length;
  return json({ data, next_cursor: String(next), has_more: next < events.length });
}

function eventOf(id: string): string {
  return id.startsWith('order') ? 'salesbot.store.order_paid' : 'salesbot.contact.created';
}

type Options = {
  readonly feed: Feed;
  readonly files?: ReadonlyMap<string, string>;
  readonly args?: readonly string[];
  /** Responds to the API; undefined: as usual. */
  readonly onApi?: (request: Outgoing) => Incoming | undefined;
  /** Responds to a forward, or throws. */
  readonly onForward?: (id: string, fake: FakeOutside) => Incoming | Promise<Incoming>;
  /** Ends the listener when this many forwards were responded to, or when the feed has no more events. */
  readonly stopAfter?: number;
  readonly prepare?: (fake: FakeOutside) => void;
};

/** Runs a listener until it has read everything, and returns what arrived. */
async function listen({ feed, files, args = ARGS, onApi, onForward, stopAfter, prepare }: Options) {
  const arrived: string[] = [];
  const forwards: Outgoing[] = [];
  const fake = fakeOutside(args, {
    env: { WORKSPACE_PLATFORM_KEY: KEY },
    ...(files ? { files } : {}),
    async send(request) {
      const { url, headers } = request;
      if (url.href === FORWARD) {
        forwards.push(request);
        const response = await (onForward?.(String(headers['webhook-id']), fake) ?? ok());
        arrived.push(String(headers['webhook-id']));
        if (arrived.length === stopAfter) fake.interruption.abort(new Error('stopped'));
        return response;
      }
      const special = onApi?.(request);
      if (special) return special;
      if (url.pathname === '/api/v1/me') return json(ME);
      if (url.pathname === '/api/v1/workspace-webhooks/events')
        return json({
          data: [{ event: 'salesbot.store.order_paid' }, { event: 'salesbot.contact.created' }],
        });
      const page = readFrom(feed, url.searchParams);
      const isEnd =
        Number(url.searchParams.get('wait')) > 0 && JSON.parse(page.body.toString()).data?.length === 0;
      if (isEnd) fake.interruption.abort(new Error('stopped'));
      return page;
    },
  });
  prepare?.(fake);
  const exitCode = await run(COMMANDS, fake.outside);
  return { ...fake, exitCode, arrived, forwards };
}

function ok(status = 204): Incoming {
  return { status, headers: {}, body: Buffer.alloc(0) };
}

function refused(): never {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
}

function feedOf(count: number, pageSize = 3): Feed {
  return { events: Array.from({ length: count }, (_, index) => `e${index}`), pageSize };
}

const FROM_OLDEST = [...ARGS, '--from', 'oldest'];

describe('listen', () => {
  it('forwards all events in the order of the feed, signed like deliveries', async () => {
    const feed = feedOf(8);
    const { exitCode, arrived, forwards, messages, output, seen } = await listen({ feed, args: FROM_OLDEST });

    expect(exitCode).toBe(130);
    expect(arrived).toEqual(feed.events);
    for (const { headers, body = Buffer.alloc(0) } of forwards) {
      // The clock of the fake is not the real one, so the signatures are compared at their time.
      expect(headers['x-webhook-signature']).toMatch(/^t=\d{10},v1=[\da-f]{64}$/u);
      expect(headers['x-webhook-delivery']).toBe(`d-${headers['webhook-id']}`);
      expect(JSON.parse(body.toString())).toEqual({ id: headers['webhook-id'], text: 'Grüße' });
    }
    expect(messages().split(SECRET)).toHaveLength(2);
    // The first line is about the secret.
    const [, ...lines] = output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id, status }) => [id, status])).toEqual(feed.events.map((id) => [id, 204]));
    expect(seen()).not.toContain(KEY);
  });

  it('signs so that the packages of others verify the requests', async () => {
    const prepare = ({ outside }: FakeOutside) => Object.assign(outside, { now: () => new Date() });
    const { forwards } = await listen({ feed: feedOf(2), args: FROM_OLDEST, prepare });

    for (const { headers, body = Buffer.alloc(0) } of forwards)
      verifyDelivery({ path: '', headers: { ...headers }, body, at: 0 }, SECRET);
    expect(forwards).toHaveLength(2);
  });

  it('contacts the API and the URL of --forward, and nothing else', async () => {
    const onForward = () => ({ ...ok(302), headers: { location: 'http://evil.example.com/' } });
    const { requests, arrived } = await listen({ feed: feedOf(4), args: FROM_OLDEST, onForward });

    expect(arrived).toHaveLength(4);
    expect(new Set(requests.map(({ url }) => url.host))).toEqual(
      new Set(['127.0.0.1:3000', 'localhost:4000']),
    );
    const toServer = requests.filter(({ url }) => url.host === 'localhost:4000');
    expect(JSON.stringify(toServer)).not.toContain(KEY);
    expect(JSON.stringify(requests.filter((each) => !toServer.includes(each)))).not.toContain(SECRET);
  });

  it.each([500, 404, 302, 200])('counts a response with the status %d as arrived', async (status) => {
    const { arrived } = await listen({ feed: feedOf(3), args: FROM_OLDEST, onForward: () => ok(status) });

    expect(arrived).toEqual(['e0', 'e1', 'e2']);
  });

  it('forwards the next event after a response without a status, and shows that it had none', async () => {
    const { arrived, output } = await listen({ feed: feedOf(2), args: FROM_OLDEST, onForward: () => ok(0) });

    expect(arrived).toEqual(['e0', 'e1']);
    expect(output()).toContain('"id":"e0","status":null');
  });

  it('sends an event again, with a growing delay, until the server responds', async () => {
    let failures = 0;
    const onForward = (id: string) => (id === 'e1' && (failures += 1) < 9 ? refused() : ok());
    const { arrived, forwards, waits, messages } = await listen({
      feed: feedOf(4),
      args: FROM_OLDEST,
      onForward,
    });

    expect(arrived).toEqual(['e0', 'e1', 'e2', 'e3']);
    expect(waits.slice(0, 8)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
    // Eight repetitions, of which three would say the same.
    expect(messages().split('Trying again')).toHaveLength(7);
    const times = forwards
      .filter(({ headers }) => headers['webhook-id'] === 'e1')
      .map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(new Set(times).size).toBeGreaterThan(5);
  });
});

describe('the position of listen', () => {
  it('begins with the next event, and is stored before the first one', async () => {
    const feed = feedOf(2);
    const first = await listen({ feed });
    expect(first.arrived).toEqual([]);

    feed.events.push('e2', 'e3');
    const second = await listen({ feed, files: first.files });
    expect(second.arrived).toEqual(['e2', 'e3']);
    expect(second.messages()).toContain('Continues where the last start ended');
  });

  it('continues inside a page without repeating what arrived', async () => {
    const feed = feedOf(10, 5);
    const first = await listen({ feed, args: FROM_OLDEST, stopAfter: 3 });
    const second = await listen({ feed, files: first.files });

    expect([...first.arrived, ...second.arrived]).toEqual(
      // The third one arrived when the listener was stopped, before its position was stored.
      ['e0', 'e1', 'e2', ...feed.events.slice(second.arrived.includes('e2') ? 2 : 3)],
    );
  });

  it.each(
    ['before', 'after'].flatMap((when) => Array.from({ length: 10 }, (_, write) => [when, write] as const)),
  )('loses nothing if the process ends %s write %d of the position', async (when, lastWrite) => {
    const feed = feedOf(7);
    let writes = 0;
    const prepare = ({ outside, files, interruption }: FakeOutside) => {
      async function writePrivately(path: string, text: string) {
        const isLast = writes === lastWrite;
        writes += 1;
        if (!isLast || when === 'after') files.set(path, text);
        if (!isLast) return;
        interruption.abort(new Error('killed'));
        throw new Error('killed');
      }
      Object.assign(outside, { files: { ...outside.files, writePrivately } });
    };
    const first = await listen({ feed, args: FROM_OLDEST, prepare });
    const args = first.files.size === 0 ? FROM_OLDEST : ARGS;
    const second = await listen({ feed, files: first.files, args });

    const all = [...first.arrived, ...second.arrived];
    expect([...new Set(all)]).toEqual(feed.events);
    // Only the event between its response and its write is repeated.
    expect(all.length - feed.events.length).toBeLessThanOrEqual(when === 'before' ? 1 : 0);
  });

  it('has the ids of one page at most', async () => {
    const sizes: number[] = [];
    const prepare = ({ outside, files }: FakeOutside) => {
      async function writePrivately(path: string, text: string) {
        sizes.push(JSON.parse(text).done.length);
        files.set(path, text);
      }
      Object.assign(outside, { files: { ...outside.files, writePrivately } });
    };
    await listen({ feed: feedOf(9, 3), args: FROM_OLDEST, prepare });

    expect(sizes).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]);
  });

  it.each(['read', 'writePrivately'] as const)(
    'is not needed: if its file cannot be used (%s), the listener says so once and forwards',
    async (failing) => {
      const prepare = ({ outside }: FakeOutside) => {
        const fails = async (path: string) => {
          throw new FileError(EXIT.rejected, `${path} cannot be used (EACCES).`);
        };
        Object.assign(outside, { files: { ...outside.files, [failing]: fails } });
      };
      const { arrived, messages } = await listen({ feed: feedOf(5), args: FROM_OLDEST, prepare });
      const second = await listen({ feed: feedOf(5), args: ARGS, prepare });

      expect(arrived).toHaveLength(5);
      expect(messages().split('The position is not stored')).toHaveLength(failing === 'read' ? 1 : 2);
      expect(second.messages()).toContain('cannot be used (EACCES). The position is not stored');
    },
  );

  it('ends the listener if another error prevents that it is stored', async () => {
    const prepare = ({ outside }: FakeOutside) => {
      const writePrivately = () => Promise.reject(new CommandError(EXIT.usage, 'another error'));
      Object.assign(outside, { files: { ...outside.files, writePrivately } });
    };
    expect((await listen({ feed: feedOf(1), args: FROM_OLDEST, prepare })).exitCode).toBe(EXIT.usage);
  });

  it('belongs to the URL and the filters', async () => {
    const feed = feedOf(2);
    const { files } = await listen({ feed, args: FROM_OLDEST });
    const other = await listen({ feed, files, args: [...ARGS, '--events', 'salesbot.contact.created'] });

    expect(other.files.size).toBe(2);
    expect(other.messages()).toContain('Begins with the next event');
  });

  it('is not guessed if its file is damaged or the API does not know it', async () => {
    const feed = feedOf(3);
    const { files } = await listen({ feed, args: FROM_OLDEST });
    const [path = ''] = files.keys();

    for (const [text, status] of [
      ['{', 2],
      ['{"cursor":"unknown","done":[]}', 2],
    ] as const) {
      const { exitCode, messages, arrived } = await listen({ feed, files: new Map([[path, text]]) });
      expect([exitCode, arrived]).toEqual([status, []]);
      expect(messages()).toContain('--from oldest');
    }
    expect(
      (await listen({ feed, args: [...ARGS, '--from', 'oldest'], files: new Map([[path, '{']]) })).arrived,
    ).toHaveLength(3);
  });
});

describe('the filters of listen', () => {
  const feed = { events: ['order1', 'contact1', 'order2', 'contact2'], pageSize: 3 };

  it('let several events pass', async () => {
    const names = 'salesbot.store.order_paid,salesbot.contact.created';
    expect((await listen({ feed, args: [...FROM_OLDEST, '--events', names] })).arrived).toEqual(feed.events);
  });

  it('leave out other events', async () => {
    const events = ['--events', 'salesbot.store.order_paid'];
    expect((await listen({ feed, args: [...FROM_OLDEST, ...events] })).arrived).toEqual(['order1', 'order2']);
  });

  it('reject a name that no event has', async () => {
    const { exitCode, messages } = await listen({
      feed,
      args: [...ARGS, '--events', 'salesbot.contact.creatd'],
    });

    expect(exitCode).toBe(2);
    expect(messages()).toContain('Did you mean "salesbot.contact.created"?');
  });
});

describe('an API that is away', () => {
  it('is waited for, with a message and its Retry-After', async () => {
    const feed = feedOf(4);
    const answers = [
      () => refused(),
      () => json({ code: 'temporarily_unavailable', detail: 'Later.' }, 503, { 'retry-after': '5' }),
      () => json({ code: 'rate_limited', detail: 'Too many.' }, 429, { 'retry-after': '41' }),
    ];
    const onApi = ({ url }: Outgoing) => (url.pathname.endsWith('/feed') ? answers.shift()?.() : undefined);
    const { arrived, messages, waits } = await listen({ feed, args: FROM_OLDEST, onApi });

    expect(arrived).toEqual(feed.events);
    expect(waits.slice(0, 3)).toEqual([250, 5000, 41_000]);
    expect(messages()).toContain('Later. (503 temporarily_unavailable) Trying again in 5 s.');
    expect(messages()).toContain('The API responds again.');
  });

  it('is waited for also at the start', async () => {
    let failures = 0;
    const onApi = () => ((failures += 1) < 4 ? refused() : undefined);

    expect((await listen({ feed: feedOf(2), args: FROM_OLDEST, onApi })).arrived).toEqual(['e0', 'e1']);
  });

  it.each([401, 403])('ends the listener with 3 if it responds %d', async (status) => {
    const onApi = ({ url }: Outgoing) =>
      url.pathname.endsWith('/feed') ? json({ code: 'c', detail: 'd' }, status) : undefined;

    expect((await listen({ feed: feedOf(2), onApi })).exitCode).toBe(3);
  });
});

describe('the secret of listen', () => {
  it('is kept in a file', async () => {
    const feed = feedOf(1);
    const args = [...FROM_OLDEST, '--secret-file', '/home/ada/secret'];
    const first = await listen({ feed, args });
    expect(first.files.get('/home/ada/secret')).toBe(`${SECRET}\n`);
    const files = new Map([...first.files, ['/home/ada/secret', SECRET.replace('AQEB', 'BBBB')]]);
    const second = await listen({ feed, args, files });

    expect(second.messages()).toContain('the one in /home/ada/secret');
    expect(second.seen()).not.toContain('whsec_');
    expect(second.forwards[0]?.headers['webhook-signature']).not.toBe(
      first.forwards[0]?.headers['webhook-signature'],
    );
  });

  it('must be complete', async () => {
    const files = new Map([['/s', 'whsec_short']]);
    const { exitCode, forwards } = await listen({
      feed: feedOf(1),
      files,
      args: [...FROM_OLDEST, '--secret-file', '/s'],
    });

    expect([exitCode, forwards]).toEqual([2, []]);
  });
});

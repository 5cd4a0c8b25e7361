import { describe, expect, it } from 'vitest';
import {
  type FakeOptions,
  json,
  NOW,
  respondWith,
  runFake,
} from '#test/support/fakes/clients/fake-outside.ts';

const ARGS = ['recover', 'e1', '--since', '2h'];
const WARNING = { code: 'payloads_expired', detail: 'Some payloads have expired.' };

/** An endpoint with deliveries to recover; each reading of the recovery shows more progress. */
function recoverable({ matched = 3, end = 'completed' } = {}) {
  const bodies: Record<string, unknown>[] = [];
  let resent = 0;
  const send = respondWith({
    'POST /api/v1/workspace-webhooks/e1/recover': ({ body }: { body?: Buffer }) => {
      const sent = JSON.parse(body?.toString() ?? '');
      bodies.push(sent);
      if (sent.dry_run === true)
        return json({ data: { matched, count_complete: true }, warnings: [WARNING] });
      return json({ data: { id: 'r1', state: 'running', matched, resent }, warnings: [] }, 202);
    },
    'GET /api/v1/workspace-webhooks/e1/recoveries/r1': () => {
      resent += 1;
      const isEnd = resent === matched;
      const reason = isEnd && end === 'stopped' ? 'endpoint_paused' : null;
      return json({ data: { id: 'r1', state: isEnd ? end : 'running', reason, matched, resent } });
    },
  });
  return { bodies, send };
}

describe('recover', () => {
  it('counts with --dry-run, and resends nothing', async () => {
    const { bodies, send } = recoverable();
    const { exitCode, output, messages } = await runFake([...ARGS, '--dry-run'], { send });

    expect([exitCode, output()]).toEqual([0, '3 deliveries would be resent.\n']);
    expect(messages()).toContain(WARNING.detail);
    expect(bodies.map(({ dry_run }) => dry_run)).toEqual([true]);
    expect(NOW.getTime() - Date.parse(String(bodies[0]?.['since']))).toBeCloseTo(7_200_000, -3);
  });

  it.each<[string, FakeOptions]>([
    ['no', { typed: ['n'] }],
    ['nothing', { typed: [''] }],
    ['there is no terminal', {}],
  ])('resends nothing if the answer is %s', async (_, options) => {
    const { bodies, send } = recoverable();
    const { exitCode, questions, messages } = await runFake(ARGS, { send, ...options });

    expect(exitCode).toBe(options.typed ? 130 : 2);
    expect(bodies).toHaveLength(1);
    expect(questions).toHaveLength(options.typed ? 1 : 0);
    expect(messages()).toContain(options.typed ? 'Cancelled' : 'confirm with --yes');
  });

  it.each<[string, readonly string[], FakeOptions]>([
    ['the answer is yes', ARGS, { typed: ['y'] }],
    ['--yes is given', [...ARGS, '--yes'], {}],
  ])('resends until the end if %s', async (_, args, options) => {
    const { bodies, send } = recoverable();
    const { exitCode, output, questions } = await runFake([...args, '--states', 'failed'], {
      send,
      ...options,
    });

    expect([exitCode, output()]).toEqual([0, 'completed  3 of 3 deliveries were resent.\n']);
    expect(bodies.map(({ since }) => since)).toEqual([bodies[0]?.['since'], bodies[0]?.['since']]);
    expect(bodies.map(({ states }) => states)).toEqual([['failed'], ['failed']]);
    expect(questions.every((question) => question.includes('Resend 3 deliveries'))).toBe(true);
  });

  it('shows the progress on a terminal only', async () => {
    const args = [...ARGS, '--yes'];
    const shown = await runFake(args, { send: recoverable().send, outputIsTerminal: true });
    const hidden = await runFake(args, { send: recoverable().send });

    expect(shown.messages()).toContain('1 of 3 deliveries were resent …');
    expect(hidden.messages()).not.toContain('…');
  });

  it('is rejected if it stopped early', async () => {
    const { send } = recoverable({ end: 'stopped' });
    const { exitCode, output, messages } = await runFake([...ARGS, '--yes', '--json'], { send });

    expect([exitCode, JSON.parse(output()).data.state]).toEqual([1, 'stopped']);
    expect(messages()).toContain('endpoint_paused');
  });

  it('asks nothing if nothing matches', async () => {
    const { bodies, send } = recoverable({ matched: 0 });
    const { exitCode, questions } = await runFake(ARGS, { send, typed: [] });

    expect([exitCode, questions, bodies.length]).toEqual([0, [], 1]);
  });
});

describe('deliveries', () => {
  const delivery = {
    id: 'd1',
    event: 'salesbot.store.order_paid',
    event_id: 'v1',
    endpoint_id: 'e2',
    state: 'retrying',
    reason: 'receiver_error',
    explanation: { why: 'The receiver returned 500.', next: 'The next attempt is soon.' },
    next_attempt_at: '2026-11-28T12:01:00.000Z',
    created_at: '2026-11-28T11:59:00.000Z',
    finished_at: null,
    resend_of: null,
    resend_count: 0,
    payload: { id: 'v1' },
    attempts: [
      {
        number: 1,
        started_at: 't1',
        status_code: 500,
        duration_ms: 12,
        outcome: 'http_error',
        error: null,
        response_text: 'oops\u001b[2J',
      },
    ],
  };
  const send = respondWith({
    'GET /api/v1/workspace-webhooks': {
      data: [{ id: 'e1' }, { id: 'e2' }],
      has_more: false,
      next_cursor: null,
    },
    'GET /api/v1/workspace-webhooks/e2/deliveries/d1': { data: delivery },
    'POST /api/v1/workspace-webhooks/e2/deliveries/d1/resend': () => json({ data: { id: 'd2' } }, 202),
  });

  it('show why, the attempts and what is next, without the endpoint', async () => {
    const { exitCode, output } = await runFake(['deliveries', 'show', 'd1'], { send });

    expect(exitCode).toBe(0);
    for (const part of [
      'The receiver returned 500.',
      'The next attempt is soon.',
      '12:01:00',
      '500',
      '12 ms',
    ])
      expect(output()).toContain(part);
    expect(output()).toContain(String.raw`oops\u001b[2J`);
  });

  it('are resent', async () => {
    expect((await runFake(['deliveries', 'resend', 'd1'], { send })).output()).toContain('d2');
  });

  it('are not found at any endpoint', async () => {
    const { exitCode, messages } = await runFake(['deliveries', 'show', 'd9'], { send });

    expect(exitCode).toBe(1);
    expect(messages()).toContain('No endpoint has this delivery.');
  });

  it('are read page by page up to the limit', async () => {
    const sizes: (string | null)[] = [];
    const pages = respondWith({
      'GET /api/v1/workspace-webhooks/deliveries': ({ url }: { url: URL }) => {
        const size = url.searchParams.get('limit');
        sizes.push(size);
        const data = Array.from({ length: Number(size) }, () => delivery);
        return json({ data, has_more: true, next_cursor: 'c' });
      },
    });
    const { output } = await runFake(['deliveries', 'list', '--limit', '250', '--json'], { send: pages });

    expect(sizes).toEqual(['100', '100', '50']);
    expect(JSON.parse(output()).data).toHaveLength(250);
  });
});

describe('open', () => {
  it('prints a URL without a key, and opens it on a terminal only', async () => {
    const shown = await runFake(['open', 'endpoints', 'e1'], { outputIsTerminal: true });
    const hidden = await runFake(['open', 'endpoints', 'e1']);

    expect(hidden.output()).toBe('http://127.0.0.1:3000/console/endpoints/e1\n');
    expect(shown.opened).toEqual(['http://127.0.0.1:3000/console/endpoints/e1']);
    expect(hidden.opened).toEqual([]);
  });

  it.each(['../api', 'a b', '.', '-x', '%2e%2e'])('rejects the id %j', async (id) => {
    const { exitCode, opened } = await runFake(['open', 'pages', '--', id], { outputIsTerminal: true });

    expect([exitCode, opened]).toEqual([2, []]);
  });
});

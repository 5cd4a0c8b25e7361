import { describe, expect, it } from 'vitest';
import { createRequestLog, type LoggedRequest } from '#local/receiver/request-log.ts';

const LIMITS = { requests: 3, bytes: 10_000 };

function request(path: string, overrides: Partial<LoggedRequest> = {}): Omit<LoggedRequest, 'id'> {
  return {
    receivedAt: 0,
    method: 'POST',
    path,
    headers: {},
    body: Buffer.alloc(0),
    attempt: 1,
    secretNames: undefined,
    outcome: { behaviour: 'ok', status: 200, completed: true, durationMs: 1 },
    ...overrides,
  };
}

function paths(requests: readonly LoggedRequest[]): readonly string[] {
  return requests.map(({ path }) => path);
}

describe('request log', () => {
  it('lists the newest first and continues the ids after clearing', () => {
    const log = createRequestLog(LIMITS);
    log.add(request('/a'));
    log.add(request('/b'));
    expect(paths(log.list({}))).toEqual(['/b', '/a']);

    log.clear();

    expect(log.list({})).toEqual([]);
    expect(log.add(request('/c')).id).toBe(3);
  });

  it('filters by path prefix and by delivery, and stops at a limit', () => {
    const log = createRequestLog(LIMITS);
    log.add(request('/hooks/a'));
    log.add(request('/hooks/b', { headers: { 'x-webhook-delivery': 'one' } }));
    log.add(request('/status/503', { headers: { 'x-webhook-delivery': 'one' } }));

    expect(paths(log.list({ path: '/hooks' }))).toEqual(['/hooks/b', '/hooks/a']);
    expect(paths(log.list({ delivery: 'one' }))).toEqual(['/status/503', '/hooks/b']);
    expect(paths(log.list({ path: '/hooks', delivery: 'one' }))).toEqual(['/hooks/b']);
    expect(paths(log.list({ limit: 1 }))).toEqual(['/status/503']);
  });

  it('drops the oldest beyond its maximum count', () => {
    const log = createRequestLog(LIMITS);
    for (const path of ['/a', '/b', '/c', '/d']) log.add(request(path));

    expect(paths(log.list({}))).toEqual(['/d', '/c', '/b']);
    expect(log.counts()).toEqual({ kept: 3, dropped: 1 });
  });

  it('drops the oldest beyond its maximum bytes, and a single one that is too large', () => {
    const log = createRequestLog({ requests: 100, bytes: 1000 });
    for (const path of ['/a', '/b', '/c']) log.add(request(path, { body: Buffer.alloc(400) }));
    expect(paths(log.list({}))).toEqual(['/c', '/b']);

    log.add(request('/large', { body: Buffer.alloc(1001) }));
    expect(log.list({})).toEqual([]);
    log.add(request('/d', { body: Buffer.alloc(900) }));
    expect(paths(log.list({}))).toEqual(['/d']);
  });
});

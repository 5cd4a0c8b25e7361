import { describe, expect, it } from 'vitest';
import { nextSort, sorted, sortOf } from '#console/screens/webhooks/endpoints/endpoint-order.ts';

type Endpoint = Parameters<typeof sorted>[0][number];

function endpoint(name: string, changes: object = {}): Endpoint {
  const base = {
    id: name,
    name,
    state: 'enabled',
    responsible_member: { id: 'm', name: 'Rosa' },
    stats: { last_success_at: null, last_failure_at: null, consecutive_failures: 0 },
  };
  // The order needs no other field.
  return { ...base, ...changes } as unknown as Endpoint;
}

function namesOf(endpoints: readonly Endpoint[]): readonly string[] {
  return endpoints.map(({ name }) => name);
}

const failing = { last_success_at: null, last_failure_at: null, consecutive_failures: 3 };

describe('the order of endpoints', () => {
  it('begins with what only a person can repair, and ends with what is paused', () => {
    const all = [
      endpoint('paused', { state: 'paused' }),
      endpoint('healthy b'),
      endpoint('healthy a'),
      endpoint('some failed'),
      endpoint('failing', { stats: failing }),
      endpoint('suspended', { state: 'suspended' }),
    ];
    const metrics = { 'some failed': { attempts: 4, successes: 3 } };

    expect(namesOf(sorted(all, metrics, sortOf()))).toEqual([
      'suspended',
      'failing',
      'some failed',
      'healthy a',
      'healthy b',
      'paused',
    ]);
  });

  it('sorts by attempts with the most first, and by a time with “never” as the oldest', () => {
    const at = (last_success_at: string | null) => ({
      stats: { last_success_at, last_failure_at: null, consecutive_failures: 0 },
    });
    const all = [
      endpoint('never', at(null)),
      endpoint('old', at('2026-11-01T00:00:00Z')),
      endpoint('new', at('2026-11-02T00:00:00Z')),
    ];
    const metrics = { old: { attempts: 9, successes: 9 }, new: { attempts: 2, successes: 2 } };

    expect(namesOf(sorted(all, metrics, sortOf('-attempts')))).toEqual(['old', 'new', 'never']);
    expect(namesOf(sorted(all, metrics, sortOf('-success')))).toEqual(['new', 'old', 'never']);
    expect(namesOf(sorted(all, metrics, sortOf('success')))).toEqual(['never', 'old', 'new']);
  });

  it('ignores a column that does not exist', () => {
    expect(sortOf('url')).toEqual(sortOf());
  });

  it('changes its direction with a second click, and the URL is empty for the usual order', () => {
    expect(nextSort(sortOf(), 'attempts')).toBe('-attempts');
    expect(nextSort(sortOf('-attempts'), 'attempts')).toBe('attempts');
    expect(nextSort(sortOf(), 'name')).toBe('name');
    expect(nextSort(sortOf(), 'state')).toBe('-state');
    expect(nextSort(sortOf('-state'), 'state')).toBe('');
    expect(nextSort(sortOf('name'), 'state')).toBe('');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createSharedCache, type SharedCache } from '#shared/platform/runtime/secrets/shared-cache.ts';
import { createTestClock, type TestClock } from '#test/support/fixtures/platform/test-clock.ts';

const LIFETIME_SECONDS = 60;

let clock: TestClock;
let cache: SharedCache<string>;
let loads: string[];

beforeEach(() => {
  clock = createTestClock();
  loads = [];
  cache = createSharedCache({ clock, lifetimeMs: () => LIFETIME_SECONDS * 1000, entries: 3 });
});

async function load(key: string): Promise<string> {
  loads.push(key);
  return `value of ${key}`;
}

async function get(...keys: readonly string[]): Promise<void> {
  for (const key of keys) expect(await cache.get(key, () => load(key))).toBe(`value of ${key}`);
}

describe('createSharedCache', () => {
  it('loads a value once during its lifetime', async () => {
    await get('a');
    clock.advance(LIFETIME_SECONDS - 1);
    await get('a');
    expect(loads).toEqual(['a']);

    clock.advance(1);
    await get('a');
    expect(loads).toEqual(['a', 'a']);
  });

  it('drops the value that was not used for the longest time, and no other', async () => {
    await get('a', 'b', 'c', 'a', 'd');
    expect(loads).toEqual(['a', 'b', 'c', 'd']);

    await get('a', 'c', 'd');
    expect(loads).toHaveLength(4);
    await get('b');
    expect(loads).toHaveLength(5);
  });

  it('loads once for concurrent calls', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const slow = () => load('a').then(() => promise);
    const both = Promise.all([cache.get('a', slow), cache.get('a', slow)]);
    resolve('value');

    expect(await both).toEqual(['value', 'value']);
    expect(loads).toEqual(['a']);
  });

  it('fails all concurrent calls together, and loads again after that', async () => {
    const failing = async () => {
      await load('a');
      throw new Error('down');
    };
    const failed = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(loads).toEqual(['a']);

    await get('a');
    expect(loads).toEqual(['a', 'a']);
  });
});

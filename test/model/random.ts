import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Random numbers that depend on a seed only. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** An integer of [from, to]. */
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
};

/**
 * A stream of random numbers for one purpose of a seed. Purposes are independent: a history without one of its actions or
 * faults keeps all other random numbers, so it can be made smaller.
 */
export function createRandom(seed: number, purpose: string): Random {
  let state = hashOf(`${seed}/${purpose}`);

  // mulberry32: 32 bits of state are enough for one history.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function pick<T>(list: readonly [T, ...T[]]): T;
  function pick<T>(list: readonly T[]): T | undefined;
  function pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(next() * list.length)];
  }

  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => probability > 0 && next() < probability,
    pick,
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Runs a callback with the ids of the platform drawn from a seed: `newId` takes their random bytes from `node:crypto`. */
export async function withSeededIds<T>(random: Random, run: () => Promise<T>): Promise<T> {
  const whole = crypto.randomBytes;
  const seeded = (size: number) =>
    Buffer.from(Array.from({ length: size }, () => Math.floor(random.next() * 256)));
  replaceRandomBytes(seeded);
  try {
    return await run();
  } finally {
    replaceRandomBytes(whole);
  }
}

function replaceRandomBytes(randomBytes: (size: number) => Buffer): void {
  Object.assign(crypto, { randomBytes });
  // Modules that have imported the function by its name get the new one, too.
  syncBuiltinESMExports();
}

import { createHash } from 'node:crypto';

/** A number in [0, 1) that depends only on the seed and the purpose, so that a run can be repeated. */
export function chance(seed: number, ...drawnFor: readonly (string | number)[]): number {
  const text = [seed, ...drawnFor].join('/');
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

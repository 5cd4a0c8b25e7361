import { createHash } from 'node:crypto';

const DIGITS = '234567abcdefghijklmnopqrstuvwxyz';
const LENGTH = 13;
const CLOCK_BITS = 10n;
/** Microseconds of a millisecond that tell runs apart; the rest of the thousand is for the items of a thread. */
const SPREAD = 900n;

/**
 * Record key of an item of a thread: a timestamp identifier (AT Protocol, TID), which is what posts must be named by. It
 * follows from the run alone, so that a repetition writes the same record; two runs of one account share a key only if they
 * begin in the same millisecond and agree in about 20 bits of a hash.
 */
export function recordKey(key: string, startedAt: Date, index: number): string {
  const hash = createHash('sha256').update(key).digest().readBigUInt64BE();
  const micros = BigInt(startedAt.getTime()) * 1000n + (hash % SPREAD) + BigInt(index);
  let value = (micros << CLOCK_BITS) | (hash >> 54n);
  let text = '';
  while (text.length < LENGTH) {
    text = DIGITS.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}

import { createHash } from 'node:crypto';

const DIGITS = '234567abcdefghijklmnopqrstuvwxyz';
const LENGTH = 13;
const CLOCK_BITS = 10n;
/** The number of microseconds within a millisecond that distinguish runs; the rest is for the items of a thread. */
const SPREAD = 900n;

/**
 * The record key of an item: a timestamp identifier (AT Protocol, TID), which posts must use. It depends only on the run, so
 * that a repetition writes the same record. Two runs of one account share a key only if they start in the same millisecond
 * and agree in about 20 bits of a hash.
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

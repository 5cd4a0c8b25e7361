import { createHash } from 'node:crypto';
import { crc32 } from '#shared/platform/core/crc32.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = /^wsk_[0-9A-Za-z]{36}$/u;

/** Prefix of a workspace API key; other prefixes are other kinds (docs/specification.md#credential-kinds). */
const API_KEY_PREFIX = 'wsk_';

/** Generates a key: prefix, 30 random base62 characters (178 bits), 6 of CRC32. Shown once, stored as a hash. */
export function generateApiKey(randomInt: (below: number) => number): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${API_KEY_PREFIX}${random}${checksum(API_KEY_PREFIX + random)}`;
}

/** Whether a string has the format and checksum of a key, so that a mistyped key costs no read. */
export function isWellFormedApiKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The stored form of a key: its SHA-256 in hex, which is enough for 178 bits of entropy. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

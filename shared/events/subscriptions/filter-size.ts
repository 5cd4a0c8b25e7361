import { FILTER_BYTES } from './event-filter.ts';

/**
 * Whether a filter is too large before it is checked: its keys and strings have more than 1,024 characters, or it has more than
 * 1,024 values. The loop stops at the limit, so that neither a hostile size nor a hostile depth costs more than an honest filter.
 */
export function isTooLargeToCheck(filter: unknown): boolean {
  const waiting: unknown[] = [filter];
  let left = FILTER_BYTES;
  while (waiting.length > 0 && left >= 0) {
    const value = waiting.pop();
    if (typeof value === 'string') left -= value.length;
    if (typeof value !== 'object' || value === null) continue;
    const keys = Array.isArray(value) ? [] : Object.keys(value);
    left -= Array.isArray(value) ? value.length : keys.length;
    if (left < 0) break;
    const parts: readonly unknown[] = Object.values(value);
    waiting.push(...keys, ...parts);
  }
  return left < 0;
}

/** Whether the text of a checked filter is too large to be stored. */
export function isTooLargeToStore(text: string): boolean {
  return new TextEncoder().encode(text).byteLength > FILTER_BYTES;
}

import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** A number of at least 0 and less than 1 that depends on the name alone, so that the example is the same after each start. */
export function fraction(name: string): number {
  return digestOf(name).readUInt32BE(0) / 2 ** 32;
}

/** An element of the list, chosen by the name. */
export function pick<T>(list: readonly [T, ...T[]], name: string): T {
  return list[Math.floor(fraction(name) * list.length)] ?? list[0];
}

/** A UUIDv7 of a time and a name. A step that is repeated writes the same item again, and not a second one. */
export function idAt(at: Date, name: string): string {
  return v7({ msecs: at.getTime(), random: digestOf(name).subarray(0, 16) });
}

function digestOf(name: string): Buffer {
  return createHash('sha256').update(name).digest();
}

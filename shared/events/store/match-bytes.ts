import { parse } from 'uuid';
import type { Match } from '#shared/events/recording/recorded-event.ts';

/** The first byte of stored matches. */
const FORM = 1;
const ID_BYTES = 16;
/** Seven bits of the version in each byte, the lowest first. The highest bit means that another byte follows. */
const MORE = 0x80;

/** Ids of endpoints as bytes; undefined for none, so that nothing is stored. */
export function encodeEndpointIds(ids: readonly string[]): Uint8Array<ArrayBuffer> | undefined {
  return ids.length === 0 ? undefined : Uint8Array.from(ids.flatMap((id) => [...parse(id)]));
}

/** The ids of these bytes. */
export function decodeEndpointIds(bytes: Uint8Array | null): string[] {
  const count = Math.floor((bytes?.length ?? 0) / ID_BYTES);
  return Array.from({ length: count }, (_, index) => idAt(bytes ?? new Uint8Array(), index * ID_BYTES));
}

/** Matches as bytes: the id, the number of shards in one byte, and the version of each. As text, 25 matches take twice the bytes and a write unit more. */
export function encodeMatches(matches: readonly Match[]): Uint8Array<ArrayBuffer> {
  const bytes = [FORM];
  for (const { endpointId, settingsVersion, shards } of matches) {
    bytes.push(...parse(endpointId), shards);
    let rest = settingsVersion;
    for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) + MORE);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

/** The matches of these bytes; undefined if `encodeMatches` did not create them. */
export function decodeMatches(bytes: Uint8Array): Match[] | undefined {
  if (bytes[0] !== FORM) return undefined;
  const matches: Match[] = [];
  for (let at = 1; at < bytes.length;) {
    const endpointId = idAt(bytes, at);
    const shards = bytes[at + ID_BYTES];
    if (!shards) return undefined;
    at += ID_BYTES + 1;
    let settingsVersion = 0;
    for (let unit = 1; ; unit *= MORE) {
      const byte = bytes[at++];
      if (byte === undefined) return undefined;
      settingsVersion += (byte % MORE) * unit;
      if (byte < MORE) break;
    }
    matches.push({ endpointId, settingsVersion, shards });
  }
  return matches;
}

function idAt(bytes: Uint8Array, at: number): string {
  const { buffer, byteOffset, byteLength } = bytes.subarray(at, at + ID_BYTES);
  const hex = Buffer.from(buffer, byteOffset, byteLength).toString('hex');
  // Faster than a pattern: the sweep decodes each match of every event.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DICTIONARY_1 } from './dictionary-1.ts';

/** The fields of an event that its body repeats. They are stored beside the body and never change. */
export type BodyContext = {
  readonly id: string;
  readonly workspaceId: string;
  readonly event: string;
  readonly product: string;
  readonly test: boolean;
  readonly recordedAt: Date;
};

/** The first byte of a packed body. A stored form stays readable for ever; a new dictionary or start gets a new number. */
const PLAIN = 0;
const DEFLATED_1 = 1;

/** Node allocates and clears these bytes for each call. The defaults are four times as much, and most bodies have less than 1 KB. */
const CHUNK_BYTES = 4096;
const WINDOW_BITS = 13;

/** More than any body, because a request has at most 256 KB. Broken bytes must not use up the memory of a function. */
const MAX_BYTES = 4_194_304;

/**
 * The bytes of a body as they are stored: compressed with a dictionary of the catalogue's fields and the expected start of the body, or
 * plain if that is shorter.
 */
export function packBody(body: string, context: BodyContext): Uint8Array<ArrayBuffer> {
  const plain = Buffer.from(body);
  const deflated = deflateRawSync(plain, {
    dictionary: dictionary1(context),
    memLevel: 5,
    windowBits: WINDOW_BITS,
    chunkSize: CHUNK_BYTES,
  });
  return deflated.byteLength < plain.byteLength
    ? Buffer.concat([Buffer.of(DEFLATED_1), deflated])
    : Buffer.concat([Buffer.of(PLAIN), plain]);
}

/** The body, byte for byte as it was packed. @throws Error if the bytes were not packed in this context */
export function unpackBody(packed: Uint8Array, context: BodyContext): string {
  const [form, content] = [packed[0], packed.subarray(1)];
  if (form === PLAIN) return Buffer.from(content).toString();
  if (form === DEFLATED_1) {
    const options = { dictionary: dictionary1(context), chunkSize: CHUNK_BYTES, maxOutputLength: MAX_BYTES };
    return inflateRawSync(content, options).toString();
  }
  throw new Error(`Bodies of form ${form} are unknown`);
}

/** Deflate finds the end of the dictionary at the lowest price, and the body starts like it. */
function dictionary1(context: BodyContext): Buffer {
  const { id, workspaceId, event, product, test, recordedAt } = context;
  const start = [
    `{"id":"${id}","schema_version":"1","event":"${event}","product":"${product}",`,
    `"occurred_at":"${recordedAt.toISOString()}","workspace_id":"${workspaceId}","test":${test},"data":{`,
  ];
  return Buffer.from(DICTIONARY_1 + start.join(''));
}

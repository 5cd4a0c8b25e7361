import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as v from 'valibot';

export type KeptBlob = { readonly mimeType: string; readonly bytes: Uint8Array };

const RAW = 0x55;
const DAG_CBOR = 0x71;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const MAX_TEXT_BYTES = 3000;
const MAX_GRAPHEMES = 300;
const MAX_IMAGES = 4;
const MAX_IMAGE_BYTES = 2_000_000;

const strongRef = v.object({
  uri: v.pipe(v.string(), v.startsWith('at://')),
  cid: v.pipe(v.string(), v.startsWith('baf')),
});
const uri = v.pipe(v.string(), v.regex(/^\w+:(?:\/\/)?[^\s/]\S*$/u));
const feature = v.variant('$type', [
  v.object({ $type: v.literal('app.bsky.richtext.facet#link'), uri }),
  v.object({
    $type: v.literal('app.bsky.richtext.facet#mention'),
    did: v.pipe(v.string(), v.startsWith('did:')),
  }),
  v.object({ $type: v.literal('app.bsky.richtext.facet#tag'), tag: v.pipe(v.string(), v.maxGraphemes(64)) }),
]);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const image = v.object({
  image: v.object({
    $type: v.literal('blob'),
    ref: v.object({ $link: v.string() }),
    mimeType: v.pipe(v.string(), v.startsWith('image/')),
    size: v.pipe(count, v.maxValue(MAX_IMAGE_BYTES)),
  }),
  alt: v.string(),
});

/** A record of app.bsky.feed.post, as far as its lexicon can be checked field by field. */
export const postSchema = v.object({
  $type: v.literal('app.bsky.feed.post'),
  text: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  facets: v.optional(
    v.array(v.object({ index: v.object({ byteStart: count, byteEnd: count }), features: v.array(feature) })),
  ),
  reply: v.optional(v.object({ root: strongRef, parent: strongRef })),
  langs: v.optional(v.pipe(v.array(v.string()), v.maxLength(3))),
  embed: v.optional(
    v.variant('$type', [
      v.object({
        $type: v.literal('app.bsky.embed.images'),
        images: v.pipe(v.array(image), v.maxLength(MAX_IMAGES)),
      }),
      v.object({
        $type: v.literal('app.bsky.embed.external'),
        external: v.object({ uri, title: v.string(), description: v.string() }),
      }),
    ]),
  ),
});

export type PostValue = v.InferOutput<typeof postSchema>;

/** What is wrong with a post beyond its fields, or undefined. */
export function checkPost(
  { text, embed }: PostValue,
  blobs: ReadonlyMap<string, KeptBlob>,
): string | undefined {
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) return 'record/text must not be longer than 3000 bytes';
  if ([...new Intl.Segmenter().segment(text)].length > MAX_GRAPHEMES) {
    return 'record/text must not be longer than 300 graphemes';
  }
  if (embed?.$type !== 'app.bsky.embed.images') return undefined;
  const isLost = embed.images.some(({ image: { ref } }) => !blobs.has(ref.$link));
  return isLost ? 'Could not find blob' : undefined;
}

/** Name of a blob by its content. */
export function blobCid(bytes: Uint8Array): string {
  return cidOf(RAW, bytes);
}

/** Name of a record by its content; of its JSON here, where a real server takes its CBOR. */
export function recordCid(record: unknown): string {
  return cidOf(DAG_CBOR, Buffer.from(canonicalize(record) ?? ''));
}

function cidOf(codec: number, bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest();
  const binary = [1, codec, 0x12, 0x20, ...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = binary.match(/.{1,5}/gu) ?? [];
  return `b${digits.map((bits) => BASE32[Number.parseInt(bits.padEnd(5, '0'), 2)]).join('')}`;
}

import { textLength } from '#shared/platform/core/text.ts';
import { findLinks } from '#shared/publishing/domain/texts/text-links.ts';

/** A link, mention or hashtag in a text; `start` and `end` count UTF-16 code units, like JavaScript strings. */
export type TextSpan = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'link'; readonly uri: string }
  | { readonly kind: 'mention'; readonly handle: string }
  | { readonly kind: 'tag'; readonly tag: string }
);

/** A feature of app.bsky.richtext.facet. */
export type FacetFeature =
  | { readonly $type: 'app.bsky.richtext.facet#link'; readonly uri: string }
  | { readonly $type: 'app.bsky.richtext.facet#mention'; readonly did: string }
  | { readonly $type: 'app.bsky.richtext.facet#tag'; readonly tag: string };

/** A facet of a Bluesky post; its index counts bytes of the UTF-8 text. */
export type Facet = {
  readonly index: { readonly byteStart: number; readonly byteEnd: number };
  readonly features: readonly FacetFeature[];
};

const MAX_TAG = 64;
const MAX_TAG_BYTES = 640;
/** Invisible characters that end a hashtag, in addition to white space. Joiners do not: words of many languages have them. */
const INVISIBLE = '\\u00ad\\u200b\\u2060\\u20e2';
const MENTION =
  /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![\w-])/giu;
const TAG = new RegExp(`(?<=^|\\s)[#＃](?![\\u200c\\u200d])([^\\s${INVISIBLE}]+)`, 'gu');
/** Links, mentions and hashtags of a text, in order and without overlaps. */
export function findSpans(text: string): TextSpan[] {
  const found = [...links(text), ...mentions(text), ...tags(text)].toSorted((a, b) => a.start - b.start);
  return found.filter((stretch, index) => index === 0 || stretch.start >= (found[index - 1]?.end ?? 0));
}

/** Converts spans of `text` to facets. A mention without a known DID stays plain text. */
export function toFacets(
  text: string,
  spans: readonly TextSpan[],
  dids: ReadonlyMap<string, string>,
): Facet[] {
  return spans.flatMap((stretch) => {
    const feature = featureOf(stretch, dids);
    if (feature === undefined) return [];
    const byteStart = Buffer.byteLength(text.slice(0, stretch.start));
    const byteEnd = byteStart + Buffer.byteLength(text.slice(stretch.start, stretch.end));
    return [{ index: { byteStart, byteEnd }, features: [feature] }];
  });
}

function featureOf(stretch: TextSpan, dids: ReadonlyMap<string, string>): FacetFeature | undefined {
  if (stretch.kind === 'link') return { $type: 'app.bsky.richtext.facet#link', uri: stretch.uri };
  if (stretch.kind === 'tag') return { $type: 'app.bsky.richtext.facet#tag', tag: stretch.tag };
  const did = dids.get(stretch.handle);
  return did === undefined ? undefined : { $type: 'app.bsky.richtext.facet#mention', did };
}

function links(text: string): TextSpan[] {
  return findLinks(text).map((link) => ({ kind: 'link' as const, ...link }));
}

function mentions(text: string): TextSpan[] {
  return [...text.matchAll(MENTION)].map(({ 0: match, 1: handle = '', index }) => ({
    kind: 'mention' as const,
    handle: handle.toLowerCase(),
    start: index,
    end: index + match.length,
  }));
}

function tags(text: string): TextSpan[] {
  return [...text.matchAll(TAG)].flatMap(({ 1: written = '', index }) => {
    const tag = withoutEnd(written);
    // Digits alone are a number and a keycap is an emoji, so neither is a hashtag.
    if (tag.startsWith('\ufe0f') || !/[^\d\p{P}\p{M}\u200c\u200d]/u.test(tag)) return [];
    if (textLength(tag, 'characters') > MAX_TAG || textLength(tag, 'utf-8') > MAX_TAG_BYTES) return [];
    return [{ kind: 'tag' as const, tag, start: index, end: index + 1 + tag.length }];
  });
}

/** Removes what follows the word of a hashtag: punctuation, and joiners that join nothing. A joiner after a mark is the end of a letter. */
function withoutEnd(word: string): string {
  const characters = [...word];
  for (let last = characters.at(-1); last !== undefined; last = characters.at(-1)) {
    const ends = last === '\u200d' && /\p{M}/u.test(characters.at(-2) ?? '');
    if (ends || !/[\p{P}\u200c\u200d]/u.test(last)) break;
    characters.pop();
  }
  return characters.join('');
}

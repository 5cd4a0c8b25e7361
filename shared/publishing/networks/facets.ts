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
/** Invisible characters that end a hashtag, in addition to white space. */
const INVISIBLE = '\\u00ad\\u200a-\\u200d\\u2060\\u20e2';
const LINK = /(?<=^|[\s(])https?:\/\/\S+/giu;
const MENTION =
  /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![\w-])/giu;
const TAG = new RegExp(`(?<=^|\\s)[#＃]([^\\s${INVISIBLE}]+)`, 'gu');
const CLOSING = /[.,;:!?'"’”»…]+$/u;

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
  return [...text.matchAll(LINK)].flatMap(({ 0: match, index }) => {
    const shown = withoutClosing(match);
    const url = URL.parse(shown);
    if (url === null) return [];
    return [{ kind: 'link' as const, uri: url.href, start: index, end: index + shown.length }];
  });
}

/** Removes what belongs to the sentence: punctuation after a link, and the closing bracket of one opened before the link. */
function withoutClosing(link: string): string {
  const bare = link.replace(CLOSING, '');
  return bare.endsWith(')') && !bare.includes('(') ? withoutClosing(bare.slice(0, -1)) : bare;
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
    const tag = written.replace(/\p{P}+$/u, '');
    // Digits alone are a number and a keycap is an emoji, so neither is a hashtag.
    if (tag.startsWith('\ufe0f') || !/[^\d\p{P}]/u.test(tag) || graphemes(tag) > MAX_TAG) return [];
    return [{ kind: 'tag' as const, tag, start: index, end: index + 1 + tag.length }];
  });
}

function graphemes(text: string): number {
  return text.length <= MAX_TAG ? text.length : [...new Intl.Segmenter().segment(text)].length;
}

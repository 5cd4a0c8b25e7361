import { htmlText } from './html-text.ts';

/** What the head of a page says about it; null for what it does not say. */
export type PageFacts = {
  readonly title: string | null;
  readonly description: string | null;
  /** The URL of a picture, which can be relative. */
  readonly picture: string | null;
};

/** The part of a page in which its head is looked for, in UTF-16 code units. */
const HEAD = 1_000_000;
/** How many elements of a head are read. */
const MAX_METAS = 1000;
const META_START = /<meta\s/giu;
const META = /<meta\s(?:[^>"']|"[^"]{0,2000}"|'[^']{0,2000}'){1,300}>/iuy;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gu;
const TITLE = /<title(?:\s[^>]{0,500})?>([^<]{0,4000})<\/title/iu;

const TITLES = ['og:title', 'twitter:title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const PICTURES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/** Reads the title, the description and the picture of a page: those for cards (Open Graph), or else those of HTML. */
export function pageFacts(html: string): PageFacts {
  const head = html.slice(0, HEAD).replace(/<\/head>.*$/isu, '');
  const values = new Map<string, string>();
  for (const tag of metasIn(head)) {
    const attributes = attributesOf(tag);
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    const content = attributes.get('content')?.trim() ?? '';
    if (content !== '' && !values.has(name)) values.set(name, content);
  }
  const first = (names: readonly string[]) =>
    names.map((name) => values.get(name)).find((value) => value !== undefined);
  return {
    title: first(TITLES) ?? htmlText(TITLE.exec(head)?.[1] ?? ''),
    description: first(DESCRIPTIONS) ?? null,
    picture: first(PICTURES) ?? null,
  };
}

function* metasIn(head: string): Generator<string> {
  let read = 0;
  for (const { index } of head.matchAll(META_START)) {
    META.lastIndex = index;
    const tag = META.exec(head)?.[0];
    if (tag !== undefined) yield tag;
    read += 1;
    if (read === MAX_METAS) return;
  }
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare = ''] of tag.matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), htmlText(double ?? single ?? bare));
  return attributes;
}

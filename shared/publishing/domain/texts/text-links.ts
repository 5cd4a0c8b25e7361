/** A link of a text; `start` and `end` count UTF-16 code units, like JavaScript strings. */
export type TextLink = { readonly uri: string; readonly start: number; readonly end: number };

/** Where a link counts on every network: at the beginning of a text, after white space, an opening bracket or an opening quotation mark. */
const LINK = /(?<=^|[\s<"'\p{Ps}\p{Pi}])https?:\/\/[^\s<>]+/giu;
/** Where the platform begins a link: after everything except a word of ASCII. Many languages have no space before an address. */
const SCHEME = /(?<![\w@#$])https?:\/\//giu;
const AUTHORITY = /[^\s<>/?#]+/uy;
/** The characters of a host name, and emoji, which a few names have. */
const HOST = /^[\p{L}\p{M}\p{N}\p{So}\p{Join_Control}.%_-]+/u;
/** The beginning of a top-level name in ASCII, if other characters follow. No name mixes both. */
const TOP_LEVEL = /(?<=\.)[a-z][a-z\d-]*(?=[^a-z\d.-][^.]*$)/iu;
const PORT = /^:\d{1,5}/u;
/** What no address has as it is: white space, invisible characters, backticks, the punctuation of Chinese and Japanese sentences, and em dashes. */
const END =
  /[\s<>`\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2014\u2015\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\uff61\uff64]/u;
const OPENING = /[^\P{Ps}\p{ASCII}]|[^\P{Pi}\p{ASCII}]/u;
const ENDING = /[^\P{Pe}\p{ASCII}]|[^\P{Pf}\p{ASCII}]/u;
/** The punctuation after a link that belongs to the sentence: on every network, and where the platform decides what a link is. */
const CLOSING = '.,;:!?\'"';
const MORE_CLOSING = `${CLOSING}’”»…*}`;
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
] as const;
/** Code of Markdown, in which dev.to and Discord recognise no link. */
const CODE_MARK = /`+|~{3,}/gu;

/** The links of a text, in order. */
export function findLinks(text: string): TextLink[] {
  const links: TextLink[] = [];
  let read = 0;
  for (const { 0: scheme, index: start } of text.matchAll(SCHEME)) {
    if (start < read) continue;
    read = endOfLink(text, start + scheme.length);
    const shown = withoutClosing(text.slice(start, read), MORE_CLOSING);
    const url = URL.parse(shown);
    if (url !== null) links.push({ uri: url.href, start, end: start + shown.length });
  }
  return links;
}

/** Where the link ends whose scheme ends at `from`, with the punctuation of ASCII after it. */
function endOfLink(text: string, from: number): number {
  AUTHORITY.lastIndex = from;
  const written = AUTHORITY.exec(text)?.[0] ?? '';
  const authority = authorityOf(written);
  const end = from + authority.length;
  return authority === written ? endOfPath(text, end, isAscii(written)) : end;
}

/** The host of an address with its port, without the text that follows it. A user name and an IPv6 address stay as they are. */
function authorityOf(written: string): string {
  if (/[@[]/u.test(written)) return endOf(written);
  const characters = HOST.exec(written)?.[0] ?? '';
  const top = TOP_LEVEL.exec(characters);
  const host = top === null ? characters : characters.slice(0, top.index + top[0].length);
  return host + (PORT.exec(written.slice(host.length))?.[0] ?? '');
}

function endOf(written: string): string {
  const end = written.search(END);
  return end === -1 ? written : written.slice(0, end);
}

/**
 * Where the path, query and fragment end. A closing bracket or quotation mark beyond ASCII ends them unless the address has the opening
 * one, and an opening one ends an address that is otherwise ASCII.
 */
function endOfPath(text: string, from: number, isPlain: boolean): number {
  let plain = isPlain;
  let open = 0;
  let at = from;
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (END.test(character)) break;
    if (!isAscii(character)) {
      if (OPENING.test(character)) {
        if (plain) break;
        open += 1;
      } else if (ENDING.test(character)) {
        if (open === 0) break;
        open -= 1;
      }
      plain = false;
    }
    at += character.length;
  }
  return at;
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/**
 * Whether a text contains a link as a link on every network. Networks disagree where a link ends, so the link counts only if white space
 * or the punctuation of ASCII ends it. In doubt it does not count: a second link does less harm than none.
 */
export function hasLink(text: string, link: string): boolean {
  const target = URL.parse(link)?.href;
  return (
    target !== undefined &&
    [...withoutCode(text).matchAll(LINK)].some(
      ([match]) => URL.parse(withoutClosing(match, CLOSING))?.href === target,
    ) &&
    findLinks(text).some(({ uri }) => uri === target)
  );
}

/** A link as a text of its own: as it was written, or in ASCII if it would end too early. */
export function linkAsText(link: string): string {
  const target = URL.parse(link)?.href;
  return target === undefined || hasLink(link, link) ? link : target;
}

/** Removes what belongs to the sentence: punctuation after a link, and the closing bracket of one opened before the link. */
function withoutClosing(link: string, closing: string): string {
  const unopened = new Map<string, number>(
    BRACKETS.map(([opens, closes]) => [closes, link.split(closes).length - link.split(opens).length]),
  );
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link.charAt(end - 1);
    const left = unopened.get(last) ?? 0;
    if (left > 0) unopened.set(last, left - 1);
    else if (!closing.includes(last)) break;
  }
  return link.slice(0, end);
}

/** A text without what is between two equal marks of code. */
function withoutCode(text: string): string {
  const marks = [...text.matchAll(CODE_MARK)].map(({ 0: mark, index }) => ({ mark, index }));
  const places = Map.groupBy(marks, ({ mark }) => mark);
  let kept = '';
  let at = 0;
  for (const { mark, index } of marks) {
    const same = places.get(mark) ?? [];
    same.shift();
    const [closing] = same;
    if (index < at || closing === undefined) continue;
    kept += `${text.slice(at, index)} `;
    at = closing.index + mark.length;
  }
  return kept + text.slice(at);
}

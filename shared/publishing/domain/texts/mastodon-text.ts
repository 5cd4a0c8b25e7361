import { textLength } from '#shared/platform/core/text.ts';
import { TOP_LEVEL_DOMAINS } from './mastodon-domains.ts';

/** Mastodon counts every link as 23 characters, whatever its length. */
const COUNTED_LINK = 'x'.repeat(23);
/** A longer link counts in full. */
const MAX_LINK = 4096;
/** The longest label of a domain, and the longest domain. */
const MAX_LABEL = 63;
const MAX_DOMAIN = 253;
/** The longest slug of a short link of `t.co`, after which Mastodon ends these links. */
const MAX_SLUG = 40;

const DIRECTIONS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
/** A character of a domain: none of the punctuation of ASCII except the backslash, no white space and no mark of direction. */
const LETTER = String.raw`[^${DIRECTIONS}!-\/:-@\[\]^_${'`'}\{-~\s\x00-\x1f\x7f\x85\u180e\ufeff\ufffe\uffff]`;
const RUN = new RegExp(`(?:${LETTER}|[._-])+`, 'gu');
const LABELS = new RegExp(String.raw`^(?:${LETTER}(?:[_-]*${LETTER})*\.)+`, 'u');
const SCHEME = /(?:https?|dat|dweb|ipfs|ipns|ssb|gopher|gemini):\/\/$/iu;
/** The longest scheme with `://`. */
const MAX_SCHEME = 9;
/** A link does not begin right after one of these. */
const BEFORE = /[A-Za-z0-9@＠$#＃\ufffe\ufeff\uffff]/u;
const LATIN = /[A-Za-z]+/uy;
const PUNYCODE = /[Xx][Nn]--[0-9A-Za-z]+/uy;
/** What follows a top-level domain is none of these. */
const AFTER_TOP = /[0-9A-Za-z@+-]/u;
const PORT = /:\d+/uy;
const SHORT = /^[Hh][Tt]{2}[Pp][Ss]?:\/\/[Tt]\.[Cc][Oo]\/([A-Za-z0-9]+)/u;

const GENERAL = String.raw`[^\p{White_Space}<>()?]`;
/** The parts of a path: characters, and pairs of brackets with at most one pair inside. */
const PART = new RegExp(
  String.raw`${GENERAL}+|\((?:${GENERAL}+|${GENERAL}*\(${GENERAL}+\)${GENERAL}*)\)`,
  'uy',
);
/** A path does not end with one of these: they belong to the sentence. */
const NO_END = /[!*"'「」;:=,.$%[\]~&|@]/u;
const WIDE = String.raw`[^\x00-\x9f\ufdd0-\ufdef\ufff0-\uffff\u{e0000}-\u{e0fff}]`;
const QUERY = new RegExp(
  String.raw`\?(?:[a-z0-9!?*'();:&=+$/%#\[\]\-_.,~|@^]|${WIDE})*(?:[a-z0-9_&=#/\-]|${WIDE})`,
  'iuy',
);

const WORD = String.raw`[\p{L}\p{M}\p{Nd}\p{Pc}]`;
const MENTION = new RegExp(
  String.raw`(?<![=/]|${WORD})@(\w+(?:[.\-]+\w+)*)(@${WORD}+(?:[.\-]+${WORD}+)*)?`,
  'gu',
);
/** After one of these, Mastodon does not take a name for a mention. */
const AFTER_MENTION =
  /^(?:[@＠]|[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]|[\u0300-\u036f]|:\/\/)/u;

type Span = { readonly start: number; readonly end: number; readonly counted: string };

/**
 * A text as Mastodon counts it: 23 characters for each link, and mentions without their domain. Links and mentions are those that Mastodon
 * recognises (`status_length_validator.rb` and `twitter_regex.rb` of Mastodon 4, and the text rules 3.1 of Twitter that it extends).
 */
export function mastodonText(text: string): string {
  const spans = [...links(text), ...mentions(text)].toSorted((a, b) => a.start - b.start);
  let counted = '';
  let at = 0;
  for (const { start, end, counted: shown } of spans) {
    if (start < at) continue;
    counted += text.slice(at, start) + shown;
    at = end;
  }
  return counted + text.slice(at);
}

/** Links without a scheme are links for Mastodon, but count in full. They matter because they can contain a link with a scheme. */
function* links(text: string): Iterable<Span> {
  let free = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const to = index + run.length;
    for (let from = Math.max(free, index); from < to; from = free) {
      const link = linkAt(text, from, to, free);
      if (link === undefined) break;
      free = link.end;
      const counted = link.hasScheme ? countedEnd(text, link) : 0;
      if (counted > 0) yield { start: link.start, end: counted, counted: COUNTED_LINK };
    }
  }
}

/** Where a domain and its link begin and end. */
type Link = {
  readonly start: number;
  readonly end: number;
  readonly domain: string;
  readonly hasScheme: boolean;
};

/** The first link whose domain begins in a run of letters, dots and hyphens; nothing before `free` belongs to it. */
function linkAt(text: string, from: number, to: number, free: number): Link | undefined {
  const scheme = SCHEME.exec(text.slice(Math.max(free, from - MAX_SCHEME), from))?.[0].length ?? 0;
  if (scheme > 0 && isOpening(text, from - scheme, free)) {
    const end = domainEnd(text, from);
    if (end > 0) return linkTo(text, from - scheme, from, end);
  }
  for (let start = from; start < to;) {
    const dot = text.indexOf('.', start);
    if (dot === -1 || dot >= to) return undefined;
    const opening = openingIn(text, start, dot, free);
    const end = opening < dot ? domainEnd(text, opening) : 0;
    if (end > 0) return linkTo(text, opening, opening, end);
    start = opening < dot ? afterLabels(text, opening) : dot + 1;
  }
  return undefined;
}

/** The first place in a label at which a link can begin; the end of the label if there is none. */
function openingIn(text: string, start: number, dot: number, free: number): number {
  if (/[_-]/u.test(text.charAt(dot - 1))) return dot;
  for (let place = start; place < dot; place += 1)
    if (!/[_-]/u.test(text.charAt(place)) && isOpening(text, place, free)) return place;
  return dot;
}

/** Where to look on if no domain begins here: after an underline, which the last name cannot have, or after all of these labels. */
function afterLabels(text: string, start: number): number {
  const end = labelsEnd(text, start);
  const underline = text.slice(start, end).indexOf('_');
  return underline === -1 ? end : start + underline + 1;
}

function linkTo(text: string, start: number, host: number, end: number): Link {
  return { start, end: pathEnd(text, end), domain: text.slice(host, end), hasScheme: host > start };
}

/** Whether a link can begin here: at the beginning of a line, or after a character that belongs to no earlier link. */
function isOpening(text: string, start: number, free: number): boolean {
  const before = text.charAt(start - 1);
  if (start === 0 || before === '\n') return true;
  return start > free && !BEFORE.test(before);
}

/** The end of the labels from here, after their last dot. What is longer than a domain is not looked at. */
function labelsEnd(text: string, start: number): number {
  return start + (LABELS.exec(text.slice(start, start + MAX_DOMAIN))?.[0].length ?? 0);
}

/** The end of the longest domain from here; 0 if there is none. */
function domainEnd(text: string, start: number): number {
  const labels = text.slice(start, labelsEnd(text, start));
  for (let dot = labels.length - 1; dot > 0; dot = labels.lastIndexOf('.', dot - 1)) {
    const name = labels.slice(labels.lastIndexOf('.', dot - 1) + 1, dot);
    const end = name.includes('_') ? 0 : topLevelEnd(text, start + dot + 1);
    if (end > 0) return end;
  }
  return 0;
}

function topLevelEnd(text: string, start: number): number {
  PUNYCODE.lastIndex = start;
  const encoded = PUNYCODE.exec(text)?.[0].length ?? 0;
  if (encoded > 0) return start + encoded;
  LATIN.lastIndex = start;
  const latin = LATIN.exec(text)?.[0].length ?? 0;
  for (let length = LONGEST_TOP; length >= Math.max(1, latin); length -= 1) {
    const end = start + length;
    if (TOP_LEVEL_DOMAINS.has(text.slice(start, end).toLowerCase()) && !AFTER_TOP.test(text.charAt(end)))
      return end;
  }
  return 0;
}

const LONGEST_TOP = Math.max(...[...TOP_LEVEL_DOMAINS].map(({ length }) => length));

/** The end of a link after its domain: a port, a path and a query. */
function pathEnd(text: string, domain: number): number {
  PORT.lastIndex = domain;
  let end = domain + (PORT.exec(text)?.[0].length ?? 0);
  if (text.charAt(end) === '/') {
    end += 1;
    PART.lastIndex = end;
    for (let part = PART.exec(text)?.[0]; part !== undefined; part = PART.exec(text)?.[0]) {
      const start = PART.lastIndex - part.length;
      let last = part.length;
      while (last > 0 && NO_END.test(part.charAt(last - 1))) last -= 1;
      if (last > 0) end = start + last;
    }
  }
  QUERY.lastIndex = end;
  return end + (QUERY.exec(text)?.[0].length ?? 0);
}

/**
 * The end of what counts as a link; 0 if all of it counts in full, because the link is too long, or because Mastodon cannot write its domain
 * in ASCII. The standard that Mastodon follows for this knows no emoji.
 */
function countedEnd(text: string, { start, end, domain }: Link): number {
  const [short, slug = ''] = SHORT.exec(text.slice(start, end)) ?? [];
  const host = URL.parse(`http://${domain}`)?.hostname;
  if (slug.length > MAX_SLUG || host === undefined || /\p{Extended_Pictographic}/u.test(domain)) return 0;
  if (host.split('.').some(({ length }) => length > MAX_LABEL)) return 0;
  const last = short === undefined ? end : start + short.length;
  const longer = Math.max(0, host.length - textLength(domain, 'code-points'));
  return textLength(text.slice(start, last), 'code-points') + longer > MAX_LINK ? 0 : last;
}

function* mentions(text: string): Iterable<Span> {
  for (const { 0: whole, 1: name = '', 2: domain = '', index } of text.matchAll(MENTION)) {
    const end = index + whole.length;
    if (AFTER_MENTION.test(text.slice(end, end + 3)) || domain.length - 1 > MAX_DOMAIN) continue;
    yield { start: index, end, counted: `@${name}` };
  }
}

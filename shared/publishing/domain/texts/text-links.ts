/** A link of a text; `start` and `end` count UTF-16 code units, like JavaScript strings. */
export type TextLink = { readonly uri: string; readonly start: number; readonly end: number };

/** A link begins a text, or follows white space, an opening bracket or an opening quotation mark. */
const LINK = /(?<=^|[\s<"'\p{Ps}\p{Pi}])https?:\/\/[^\s<>]+/giu;
/** The punctuation after a link that belongs to the sentence: on every network, and where the platform decides what a link is. */
const CLOSING = '.,;:!?\'"';
const MORE_CLOSING = `${CLOSING}’”»…`;
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
] as const;
/** Code of Markdown, in which dev.to and Discord recognise no link. */
const CODE_MARK = /`+|~{3,}/gu;

/** The links of a text, in order. */
export function findLinks(text: string): TextLink[] {
  return [...text.matchAll(LINK)].flatMap(({ 0: match, index }) => {
    const shown = withoutClosing(match, MORE_CLOSING);
    const url = URL.parse(shown);
    return url === null ? [] : [{ uri: url.href, start: index, end: index + shown.length }];
  });
}

/**
 * Whether a text contains a link as a link on every network. Networks disagree where a link ends, so the link counts only if white space
 * or the punctuation of ASCII ends it. In doubt it does not count: a second link does less harm than none.
 */
export function hasLink(text: string, link: string): boolean {
  const target = URL.parse(link)?.href;
  return [...withoutCode(text).matchAll(LINK)].some(
    ([match]) => target !== undefined && URL.parse(withoutClosing(match, CLOSING))?.href === target,
  );
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

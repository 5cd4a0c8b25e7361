import { type Bytes, textAt } from './byte-view.ts';

/** Names of XMP properties with a position: those of Exif and of drones, of the W3C, and those with both words in other vocabularies. */
const POSITION = /gps|latitude|longt?itude|^geo:(?:lat|long|alt)$/iu;
/** An attribute of a tag; it begins with white space, so that a long name is read once. */
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"[^"]*"|'[^']*')/gu;
const SPACE = 0x20;

/** Overwrites the position in XMP with spaces. The text has the same length afterwards, and still is XML. */
export function blankPosition(xmp: Bytes): void {
  const text = decode(xmp);
  let at = text.indexOf('<');
  while (at !== -1) {
    const end = endOfTag(text, at);
    const tag = text.slice(at, end);
    const name = /^<([\w:.-]+)/u.exec(tag)?.[1];
    let next = end;
    if (name !== undefined && POSITION.test(name)) {
      next = tag.endsWith('/>') ? end : endOfElement(text, name, end);
      xmp.fill(SPACE, at, next);
    } else if (name !== undefined) {
      for (const { 0: attribute, 1: attributeName = '', index } of tag.matchAll(ATTRIBUTE))
        if (POSITION.test(attributeName)) xmp.fill(SPACE, at + index, at + index + attribute.length);
    }
    at = text.indexOf('<', next);
  }
}

const SLICE = 8192;

function decode(bytes: Bytes): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += SLICE) text += textAt(bytes, at, SLICE);
  return text;
}

/** What begins like a tag and contains anything, with its end. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['</', '>'],
] as const;

/** The end of the tag at `at`. A value in quotes can contain `>`. */
function endOfTag(text: string, at: number): number {
  const other = OTHERS.find(([start]) => text.startsWith(start, at));
  if (other !== undefined) {
    const found = text.indexOf(other[1], at);
    return found === -1 ? text.length : found + other[1].length;
  }
  let quote: string | undefined;
  for (let index = at + 1; index < text.length; index += 1) {
    const char = text[index];
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return index + 1;
  }
  return text.length;
}

/** The end of an element whose first tag ends at `from`; the end of the text if the element has none. */
function endOfElement(text: string, name: string, from: number): number {
  const close = text.indexOf(`</${name}`, from);
  if (close === -1) return text.length;
  const end = text.indexOf('>', close);
  return end === -1 ? text.length : end + 1;
}

/**
 * Characters with a meaning in LinkedIn's "little" text format. Unescaped, they create mentions and links, or end the text there.
 * https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format
 */
const RESERVED = /[\\|{}@[\]()<>#*_~]/gu;

/** A character of a word: letters, their marks, and numbers. */
const WORD = String.raw`\p{L}\p{M}\p{N}`;
/**
 * A hashtag: it follows a space or begins the text, and has a letter, so that `#1` stays a number. A link contains none. Joiners belong to
 * the word between two characters, and a joiner after a mark can be the end of a letter.
 */
const HASHTAG = new RegExp(
  String.raw`(?<=^|\s)#(?=[${WORD}\u200c\u200d]*\p{L})([\p{L}\p{N}](?:[${WORD}]|[\u200c\u200d](?=[${WORD}])|(?<=\p{M})\u200d)*)(?=$|[^${WORD}_#/])`,
  'gu',
);

/** A text as LinkedIn's commentary: shown as it is, with its hashtags as links. */
export function littleText(text: string): string {
  let end = 0;
  let escaped = '';
  for (const { index, 0: whole, 1: tag = '' } of text.matchAll(HASHTAG)) {
    escaped += `${escape(text.slice(end, index))}{hashtag|\\#|${tag}}`;
    end = index + whole.length;
  }
  return escaped + escape(text.slice(end));
}

function escape(text: string): string {
  return text.replaceAll(RESERVED, String.raw`\$&`);
}

/**
 * Characters with a meaning in LinkedIn's "little" text format. Unescaped, they create mentions and links, or end the text there.
 * https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format
 */
const RESERVED = /[\\|{}@[\]()<>#*_~]/gu;

/** A hashtag: it follows a space or begins the text, and has a letter, so that `#1` stays a number. A link contains none. */
const HASHTAG = /(?<=^|\s)#(?=[\p{L}\p{N}]*\p{L})([\p{L}\p{N}]+)(?=$|[^\p{L}\p{N}_#/])/gu;

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

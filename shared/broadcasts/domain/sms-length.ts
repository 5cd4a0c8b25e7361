/** Characters of the GSM alphabet. A text with another character is sent in Unicode, of which fewer fit into one part. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ^{}\\[~\]|€ÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/u;
/** Characters of the GSM alphabet that need an escape character before them, so that they count twice. */
const GSM_ESCAPED = /[\^{}\\[~\]|€]/u;

/** The characters of the only part of a text message, and of each of several parts, which also contain a header. */
const PART_SIZES = { gsm: [160, 153], unicode: [70, 67] } as const;

/** How carriers send a text message. */
export type SmsLength = {
  readonly alphabet: 'gsm' | 'unicode';
  /** The number of characters as carriers count them: some of the GSM alphabet count twice, and most emoji. */
  readonly characters: number;
  readonly parts: number;
  /** The characters that fit into each of the parts. */
  readonly perPart: number;
};

/**
 * The length of a text message in characters and parts. Each part has a price. A character that counts twice is never divided, so a part
 * before it can have one character less.
 */
export function smsLengthOf(text: string): SmsLength {
  const alphabet = GSM.test(text) ? 'gsm' : 'unicode';
  const [alone, together] = PART_SIZES[alphabet];
  let characters = 0;
  let parts = 1;
  let inPart = 0;
  for (const character of text) {
    const size = alphabet === 'gsm' && GSM_ESCAPED.test(character) ? 2 : character.length;
    characters += size;
    const isFull = inPart + size > together;
    if (isFull) parts += 1;
    inPart = isFull ? size : inPart + size;
  }
  if (characters <= alone) return { alphabet, characters, parts: 1, perPart: alone };
  return { alphabet, characters, parts, perPart: together };
}

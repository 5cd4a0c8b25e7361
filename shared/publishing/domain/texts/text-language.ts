/** Scripts that mostly one language of today is written in; the first whose letters a text has decides. Kana come before Chinese characters. */
const SCRIPTS: readonly (readonly [script: string, language: string])[] = [
  ['Hiragana', 'ja'],
  ['Katakana', 'ja'],
  ['Hangul', 'ko'],
  ['Han', 'zh'],
  ['Thai', 'th'],
  ['Hebrew', 'he'],
  ['Greek', 'el'],
  ['Armenian', 'hy'],
  ['Georgian', 'ka'],
  ['Khmer', 'km'],
  ['Lao', 'lo'],
  ['Myanmar', 'my'],
  ['Sinhala', 'si'],
  ['Tamil', 'ta'],
  ['Telugu', 'te'],
  ['Kannada', 'kn'],
  ['Malayalam', 'ml'],
  ['Gujarati', 'gu'],
  ['Gurmukhi', 'pa'],
  ['Oriya', 'or'],
  ['Bengali', 'bn'],
  ['Devanagari', 'hi'],
  ['Ethiopic', 'am'],
  ['Arabic', 'ar'],
  ['Cyrillic', 'ru'],
];

/** Frequent short words of languages in Latin letters. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the and is are of to in for with you our we this that it on',
  de: 'der die das und ist sind nicht ein eine mit für wir auf zu im den von',
  fr: 'le la les et est sont pas un une avec pour nous des du sur dans vous',
  es: 'el la los las y es son no un una con para nosotros del en que por',
  it: 'il lo gli e è sono non un una con per noi della di che nel questo',
  pt: 'o os as e é são não um uma com para nós da do que em você',
  nl: 'de het en is zijn niet een met voor wij op van te dat ons deze',
};

/**
 * The language of a text, for readers who filter by language: by its script, or by the frequent words of languages in Latin letters.
 * English if nothing decides. It is a guess, so an author can name the language.
 */
export function likelyLanguage(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, language] of SCRIPTS) {
    const own = text.match(new RegExp(String.raw`\p{Script=${script}}`, 'gu'))?.length ?? 0;
    // A word of another script in a sentence, such as a name, decides nothing.
    if (own * 4 > letters) return language;
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best = 'en';
  for (const [language, frequent] of Object.entries(WORDS))
    if (countOf(words, frequent) > countOf(words, WORDS[best] ?? '')) best = language;
  return best;
}

function countOf(words: readonly string[], frequent: string): number {
  const known = new Set(frequent.split(' '));
  return words.filter((word) => known.has(word)).length;
}

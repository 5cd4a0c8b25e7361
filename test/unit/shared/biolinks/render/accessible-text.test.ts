import { describe, expect, it } from 'vitest';
import { accessibleText } from '#shared/biolinks/render/accessible-text.ts';
import { textOf } from '#shared/platform/render/markup.ts';

const HIDDEN = /<span aria-hidden="true">([^<]*)<\/span>/u;
const ONE_EMOJI = /^\p{RGI_Emoji}$/v;
const SELECTOR = '\uFE0F';
const SKIN_TONES = ['\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'];

async function hidden(text: string): Promise<string> {
  return HIDDEN.exec(await textOf(accessibleText(`${text} Shop`)))?.[1] ?? '';
}

function* codePoints(): Generator<string> {
  for (let code = 0xa0; code < 0x1_fb00; code += 1)
    if (code < 0xd800 || code > 0xf8ff) yield String.fromCodePoint(code);
}

describe('accessibleText', () => {
  it('hides each emoji of one character, and no other character', async () => {
    for (const text of codePoints()) expect(await hidden(text)).toBe(ONE_EMOJI.test(text) ? text : '');
  });

  it('hides each emoji that needs a selector', async () => {
    const selected = [...codePoints()].map((character) => character + SELECTOR);

    for (const text of selected.filter((each) => ONE_EMOJI.test(each))) expect(await hidden(text)).toBe(text);
  });

  it('hides each emoji with a skin tone', async () => {
    const toned = [...codePoints()].flatMap((base) => SKIN_TONES.map((tone) => base + tone));

    for (const text of toned.filter((each) => ONE_EMOJI.test(each))) expect(await hidden(text)).toBe(text);
  });

  it.each(['👩‍👩‍👧', '❤️‍🔥', '👩🏽‍⚕️', '🏳️‍🌈', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇩🇪', '#️⃣', '🎉🇩🇪1️⃣'])(
    'hides the sequence %s as a whole',
    async (text) => expect(await hidden(text)).toBe(text),
  );

  it.each(['1', '#', '©', '™', '☎', '\u{1F1E9}'])('keeps %s', async (text) => {
    expect(await hidden(text)).toBe('');
  });
});

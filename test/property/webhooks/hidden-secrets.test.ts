import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADER_VALUE } from '#shared/webhooks/domain/request-headers.ts';
import { secretTexts } from '#shared/webhooks/sending/mask-headers.ts';
import { excerptText, readExcerpt } from '#shared/webhooks/sending/post-request.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const KEPT = 512;
const MASK = '•••';

/** How receivers write a character of a header into a response. */
const FORMS: Readonly<Record<string, (character: string) => string>> = {
  plain: (character) => character,
  'upper case': (character) => character.toUpperCase(),
  JSON: (character) => JSON.stringify(character).slice(1, -1),
  'JSON of PHP': (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace('/', String.raw`\/`),
  'JSON with a code for each character': (character) => String.raw`\u00${hex(character)}`,
  'percent encoding': percent,
  'percent encoding of each character': (character) => `%${hex(character).toUpperCase()}`,
  'a form': (character) => (character === ' ' ? '+' : percent(character)),
  HTML: html,
  'HTML with a code for each character': (character) => `&#${character.codePointAt(0)};`,
  'JSON in HTML': (character) => html(JSON.stringify(character).slice(1, -1)),
  'JSON in JSON': (character) => JSON.stringify(JSON.stringify(character).slice(1, -1)).slice(1, -1),
  'percent encoding of JSON with codes': (character) => percent(String.raw`\u00${hex(character)}`),
};

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(2, '0');
}

function percent(text: string): string {
  return encodeURIComponent(text);
}

function html(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#039;',
    '/': '&#x2F;',
  };
  return text.replaceAll(/["&'/<>]/gu, (character) => names[character] ?? '');
}

const echoes = fc.record({
  value: fc
    .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 })
    .filter((value) => HEADER_VALUE.test(value)),
  form: fc.constantFrom(...Object.values(FORMS)),
  chunkBytes: fc.integer({ min: 1, max: 700 }),
});

/** Text of this many bytes that is part of no value. The end of an excerpt can be inside of its characters. */
function filler(bytes: number): string {
  return bytes % 2 === 0 ? 'ä'.repeat(bytes / 2) : `€${'ä'.repeat((bytes - 3) / 2)}`;
}

/** The response text of a body that arrives in chunks. */
async function textOf(
  body: Buffer,
  {
    secrets,
    chunkBytes = 100,
    maxBytes = 16_384,
  }: Partial<Record<'chunkBytes' | 'maxBytes', number>> & {
    readonly secrets?: readonly string[];
  } = {},
): Promise<string> {
  const chunks = Array.from({ length: Math.ceil(body.length / chunkBytes) }, (_, index) =>
    body.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  return excerptText(await readExcerpt(Readable.from(chunks), maxBytes, secrets), secrets);
}

describe('the response text of a receiver that sends a header back', () => {
  it('hides the value wherever the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(echoes, async ({ value, form, chunkBytes }) => {
        const secrets = secretTexts([['X-Key', value]]);
        const sent = Array.from(value, form).join('');
        for (let start = KEPT - sent.length - 3; start <= KEPT + 1; start += 1) {
          if (start < 3) continue;
          const after = filler(600);
          const body = Buffer.from(filler(start) + sent + after);
          const cut = excerptText(Buffer.from(after).subarray(0, Math.max(0, KEPT - start - sent.length)));
          const expected =
            start < KEPT ? filler(start) + MASK + cut : excerptText(Buffer.from(filler(start)));

          expect(await textOf(body, { secrets, chunkBytes })).toBe(expected);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('shows at most 3 characters of a value if the body stalls, breaks off or is read no further inside of it', async () => {
    await fc.assert(
      fc.asyncProperty(echoes, fc.boolean(), async ({ value, form }, isLimited) => {
        const secrets = secretTexts([['X-Key', value]]);
        const parts = Array.from(value, form);
        const sent = parts.join('');
        const harmless = parts.slice(0, 4).join('').length;
        for (let length = 0; length < sent.length; length += 1) {
          const arrived = Buffer.from(filler(300) + sent.slice(0, length));
          const text = await (isLimited
            ? textOf(Buffer.from(filler(300) + sent), { secrets, chunkBytes: 1, maxBytes: arrived.length })
            : textOf(arrived, { secrets }));
          // A mask can begin after an escape character: the beginning of a value is recognised with and without escapes.
          const shown = text.slice(filler(300).length).replace(MASK, '');

          expect(text.startsWith(filler(300))).toBe(true);
          expect([sent.startsWith(shown), shown.length < harmless || shown === '']).toEqual([true, true]);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('the response text of a receiver that sends no header back', () => {
  it('is the first 512 bytes, with and without headers of the endpoint', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 1200, size: 'max' }), echoes, async (bytes, { value }) => {
        const body = Buffer.from(bytes);
        const first = new TextDecoder().decode(body.subarray(0, KEPT), { stream: true });
        const expected = first.replaceAll(/[^\P{Cc}\t\n\r]/gu, '');

        expect(await textOf(body)).toBe(expected);
        expect(await textOf(body, { secrets: secretTexts([['X-Key', value]]) })).toBe(expected);
      }),
      { numRuns: runs(400) },
    );
  });
});

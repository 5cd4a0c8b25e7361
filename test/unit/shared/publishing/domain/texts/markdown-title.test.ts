import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { devtoArticle } from '#shared/publishing/domain/article-text.ts';
import { markdownTitle } from '#shared/publishing/domain/texts/markdown-title.ts';
import rows from '#test/corpus/article-titles.json' with { type: 'json' };

const STRUCTURES = [
  '```js\nx\n```',
  '~~~\nx\n~~~',
  '- x',
  '+ x',
  '1) x',
  '> x',
  '---',
  '***',
  '___',
  '<hr>',
  '|a|\n|-|\n|x|',
  '    x',
];

const articleOf = (body: string, title: string | null = null) =>
  devtoArticle({ body, url: null }, title, markdownTitle);

describe('devtoArticle', () => {
  it.each(rows)('of $input ($report)', ({ input, right: { title, text } }) => {
    expect(articleOf(input)).toEqual({ title, text: text ?? input });
  });

  it('keeps the complete text after structure at its beginning, and has no syntax in the title', () => {
    const words = fc.stringMatching(/^[A-Z][a-z]{1,10}(?: [a-z]{1,10}){0,5}$/u);
    fc.assert(
      fc.property(fc.constantFrom(...STRUCTURES), words, (structure, sentence) => {
        const body = `${structure}\n\n${sentence}`;
        expect(articleOf(body)).toEqual({ title: sentence, text: body });
      }),
    );
  });

  it('loses no word of any text', () => {
    const line = fc.constantFrom(
      '# Head',
      '```',
      '- item',
      '> quote',
      'Text',
      '',
      '---',
      '    code',
      '| a |',
      '<p>x</p>',
      '=====',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const { title, text } = articleOf(lines.join('\n'));
        const left = `${title} ${text}`;
        for (const word of lines.join(' ').match(/\w+/gu) ?? []) expect(left).toContain(word);
      }),
    );
  });

  it('has the given title, and an unchanged text', () => {
    const body = '\n    code\n\nText\n';

    expect(articleOf(body, 'Lamps ')).toEqual({ title: 'Lamps', text: '    code\n\nText' });
  });

  it('takes the link for the title of an item without words', () => {
    expect(devtoArticle({ body: '', url: 'https://example.com/' }, null, markdownTitle)).toEqual({
      title: 'https://example.com/',
      text: '',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import { mastodonText } from '#shared/publishing/domain/texts/mastodon-text.ts';
import { hasLink } from '#shared/publishing/domain/texts/text-links.ts';
import { articleHtml } from '#shared/publishing/networks/article-html.ts';
import { findSpans } from '#shared/publishing/networks/facets.ts';
import rows from '#test/corpus/links-in-texts.json' with { type: 'json' };

describe('the link of an item', () => {
  it.each(rows)('$input is $right ($report)', ({ input: [body = '', url = ''], right }) => {
    const text = right === 'appended' ? `${body}\n\n${url}` : body;

    expect(outgoingText({ body, url })).toBe(text);
    expect(articleHtml(body, url, []).endsWith(`<p><a href="${url}">${url}</a></p>`)).toBe(
      right === 'appended' || body.startsWith(url),
    );
  });

  it('is a link of the text that is sent, whatever surrounds its characters in the text', () => {
    const around = [
      '',
      ' ',
      '\n',
      '(',
      ')',
      '"',
      '<',
      '>',
      'x',
      '.',
      '\u3001',
      '\u300c',
      '\u300d',
      '`',
      '/',
      '=',
    ];
    for (const url of ['https://a.example/p/1', 'https://b.example/?q=1'])
      for (const before of around)
        for (const after of around)
          for (const end of around) {
            const text = outgoingText({ body: `Look ${before}${url}${after}${end}`, url });
            expect([text, hasLink(text, url)]).toEqual([text, true]);
            expect(findSpans(text)).toContainEqual(expect.objectContaining({ kind: 'link', uri: url }));
          }
  });

  it('is counted once on Mastodon if the text has it', () => {
    const url = 'https://example.com/p/1';
    expect(mastodonText(outgoingText({ body: `See ${url}.`, url })).match(/x{23}/gu)).toHaveLength(1);
  });

  it('is not slow to find in a long text that almost has it', () => {
    const url = 'https://example.com/p/1';
    for (const body of [
      `https://${')'.repeat(60_000)}`,
      `https://${'.'.repeat(60_000)}x`,
      '` `` '.repeat(12_000),
    ]) {
      const began = process.cpuUsage();
      outgoingText({ body, url });
      expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
    }
  });
});

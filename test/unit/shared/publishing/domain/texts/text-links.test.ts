import { describe, expect, it } from 'vitest';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import { mastodonText } from '#shared/publishing/domain/texts/mastodon-text.ts';
import { findLinks, hasLink } from '#shared/publishing/domain/texts/text-links.ts';
import { articleHtml } from '#shared/publishing/networks/article-html.ts';
import { findSpans } from '#shared/publishing/networks/facets.ts';
import ends from '#test/corpus/link-ends.json' with { type: 'json' };
import rows from '#test/corpus/links-in-texts.json' with { type: 'json' };

describe('the links of a text', () => {
  it.each(ends)('end where a reader ends them: $input ($report)', ({ input, right }) => {
    const links = findLinks(input);

    expect(links.map(({ start, end }) => input.slice(start, end))).toEqual(right);
    expect(links.map(({ uri }) => uri)).toEqual(right.map((url) => new URL(url).href));
  });

  it('are the same whatever punctuation beyond ASCII follows them', () => {
    const urls = [
      'https://a.example',
      'https://a.example/p/1',
      'https://a.example/?q=(1)',
      'https://a.example/#\u00fc',
    ];
    for (const url of urls)
      for (const after of '\u3001\u3002\uff0c\uff01\uff1f\uff1a\uff1b\uff09\u300d\u300f\u3011\u300b\u3009\u201d\u2019\u00bb\u2014\u200b\u2069')
        for (const next of ['', 'x', '\u65e5\u672c', ' x'])
          expect(findLinks(`${url}${after}${next}`)[0]?.uri).toBe(new URL(url).href);
  });

  it('are found in linear time', () => {
    for (const text of [
      'https://'.repeat(8000),
      'https://a.b/\u300d'.repeat(5000),
      'https://a,'.repeat(6000),
    ]) {
      const began = process.cpuUsage();
      findLinks(text);
      expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
    }
  });
});

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
    const faults: string[] = [];
    for (const url of ['https://a.example/p/1', 'https://b.example/?q=1'])
      for (const before of around)
        for (const after of around)
          for (const end of around) {
            const text = outgoingText({ body: `Look ${before}${url}${after}${end}`, url });
            const isSpan = findSpans(text).some((span) => span.kind === 'link' && span.uri === url);
            if (!isSpan || !hasLink(text, url)) faults.push(text);
          }
    expect(faults).toEqual([]);
  });

  it.each([
    'https://c.example/\u5a18\u3002',
    'https://c.example/\uff08a\uff09',
    'https://c.example/a\u2014b',
  ])('is appended as %s in ASCII, so that it does not end too early', (url) => {
    for (const body of ['', `See ${url}`]) {
      const text = outgoingText({ body, url });
      expect(text.endsWith(new URL(url).href)).toBe(true);
      expect(findSpans(text)).toContainEqual(
        expect.objectContaining({ kind: 'link', uri: new URL(url).href }),
      );
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

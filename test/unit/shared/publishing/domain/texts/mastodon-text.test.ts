import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkIssues, networkLength } from '#shared/publishing/domain/network-limits.ts';
import { mastodonText } from '#shared/publishing/domain/texts/mastodon-text.ts';
import rows from '#test/corpus/mastodon-characters.json' with { type: 'json' };

const CLOSING = ['.', ',', '!', ';', ':', '"', "'", '*', '~', '|', '\u300d', '=', '$'];

describe('mastodonText', () => {
  it.each(rows)('counts $input as $right ($report)', ({ input, right }) => {
    expect(networkLength('mastodon', input)).toBe(right);
  });

  it('counts a link of 4,096 characters as a link, and a longer one in full', () => {
    const link = (length: number): string => 'https://example.com/'.padEnd(length, 'x');

    expect(networkLength('mastodon', link(4096))).toBe(23);
    expect(networkLength('mastodon', link(4097))).toBe(4097);
  });

  it('counts a link as 23 characters and what ends it in full, whatever follows', () => {
    const path = fc.stringMatching(/^[a-z0-9]{1,30}$/u);
    const closing = fc.array(fc.constantFrom(...CLOSING), { maxLength: 20 });
    fc.assert(
      fc.property(path, closing, fc.constantFrom('', ' ', '\n', ')'), (written, ends, after) => {
        const text = `https://example.com/${written}${ends.join('')}${after}`;
        expect(networkLength('mastodon', text)).toBe(23 + ends.length + after.length);
      }),
    );
  });

  it('changes nothing but links and mentions', () => {
    const words = fc.string({ unit: 'grapheme' }).filter((text) => !/[.@]/u.test(text));
    fc.assert(
      fc.property(words, (text) => {
        expect(mastodonText(text)).toBe(text);
      }),
    );
  });

  it('refuses the text that Mastodon refuses before it is scheduled', () => {
    const version = {
      accountId: 0,
      isOriginal: true,
      content: [{ body: `https://example.com、${'あ'.repeat(600)}`, url: null, media: [] }],
      options: {},
    };
    const post = { accounts: [1], versions: [version] };

    expect(networkIssues(post, [{ id: 1, provider: 'mastodon' }], [])).toMatchObject([
      { code: 'network_limit_exceeded', limit: 500, detail: expect.stringContaining('624 characters') },
    ]);
  });

  it.each([
    'a.'.repeat(30_000),
    'a-'.repeat(30_000),
    'あ.'.repeat(30_000),
    'a_.'.repeat(20_000),
    'a.com_'.repeat(10_000),
    '@a'.repeat(30_000),
    `https://example.com/${'('.repeat(60_000)}`,
    'https://example.com/('.repeat(3000),
    `https://example.com/${'!'.repeat(60_000)}`,
  ])('is not slow on a long text that almost matches', (text) => {
    const began = process.cpuUsage();

    mastodonText(text);

    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  });
});

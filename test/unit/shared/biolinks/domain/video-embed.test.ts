import { describe, expect, it } from 'vitest';
import { VIDEO_ORIGINS, toVideoEmbed } from '#shared/biolinks/domain/video-embed.ts';
import addresses from '#test/corpus/video-addresses.json' with { type: 'json' };
import starts from '#test/corpus/video-starts.json' with { type: 'json' };

const ID = 'dQw4w9WgXcQ';
const YOUTUBE = { provider: 'youtube', src: `https://www.youtube-nocookie.com/embed/${ID}` };

describe('toVideoEmbed', () => {
  it.each(starts)('starts $input where its address says ($report)', ({ input, right }) => {
    expect(toVideoEmbed(input)?.src).toBe(right);
  });

  it.each(addresses)('plays $input as $right ($report)', ({ input, right }) => {
    expect(toVideoEmbed(input)?.src ?? null).toBe(right);
  });

  it.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `https://youtube.com/watch?list=x&v=${ID}`,
    `https://m.youtube.com/watch?v=${ID}`,
    `https://music.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/embed/${ID}?autoplay=1`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/live/${ID}/`,
    `https://youtu.be/${ID}?si=share`,
    `HTTPS://YOUTU.BE/${ID}`,
  ])('plays %s by its id only', (url) => {
    expect(toVideoEmbed(url)).toEqual(YOUTUBE);
  });

  it.each([
    ['https://vimeo.com/76979871', '76979871?dnt=1'],
    ['https://www.vimeo.com/76979871#t=10s', '76979871?dnt=1#t=10s'],
    ['https://player.vimeo.com/video/76979871?autoplay=1', '76979871?dnt=1'],
    ['https://vimeo.com/76979871/8272103f6e', '76979871?dnt=1&h=8272103f6e'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', '76979871?dnt=1&h=8272103f6e'],
  ])('plays %s, an unlisted one with its hash', (url, end) => {
    expect(toVideoEmbed(url)).toEqual({ provider: 'vimeo', src: `https://player.vimeo.com/video/${end}` });
  });

  it.each([
    'https://example.com/watch?v=dQw4w9WgXcQ',
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://evil.example/https://youtu.be/${ID}`,
    `http://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com:8443/watch?v=${ID}`,
    'https://www.youtube.com/watch?v=too-short',
    'https://www.youtube.com/watch?v=dQw4w9WgXc"',
    `https://www.youtube.com/watch?v=${ID}x`,
    'https://www.youtube.com/watch',
    `https://www.youtube.com/playlist?list=${ID}`,
    `https://www.youtube.com/embed/${ID}/more`,
    'https://www.youtube.com/@somebody',
    `https://youtu.be/${ID}/more`,
    'https://youtu.be/',
    'https://vimeo.com/channels/staffpicks',
    'https://vimeo.com/76979871/not-a-hash',
    'https://vimeo.com/76979871/8272103f6e/more',
    'https://vimeo.com/',
    'https://player.vimeo.com/76979871',
    'https://vimeo.com/1234567890123',
    'javascript:alert(1)',
    'no URL',
  ])('keeps %s as a link', (url) => {
    expect(toVideoEmbed(url)).toBeUndefined();
  });

  it('plays only from origins that the content security policy lists', () => {
    const found = [`https://youtu.be/${ID}`, 'https://vimeo.com/76979871'].map(
      (url) => toVideoEmbed(url)?.src,
    );

    expect(found.map((src) => new URL(src ?? '').origin)).toEqual(VIDEO_ORIGINS);
  });
});

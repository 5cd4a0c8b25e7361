import { describe, expect, it } from 'vitest';
import { outgoingLink, pictureSource } from '#shared/biolinks/render/outgoing-link.ts';

const utm = { source: 'bio', medium: 'social links', campaign: '' };
const rules = { utm, ownHosts: ['pages.example.com'] };

describe('outgoingLink', () => {
  it.each([
    ['https://example.com', 'https://example.com/?utm_source=bio&utm_medium=social%20links'],
    ['http://example.com/a', 'http://example.com/a?utm_source=bio&utm_medium=social%20links'],
    [
      'https://example.com/?q=1#part',
      'https://example.com/?q=1&utm_source=bio&utm_medium=social%20links#part',
    ],
    ['https://example.com/?a=%20+b', 'https://example.com/?a=%20+b&utm_source=bio&utm_medium=social%20links'],
    [
      'https://example.com/#?utm_source=x',
      'https://example.com/?utm_source=bio&utm_medium=social%20links#?utm_source=x',
    ],
    [
      'https://example.com/?utm_source=mine',
      'https://example.com/?utm_source=mine&utm_medium=social%20links',
    ],
    ['https://example.com/?utm_source=', 'https://example.com/?utm_source=&utm_medium=social%20links'],
  ])('adds what %s lacks, before the fragment', (url, expected) => {
    expect(outgoingLink(url, rules)).toBe(expected);
  });

  it.each(['https://pages.example.com/ada', 'mailto:ada@example.com', 'tel:+4930123', 'sms:+4930123'])(
    'leaves %s unchanged',
    (url) => {
      expect(outgoingLink(url, rules)).toBe(url);
    },
  );

  it('adds nothing when nothing is set', () => {
    const none = { utm: { source: '', medium: '', campaign: '' }, ownHosts: [] };

    expect(outgoingLink('https://example.com/?a=1', none)).toBe('https://example.com/?a=1');
  });

  it('encodes each value as one parameter', () => {
    const odd = { utm: { source: 'a&b=c#d', medium: '', campaign: '' }, ownHosts: [] };

    expect(outgoingLink('https://example.com/', odd)).toBe('https://example.com/?utm_source=a%26b%3Dc%23d');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'about:blank',
    'not a url',
    '//example.com',
    '',
  ])('returns no target for %j', (url) => {
    expect(outgoingLink(url, rules)).toBeUndefined();
  });
});

describe('pictureSource', () => {
  it('accepts https', () => {
    expect(pictureSource('https://img.example.com/a.png')).toBe('https://img.example.com/a.png');
  });

  it('accepts an embedded WebP picture', () => {
    expect(pictureSource('data:image/webp;base64,UklGRg==')).toBe('data:image/webp;base64,UklGRg==');
  });

  it.each([
    'http://img.example.com/a.png',
    'data:image/svg+xml,x',
    'data:image/svg+xml;base64,UklGRg==',
    'data:image/webp;base64,UklGRg==" onerror="alert(1)',
    'data:image/webp;base64,',
    'javascript:1',
    'a.png',
  ])('returns no source for %j', (url) => {
    expect(pictureSource(url)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { deviceOf, isVisit, referrerOf, visitorHash } from '#shared/biolinks/render/visitor-client.ts';
import agents from '#test/corpus/user-agents.json' with { type: 'json' };
import { BROWSERS } from '#test/support/builders/biolinks/browsers.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('isVisit', () => {
  it.each(agents)('knows $input as a $right ($report)', ({ input, right }) => {
    expect(isVisit({ method: 'GET', headers: { 'user-agent': input } })).toBe(right === 'person');
  });

  it.each(BROWSERS)('counts a person with $name', ({ agent }) => {
    expect(isVisit({ method: 'GET', headers: { 'user-agent': agent } })).toBe(true);
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Twitterbot/1.0',
    'WhatsApp/2.23.20.0',
    'curl/8.17.0',
    'python-requests/2.32.3',
    'Go-http-client/2.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    '',
  ])('does not count %j', (agent) => {
    expect(isVisit({ method: 'GET', headers: { 'user-agent': agent } })).toBe(false);
  });

  it.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { purpose: 'prefetch' }],
    ['GET', { purpose: 'preview' }],
    ['GET', { 'x-moz': 'prefetch' }],
    ['GET', { 'user-agent': undefined }],
  ])('does not count %s with %j', (method, headers) => {
    expect(isVisit({ method, headers: { 'user-agent': FIREFOX, ...headers } })).toBe(false);
  });
});

describe('deviceOf', () => {
  it.each(BROWSERS)('$name is $device', ({ agent, device }) => {
    expect(deviceOf({ 'user-agent': agent })).toBe(device);
  });

  it('believes a browser that says it is mobile', () => {
    expect(deviceOf({ 'user-agent': 'Something', 'sec-ch-ua-mobile': '?1' })).toBe('mobile');
    expect(deviceOf({ 'user-agent': 'Something' })).toBe('other');
    expect(deviceOf({})).toBe('other');
  });
});

describe('referrerOf', () => {
  it.each([
    ['https://www.instagram.com/ada?x=1', 'instagram.com'],
    ['https://l.facebook.com/', 'l.facebook.com'],
    ['http://News.Example.com:8080/a', 'news.example.com'],
    ['android-app://com.linkedin.android/', 'com.linkedin.android'],
    ['https://pages.example.com/ada', ''],
    ['https://user:secret@blog.example/', 'blog.example'],
    ['http://192.0.2.7/', ''],
    ['http://[2001:db8::1]/', ''],
    ['http://localhost/', ''],
    ['javascript:alert(1)', ''],
    ['https://müller.example/', 'xn--mller-kva.example'],
    ['not a url', ''],
  ])('%s is %j', (referer, expected) => {
    expect(referrerOf({ referer }, ['pages.example.com'])).toBe(expected);
  });

  it('is empty without the header', () => {
    expect(referrerOf({}, [])).toBe('');
  });
});

describe('visitorHash', () => {
  const salt = Buffer.alloc(32, 1);
  const request = { method: 'GET', headers: { 'user-agent': FIREFOX }, sourceIp: '192.0.2.1' };

  it('is the same for the same browser, network, page and salt only', () => {
    const hash = visitorHash(salt, 'p1', request);
    const others = [
      visitorHash(Buffer.alloc(32, 2), 'p1', request),
      visitorHash(salt, 'p2', request),
      visitorHash(salt, 'p1', { ...request, sourceIp: '192.0.2.2' }),
      visitorHash(salt, 'p1', { ...request, headers: { 'user-agent': 'Other' } }),
      visitorHash(salt, 'p1', { ...request, sourceIp: 'unknown', headers: {} }),
    ];

    expect(hash).toMatch(/^[0-9a-f]{16}$/u);
    expect(visitorHash(salt, 'p1', { ...request })).toBe(hash);
    expect(new Set([hash, ...others]).size).toBe(6);
  });

  it('takes the addresses of one IPv6 network as one', () => {
    const hashOf = (sourceIp: string) => visitorHash(salt, 'p1', { ...request, sourceIp });
    const [one, two, three] = ['2001:db8:1:1::1', '2001:db8:1:1:ffff::9', '2001:db8:1:2::1'].map(hashOf);

    expect(two).toBe(one);
    expect(three).not.toBe(one);
    expect(hashOf('::ffff:192.0.2.1')).toBe(hashOf('192.0.2.1'));
  });
});

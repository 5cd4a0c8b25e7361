import { describe, expect, it } from 'vitest';
import { webUrlProblem } from '#shared/platform/core/web-url.ts';

const LONGEST = `https://example.com/${'a'.repeat(2048 - 'https://example.com/'.length)}`;

describe('webUrlProblem', () => {
  it.each([
    'https://example.com',
    'http://example.com/a?b=c#d',
    'HTTPS://Example.com:8443/',
    'https://bücher.example/straße',
    'https://xn--bcher-kva.example/',
    'https://192.0.2.7/',
    'https://[2001:db8::7]/',
    'https://example.com/@ada',
    'https://example.com/?to=a@b.example',
    LONGEST,
  ])('accepts %s', (url) => {
    expect(webUrlProblem(url)).toBeUndefined();
  });

  it.each([
    '',
    'example.com',
    '//example.com/',
    '/relative',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.com/7',
    'view-source:https://example.com/',
    'file:///etc/passwd',
    'mailto:ada@example.com',
    'tel:+49301234567',
    'sms:+49301234567',
  ])('rejects %j: not an absolute http or https URL', (url) => {
    expect(webUrlProblem(url)).toBe('Use an absolute http or https URL.');
  });

  it.each([
    ' https://example.com/',
    'https://example.com/a b',
    'java\tscript:alert(1)',
    'https://exa\nmple.com/',
    'https://example.com/\u0000',
    'https://example.com/\u0085',
    'https://example.com\\@evil.example/',
    'https:\\\\example.com',
    'https://example.com/\u2028',
  ])('rejects %j: readers and browsers would interpret it differently', (url) => {
    expect(webUrlProblem(url)).toBe(
      'Remove spaces, control characters and backslashes from the URL, or percent-encode them.',
    );
  });

  it.each([
    'https://ada@example.com/',
    'https://ada:secret@example.com/',
    'https://example.com@evil.example',
  ])('rejects %s: a user name hides the host', (url) => {
    expect(webUrlProblem(url)).toBe('The URL must not contain a user name or password.');
  });

  it.each(['https://exa<mple.com/', 'https://[::1/', 'https://1.2.3.999/', 'https://example.com:99999/'])(
    'rejects %s: no host',
    (url) => {
      expect(webUrlProblem(url)).toBe(
        'The host or the port of the URL is not valid. Use a host such as www.example.com.',
      );
    },
  );

  it.each(['https://localhost/', 'https://https//example.com'])(
    'rejects %s: not on the public web',
    (url) => {
      expect(webUrlProblem(url)).toBe(
        'The host of the URL has no dot. Use a complete host name such as www.example.com.',
      );
    },
  );

  it('measures the URL as sent and as a browser sends it', () => {
    const problem = 'The URL must not be longer than 2048 characters.';

    expect(webUrlProblem(`${LONGEST}a`)).toBe(problem);
    // Three characters each once they are percent-encoded.
    expect(webUrlProblem(`https://example.com/${'ä'.repeat(400)}`)).toBe(problem);
  });

  it('accepts only https for what a browser loads automatically', () => {
    expect(webUrlProblem('https://example.com/i.png', true)).toBeUndefined();
    expect(webUrlProblem('http://example.com/i.png', true)).toBe('Use an absolute https URL.');
  });
});

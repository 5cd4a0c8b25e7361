const MAX_URL_LENGTH = 2048;

/**
 * Returns why a string is not a valid URL for a page, as a sentence; undefined if it is valid. Links are absolute http or
 * https URLs; a URL that a browser loads automatically is https (`secure`). Both have a host with a dot, no user name and at
 * most 2,048 characters (docs/specification/biolinks.md#page-seo). Email and phone links have their own blocks (#blocks).
 */
export function webUrlProblem(text: string, secure = false): string | undefined {
  // Browsers drop tabs and line breaks and treat `\` as `/`, so such a string is not the URL that people see.
  if (/[\p{Cc}\s\\]/u.test(text))
    return 'Remove spaces, control characters and backslashes from the URL, or percent-encode them.';
  const [schemes, form] = secure ? ['https', /^https:\/\/(?<authority>[^/?#]+)/iu] : ['http or https', HTTP];
  const authority = form.exec(text)?.groups?.['authority'];
  if (authority === undefined) return `Use an absolute ${schemes} URL.`;
  if (authority.includes('@')) return 'The URL must not contain a user name or password.';
  const url = URL.parse(text);
  if (url === null)
    return 'The host or the port of the URL is not valid. Use a host such as www.example.com.';
  // Such as `https://https//example.com`: a host name without a dot does not exist on the public web.
  if (!url.hostname.includes('.') && !url.hostname.startsWith('['))
    return 'The host of the URL has no dot. Use a complete host name such as www.example.com.';
  if (Math.max(text.length, url.href.length) > MAX_URL_LENGTH) {
    return `The URL must not be longer than ${MAX_URL_LENGTH} characters.`;
  }
  return undefined;
}

const HTTP = /^https?:\/\/(?<authority>[^/?#]+)/iu;

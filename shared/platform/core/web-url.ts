const MAX_URL_LENGTH = 2048;

/**
 * Why a text is not a URL that a page may carry, as a sentence; undefined if it is one. Links are absolute http or https,
 * what a browser loads by itself is https only (`secure`); both have a host with a dot, no user name and at most 2,048
 * characters (G69). Nothing else can be a link: mail and phone links are made from blocks of their own (R31).
 */
export function webUrlProblem(text: string, secure = false): string | undefined {
  // Browsers drop tabs and line ends and take `\` for `/`: a text with them is not the URL that people see.
  if (/[\p{Cc}\s\\]/u.test(text)) return 'The URL contains a space, control character or backslash.';
  const [schemes, form] = secure ? ['https', /^https:\/\/(?<authority>[^/?#]+)/iu] : ['http or https', HTTP];
  const authority = form.exec(text)?.groups?.['authority'];
  if (authority === undefined) return `Use an absolute ${schemes} URL.`;
  if (authority.includes('@')) return 'The URL must not contain a user name or password.';
  const url = URL.parse(text);
  if (url === null) return 'The host of the URL is not valid.';
  // `https://https//example.com` and the like: a name without a dot is nowhere on the public web.
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[')) return 'The host of the URL has no dot.';
  if (Math.max(text.length, url.href.length) > MAX_URL_LENGTH) {
    return `The URL must not be longer than ${MAX_URL_LENGTH} characters.`;
  }
  return undefined;
}

const HTTP = /^https?:\/\/(?<authority>[^/?#]+)/iu;

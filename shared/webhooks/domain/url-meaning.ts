const UNRESERVED = /[A-Za-z0-9._~-]/;

/**
 * A text that is the same for two URLs whose requests have the same meaning (RFC 3986, 6.2.2 and 6.2.3): the parser has normalised the host, the
 * port and dot segments, and what is left are percent-encoded characters. The order of a query and a dot after the host have a meaning.
 */
export function urlMeaning(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  return `${url.origin}${url.pathname}${url.search}`.replaceAll(
    /%([0-9a-f]{2})/gi,
    (escape, digits: string) => {
      const character = String.fromCodePoint(Number.parseInt(digits, 16));
      return UNRESERVED.test(character) ? character : escape.toUpperCase();
    },
  );
}

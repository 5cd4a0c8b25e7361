import type { Deprecation } from './operation.ts';

/**
 * Headers by which an answer tells that its operation is deprecated (G22): since when (RFC 9745), from when on it is gone
 * (RFC 8594) and where to read on. A path in `link` is made absolute by scheme and host of the request.
 */
export function deprecationHeaders(
  deprecated: Deprecation | undefined,
  baseUrl: string,
): Readonly<Record<string, string>> {
  if (!deprecated) return {};
  const { since, sunset, link } = deprecated;
  return {
    Deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    Sunset: new Date(`${sunset}T00:00:00Z`).toUTCString(),
    Link: `<${link.startsWith('/') ? baseUrl : ''}${link}>; rel="deprecation"; type="text/html"`,
  };
}

import type { Deprecation } from './operation.ts';

/**
 * Headers of a deprecated operation (docs/specification.md#compatibility): the day of its deprecation (RFC 9745), the day of
 * its removal (RFC 8594) and a link to its replacement. A path in `link` gets scheme and host of the request.
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

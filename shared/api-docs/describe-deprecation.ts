import type { Operation } from '#shared/platform/http/operation.ts';
import { deprecationHeaders } from '#shared/platform/http/deprecation.ts';
import type { JsonSchema } from './json-schema.ts';

/** What a deprecated operation says of itself. */
export function describeDeprecation({ deprecated }: Operation): JsonSchema {
  return deprecated ? { deprecated: true, 'x-sunset': deprecated.sunset } : {};
}

/** Headers that every answer of it has. */
export function deprecationHeaderNames({ deprecated }: Operation): readonly string[] {
  return Object.keys(deprecationHeaders(deprecated, ''));
}

/** The sentence for people. */
export function deprecationNotice({ deprecated }: Operation): string | undefined {
  return deprecated
    ? `**Deprecated since ${deprecated.since}; gone from ${deprecated.sunset} on.** [What replaces it](${deprecated.link})`
    : undefined;
}

import type { Operation } from '#shared/platform/http/operation.ts';
import { deprecationHeaders } from '#shared/platform/http/respond.ts';
import type { JsonSchema } from './json-schema.ts';

/** The fields of a deprecated operation. */
export function describeDeprecation({ deprecated }: Operation): JsonSchema {
  return deprecated ? { deprecated: true, 'x-sunset': deprecated.sunset } : {};
}

/** The headers of every response of a deprecated operation. */
export function deprecationHeaderNames({ deprecated }: Operation): readonly string[] {
  return Object.keys(deprecationHeaders(deprecated, ''));
}

/** The notice for readers of the reference. */
export function deprecationNotice({ deprecated }: Operation): string | undefined {
  return deprecated
    ? `**Deprecated since ${deprecated.since}; no longer available from ${deprecated.sunset}.** ` +
        `[Replacement](${deprecated.link})`
    : undefined;
}

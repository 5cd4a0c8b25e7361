import type { RouteDescription } from '#local/template/platform.ts';

export type RouteMatch = {
  readonly routeKey: string;
  readonly functionName: string;
  readonly pathParameters: Readonly<Record<string, string>>;
};

export type RouteTable = {
  /** The route that an HTTP API would select; undefined if nothing matches and there is no `$default`. */
  select(method: string, path: string): RouteMatch | undefined;
};

type Candidate = RouteDescription & {
  readonly method: string;
  readonly segments: readonly string[];
  readonly rank: string;
};

/**
 * The route selection of HTTP APIs. Of the routes that match path and method, the one with the most specific segments from
 * the left wins (text before `{variable}` before `{rest+}`), then a specific method before `ANY`, then `$default`. GET does
 * not imply HEAD.
 */
export function createRouteTable(routes: readonly RouteDescription[]): RouteTable {
  const fallback = routes.find((route) => route.routeKey === '$default');
  const candidates = routes
    .filter((route) => route !== fallback)
    .map((route): Candidate => {
      const [method = '', path = ''] = route.routeKey.split(' ');
      const segments = path.split('/').slice(1);
      const rank = segments.map(segmentRank).join('') + (method === 'ANY' ? '1' : '0');
      return { ...route, method, segments, rank };
    })
    .toSorted((left, right) => (left.rank < right.rank ? -1 : left.rank > right.rank ? 1 : 0));
  return {
    select: (method, path) => {
      const parts = path.split('/').slice(1);
      for (const { segments, routeKey, functionName, method: routeMethod } of candidates) {
        if (routeMethod !== method && routeMethod !== 'ANY') continue;
        const pathParameters = matchSegments(segments, parts);
        if (pathParameters !== undefined) return { routeKey, functionName, pathParameters };
      }
      if (fallback === undefined) return undefined;
      return { routeKey: '$default', functionName: fallback.functionName, pathParameters: {} };
    },
  };
}

function segmentRank(segment: string): string {
  if (segment.endsWith('+}')) return '2';
  return segment.startsWith('{') ? '1' : '0';
}

function matchSegments(
  segments: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (part === undefined) return undefined;
    if (segment.endsWith('+}')) {
      parameters[segment.slice(1, -2)] = decodePath(parts.slice(index).join('/'));
      return parameters;
    }
    if (segment.startsWith('{')) {
      if (part === '') return undefined;
      parameters[segment.slice(1, -1)] = decodePath(part);
    } else if (segment !== decodePath(part)) return undefined;
  }
  return segments.length === parts.length ? parameters : undefined;
}

/** Percent-decodes a text; an invalid encoding stays unchanged. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import * as v from 'valibot';

const changedTexts = v.nullish(v.record(v.string(), v.nullable(v.string())));

/** What a derived sample changes in the gateway event that it extends. */
export const changesSchema = v.object({
  routeKey: v.optional(v.string()),
  rawPath: v.optional(v.string()),
  rawQueryString: v.optional(v.string()),
  headers: changedTexts,
  pathParameters: changedTexts,
  queryStringParameters: changedTexts,
  /** A JSON value, or the text of a body that is not JSON; `null` for no body. */
  body: v.optional(v.unknown()),
  isBase64Encoded: v.optional(v.boolean()),
});

export type Changes = v.InferOutput<typeof changesSchema>;

/** The parts of a gateway event that depend on each other. */
export const gatewayEventSchema = v.looseObject({
  routeKey: v.string(),
  rawPath: v.string(),
  rawQueryString: v.string(),
  pathParameters: v.optional(v.record(v.string(), v.string())),
  queryStringParameters: v.optional(v.record(v.string(), v.string())),
  requestContext: v.looseObject({ http: v.looseObject({ method: v.string() }) }),
});

type GatewayEvent = v.InferOutput<typeof gatewayEventSchema>;

/** A number whose value is known only when the sample runs, as the text of JSON cannot contain it. */
const NUMBER_PLACEHOLDER = /"\{\{(\w+):number\}\}"/gu;

/**
 * Applies the changes as a JSON Merge Patch (RFC 7396): `null` removes a field. What API Gateway derives from the changed
 * parts is derived here as well: the path from the route and its parameters, the query string from the parameters, the
 * request context from route and path, and the text of the body from its value.
 */
export function deriveEvent(base: GatewayEvent, { body, ...changes }: Changes): GatewayEvent {
  const merged = v.parse(gatewayEventSchema, mergePatch(base, { ...changes, ...bodyPatch(body) }));
  const rawPath = changes.rawPath ?? pathOf(merged, changes);
  const rawQueryString = changes.rawQueryString ?? queryOf(merged, changes);
  const method = changes.routeKey?.split(' ')[0] ?? merged.requestContext.http.method;
  return v.parse(
    gatewayEventSchema,
    mergePatch(merged, {
      rawPath,
      rawQueryString,
      requestContext: { routeKey: merged.routeKey, http: { method, path: rawPath } },
    }),
  );
}

function bodyPatch(body: unknown): { body?: string | null } {
  if (body === undefined) return {};
  return { body: body === null || typeof body === 'string' ? body : textOf(body) };
}

function textOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(NUMBER_PLACEHOLDER, '{{$1}}');
}

function pathOf({ routeKey, rawPath, pathParameters = {} }: GatewayEvent, changes: Changes): string {
  if (changes.routeKey === undefined && !changes.pathParameters) return rawPath;
  const path = routeKey.slice(routeKey.indexOf(' ') + 1);
  return path.replaceAll(/\{(\w+)\}/gu, (variable, name: string) => pathParameters[name] ?? variable);
}

function queryOf({ rawQueryString, queryStringParameters }: GatewayEvent, changes: Changes): string {
  if (changes.queryStringParameters === undefined) return rawQueryString;
  return new URLSearchParams(queryStringParameters).toString();
}

/** RFC 7396, 2. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else if (value !== undefined) merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

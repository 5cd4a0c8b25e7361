import * as v from 'valibot';
import { type ListedOperation, listedOperation } from '#shared/platform/core/listed-operation.ts';

const jsonObject = v.record(v.string(), v.unknown());

const parameter = v.object({
  name: v.string(),
  in: v.string(),
  required: v.optional(v.boolean(), false),
  description: v.optional(v.string()),
  schema: jsonObject,
});

const documentSchema = v.object({
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({
        operationId: v.string(),
        summary: v.string(),
        description: v.optional(v.string(), ''),
        tags: v.tuple([v.string()]),
        'x-required-permissions': listedOperation.entries.access,
        'x-secret-response': v.optional(v.boolean(), false),
        parameters: v.array(v.unknown()),
        requestBody: v.optional(
          v.object({
            content: v.object({ 'application/json': v.optional(v.object({ schema: jsonObject })) }),
          }),
        ),
      }),
    ),
  ),
});

/**
 * The operations of an OpenAPI document of this project. `HEAD` routes and aliases are omitted. Source:
 * `shared/api-docs/describe-operation.ts`, which marks aliases in the description.
 */
export function listOperations(document: unknown): readonly ListedOperation[] {
  const { paths } = v.parse(documentSchema, document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([method, { description }]) => method !== 'head' && !/^This is an alias of /mu.test(description),
      )
      .map(([method, operation]) => {
        const parameters = operation.parameters.map((each) => v.parse(parameter, resolve(each, document)));
        const precondition = parameters.find(({ name }) => name === 'If-Match');
        const body = operation.requestBody?.content['application/json']?.schema;
        const access = operation['x-required-permissions'];
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          product: operation.tags[0],
          summary: operation.summary,
          description: operation.description,
          ...(access ? { access } : {}),
          parameters: parameters.flatMap((each) =>
            each.in === 'path' || each.in === 'query' ? [{ ...each, in: each.in }] : [],
          ),
          ...(precondition
            ? { precondition: precondition.required ? ('required' as const) : ('optional' as const) }
            : {}),
          ...(body ? { body: v.parse(jsonObject, resolve(body, document)) } : {}),
          hasSecretResponse: operation['x-secret-response'],
        };
      }),
  );
}

/** Keywords whose values are texts that the API can return in a response. */
const VALUES: ReadonlySet<string> = new Set(['enum', 'x-extensible-enum', 'const']);

/** The names of all fields of an OpenAPI document, and all values of its fields with a list of values. */
export function documentedWords(document: unknown): readonly string[] {
  const words = new Set<string>();
  visit(document);
  return [...words].toSorted();

  function visit(part: unknown): void {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries<unknown>({ ...part })) {
      if (VALUES.has(key)) for (const each of [value].flat()) if (typeof each === 'string') words.add(each);
      if (key === 'properties' && typeof value === 'object' && value !== null)
        for (const name of Object.keys({ ...value })) words.add(name);
      visit(value);
    }
  }
}

/** Replaces the references of a part of the document. Bodies of requests have no schema that contains itself. */
function resolve(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((each) => resolve(each, document));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part && typeof part.$ref === 'string') return resolve(at(document, part.$ref), document);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(value, document)]));
}

/** The part at a reference such as `#/components/schemas/Page`. */
function at(document: unknown, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => v.parse(jsonObject, part)[name], document);
}

import type { ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import type { JsonSchema } from '#shared/api-docs/json-schema.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { codesByStatus } from '#shared/api-docs/response-codes.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { type ErrorCode, ValidationError } from '#shared/platform/core/errors.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { fieldRules, parseContent } from '#shared/platform/http/read-request.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { documentSchemas, pointerOf } from '#test/support/fixtures/platform/document-schemas.ts';
import { valuesOf } from '#test/support/fixtures/platform/values-of-schema.ts';

const document = openApiDocument(OPERATIONS, EVENT_CATALOGUE, '1.0.0');
const schemas = documentSchemas(document);
const RUNS = { numRuns: runs(200) };

const SHAPE: ReadonlySet<string> = new Set(['type', 'required', 'additionalProperties']);

const withBodies = OPERATIONS.filter(({ body }) => body !== undefined);
const withQueries = OPERATIONS.filter(({ query, routes }) => query && routes.length > 0).filter(
  (operation) => queryParameters(operation).length > 0,
);

describe('the documented schema of a body', () => {
  it.each(withBodies)('$name accepts it, or rejects it with a documented code', (operation) => {
    const isDescribed = schemas.at(bodyPointer(operation));
    const documented = documentedCodes(operation);

    fc.assert(
      fc.property(valuesOf(bodySchema(operation), document), (value) => {
        fc.pre(isDescribed(value));
        expect(undocumented(issues(operation, value), documented)).toEqual([]);
      }),
      RUNS,
    );
  });

  // Extra fields of a body that accepts any object are validated once the resource is known.
  const strict = withBodies.filter(({ name }) => name !== 'update-block' && name !== 'update-account');

  it.each(strict)('$name accepts no other shape', (operation) => {
    for (const shape of shapesOf(operation)) {
      const isDescribed = schemas.at(shape);
      fc.assert(
        fc.property(bent(valuesOf({ $ref: `#${shape}` }, document)), (value) => {
          fc.pre(!isDescribed(value) && isOutOfShape(isDescribed.errors));
          expect(issues(operation, value)).not.toEqual([]);
        }),
        RUNS,
      );
    }
  });

  it.each(withBodies)('$name is shown by examples that both accept', (operation) => {
    const isDescribed = schemas.at(bodyPointer(operation));

    for (const { body } of operation.examples ?? []) {
      expect([isDescribed(body), isDescribed.errors]).toEqual([true, null]);
      expect(issues(operation, body)).toEqual([]);
    }
  });
});

describe('the documented schema of a query', () => {
  it.each(withQueries)('$name accepts them, or rejects them with a documented code', (operation) => {
    const documented = documentedCodes(operation);
    const parameters = queryParameters(operation).map(({ name, schema }) => [
      String(name),
      valuesOf(Object(schema), document).map(String),
    ]);

    fc.assert(
      fc.property(fc.record(Object.fromEntries(parameters), { requiredKeys: [] }), (query) => {
        expect(undocumented(queryFindings(operation, query), documented)).toEqual([]);
      }),
      RUNS,
    );
  });

  it.each(withQueries)('$name is shown by values that it accepts', (operation) => {
    for (const query of operation.exampleQueries ?? []) expect(queryFindings(operation, query)).toEqual([]);
  });
});

/**
 * Whether fields are missing, unknown or of another type. For values of the right type only the operation knows all rules:
 * white space at the ends of texts, names in the catalogue.
 */
function isOutOfShape(errors: ValidateFunction['errors']): boolean {
  const keywords = (errors ?? []).map(({ keyword }) => keyword);
  const isChoice = keywords.some((keyword) => keyword === 'anyOf' || keyword === 'oneOf');
  return !isChoice && keywords.some((keyword) => SHAPE.has(keyword));
}

/** A value with a field removed, added or of another type, at any depth. */
function bent(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const other = fc.constantFrom<unknown>(null, true, 7, 'x', [], {}, 1.5);
  return fc
    .tuple(values, fc.nat(), fc.constantFrom('drop', 'add', 'replace'), other)
    .map(([value, turn, change, replacement]) => {
      const copy: unknown = structuredClone(value);
      const objects = objectsIn(copy);
      const place = objects[turn % Math.max(1, objects.length)];
      if (place === undefined) return replacement;
      const keys = Object.keys(place);
      const key = keys[turn % Math.max(1, keys.length)];
      if (change === 'add' || key === undefined) place['nothing_has_this_name'] = replacement;
      else if (change === 'drop') Reflect.deleteProperty(place, key);
      else place[key] = replacement;
      return copy;
    });
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [Object(value), ...inner];
}

function issues(operation: Operation, value: unknown): ErrorCode[] {
  const { body } = operation;
  return body ? codesOf(() => parseContent(body, value, { in: 'body' }, fieldRules(operation))) : [];
}

function queryFindings({ query }: Operation, value: unknown): ErrorCode[] {
  return query ? codesOf(() => parseContent(query, value, { in: 'query' })) : [];
}

function codesOf(parse: () => unknown): ErrorCode[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return error.issues.map(({ code }) => code);
    throw error;
  }
}

function undocumented(codes: readonly ErrorCode[], documented: ReadonlySet<ErrorCode>): ErrorCode[] {
  return codes.filter((code) => !documented.has(code));
}

function documentedCodes(operation: Operation): ReadonlySet<ErrorCode> {
  return new Set(codesByStatus(operation).get(422));
}

function placeOf({ routes }: Operation): string[] {
  const [{ method, path } = { method: 'GET', path: '' }] = routes;
  return ['paths', path, method.toLowerCase()];
}

function bodyPointer(operation: Operation): string {
  return pointerOf(...placeOf(operation), 'requestBody', 'content', 'application/json', 'schema');
}

/** Pointers of the body's schema, or of each alternative of it. */
function shapesOf(operation: Operation): string[] {
  const { $ref } = bodySchema(operation);
  const named = String($ref).replace('#', '');
  const { oneOf } = lookUp(named.slice(1).split('/'));
  return Array.isArray(oneOf)
    ? oneOf.map((alternative) => String(alternative.$ref).replace('#', ''))
    : [named];
}

function lookUp(path: readonly string[]): JsonSchema {
  return Object(path.reduce<unknown>((part, name) => Object(part)[name], document));
}

function bodySchema(operation: Operation): JsonSchema {
  return lookUp([...placeOf(operation), 'requestBody', 'content', 'application/json', 'schema']);
}

function queryParameters(operation: Operation): JsonSchema[] {
  const { parameters = [] } = lookUp(placeOf(operation));
  return Array.isArray(parameters) ? parameters.filter((parameter) => parameter.in === 'query') : [];
}

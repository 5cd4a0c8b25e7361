import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { readOpenApi } from '#scripts/conformance/open-api.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { anOperation } from '#test/support/builders/platform/openapi-builders.ts';

const document = readOpenApi();

/** The names of the components of one made-up operation. */
function namesOf(overrides: Parameters<typeof anOperation>[0]) {
  const { components } = JSON.parse(JSON.stringify(openApiDocument([anOperation(overrides)], [], '1')));
  return { schemas: Object.keys(components.schemas), responses: Object.keys(components.responses) };
}

describe('names of the document', () => {
  it('are chosen ones for what many operations refuse alike, and those of what is not there', () => {
    const names = Object.keys(document.components['responses'] ?? {});

    expect(names.filter((name) => !name.endsWith('NotFound'))).toEqual([
      'BadBody',
      'BadCommand',
      'BadListRequest',
      'BadParameter',
      'BadRepeatableBody',
      'BadRequest',
      'Conflict',
      'ContentTooLarge',
      'Forbidden',
      'ForbiddenForProduct',
      'ForbiddenInWorkspace',
      'InternalServerError',
      'PreconditionFailed',
      'PreconditionRequired',
      'RepeatedConflict',
      'ServiceUnavailable',
      'TooManyRequests',
      'Unauthorized',
      'UnsupportedMediaType',
    ]);
    expect(names).toContain('PageNotFound');
  });

  it('stay when an operation learns another code', () => {
    const before = namesOf({ errors: ['page_not_found', 'pixel_not_found', 'slug_taken'] });
    const after = namesOf({
      errors: ['page_not_found', 'pixel_not_found', 'block_not_found', 'slug_taken', 'domain_taken'],
    });

    expect(after).toEqual(before);
  });

  it('are there for every body of an answer, by its operation', () => {
    const unnamed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([, answer]) => !('$ref' in answer) && isUnnamed(answer.content))
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );

    // The document itself is any object.
    expect(unnamed).toEqual(['get /openapi.json 200']);
    expect(
      namesOf({ answers: { 200: v.object({ a: v.string() }), 202: v.object({ b: v.string() }) } }).schemas,
    ).toEqual(expect.arrayContaining(['ListThingsAnswer', 'ListThingsAnswer202']));
  });

  it('are there for every object that can be null', () => {
    const unnamed = Object.entries(document.components['schemas'] ?? {}).flatMap(([name, schema]) =>
      Object.entries(Object(schema).properties ?? {})
        .filter(([, member]) => {
          const alternatives: unknown = Object(member).anyOf;
          const types = Array.isArray(alternatives) ? alternatives.map((each) => each.type) : [];
          return types.includes('null') && types.includes('object');
        })
        .map(([member]) => `${name}.${member}`),
    );

    expect(unnamed).toEqual([]);
    expect(document.components['schemas']).toHaveProperty('BroadcastApproval');
  });
});

function isUnnamed(content: unknown): boolean {
  const { schema } = Object(Object(content)['application/json']);
  return schema !== undefined && !('$ref' in schema);
}

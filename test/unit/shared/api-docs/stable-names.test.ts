import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { readOpenApi } from '#scripts/lib/conformance/open-api.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { anOperation } from '#test/support/builders/platform/openapi-builders.ts';

const document = readOpenApi();

/** Every response of every route: its operation, its status and the name of its component. */
const everyResponse = OPERATIONS.flatMap(({ name: operation, routes }) =>
  routes.flatMap(({ method, path }) =>
    Object.entries(document.paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(
      ([status, response]) => ({
        operation,
        status,
        name: '$ref' in response ? response.$ref.replace('#/components/responses/', '') : undefined,
      }),
    ),
  ),
);
const operationsByResponse = new Map(
  [...Map.groupBy(everyResponse, ({ name }) => name ?? '')]
    .filter(([name]) => name !== '')
    .map(([name, uses]) => [name, new Set(uses.map(({ operation }) => operation))] as const),
);

/** The names of the components of one made-up operation. */
function namesOf(overrides: Parameters<typeof anOperation>[0]) {
  const { components } = JSON.parse(JSON.stringify(openApiDocument([anOperation(overrides)], [], '1')));
  return { schemas: Object.keys(components.schemas), responses: Object.keys(components.responses) };
}

describe('names of the document', () => {
  it('are set for every error response', () => {
    const inline = everyResponse.filter(({ status, name }) => Number(status) >= 400 && name === undefined);

    expect(inline).toEqual([]);
  });

  it('are chosen for error responses that operations share', () => {
    const shared = [...operationsByResponse].filter(([, operations]) => operations.size > 1);
    const names = new Set(shared.map(([name]) => name.replaceAll(/^Os|(?:Head|Html)$/gu, '')));

    expect([...names].filter((name) => !/^[A-Z][a-z]+(Key)?NotFound$/u.test(name)).toSorted()).toEqual([
      'BadBody',
      'BadCommand',
      'BadListRequest',
      'BadParameter',
      'BadRepeatableBody',
      'BadRequest',
      'BroadcastStateConflict',
      'Conflict',
      'ContentTooLarge',
      'EndpointOrDeliveryNotFound',
      'ErrorPage',
      'Forbidden',
      'ForbiddenForCredential',
      'ForbiddenForProduct',
      'ForbiddenForProductOrRole',
      'ForbiddenForRole',
      'ForbiddenInWorkspace',
      'ForbiddenToGrant',
      'InternalServerError',
      'InvalidCommand',
      'InvalidDeliveryListRequest',
      'InvalidEndpointCommand',
      'InvalidFilteredListRequest',
      'InvalidListRequest',
      'LastAdminConflict',
      'NotificationTargetNotFound',
      'OauthNetworkNotFound',
      'OauthNetworkOrAppNotFound',
      'PageOrBlockNotFound',
      'PhoneNumberNotFound',
      'PostStateConflict',
      'PreconditionFailed',
      'PreconditionRequired',
      'RepeatedConflict',
      'ServiceUnavailable',
      'TooManyRequests',
      'Unauthorized',
      'UnsupportedMediaType',
    ]);
  });

  it('start with the operation for an error response that no other operation has', () => {
    const names = namesOf({ errors: ['slug_taken', 'domain_taken'] }).responses;
    const head = namesOf({ errors: ['slug_taken'], routes: [{ method: 'HEAD', path: '/things' }] }).responses;
    const page = namesOf({ errors: ['slug_taken'], htmlErrors: true }).responses;

    expect(names.filter((name) => name.endsWith('Conflict'))).toEqual(['ListThingsConflict']);
    expect(head).toEqual(expect.arrayContaining(['ListThingsConflictHead', 'UnauthorizedHead']));
    expect(page).toEqual(expect.arrayContaining(['ListThingsConflictHtml', 'UnauthorizedHtml']));
  });

  it('are unchanged when an operation gains another code', () => {
    const before = namesOf({ errors: ['page_not_found', 'pixel_not_found', 'slug_taken'] });
    const after = namesOf({
      errors: ['page_not_found', 'pixel_not_found', 'block_not_found', 'slug_taken', 'domain_taken'],
    });

    expect(after).toEqual(before);
  });

  it('are set for every response body, by its operation', () => {
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
      namesOf({ responses: { 200: v.object({ a: v.string() }), 202: v.object({ b: v.string() }) } }).schemas,
    ).toEqual(expect.arrayContaining(['ListThingsResponse', 'ListThingsResponse202']));
  });

  it('are set for every object that can be null', () => {
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

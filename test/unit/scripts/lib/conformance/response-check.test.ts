import { describe, expect, it } from 'vitest';
import { type OpenApi, readOpenApi } from '#scripts/lib/conformance/open-api.ts';
import { createResponseCheck, type Received } from '#scripts/lib/conformance/response-check.ts';

const DOCUMENT: OpenApi = {
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [],
        responses: {
          200: {
            headers: { 'X-Request-Id': {}, ETag: {}, 'Idempotent-Replayed': {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          204: { headers: { 'X-Request-Id': {} } },
          404: { $ref: '#/components/responses/Missing' },
          429: {
            headers: { 'X-Request-Id': {} },
            content: {
              'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
              'application/json': { schema: { type: 'object', properties: { message: {} } } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          extra: { type: 'object', additionalProperties: { type: 'integer' } },
          state: { type: 'string', 'x-extensible-enum': ['new', 'old'] },
          parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
        },
        required: ['id'],
      },
      Problem: { type: 'object', properties: { code: { type: 'string' }, title: { type: 'string' } } },
    },
    responses: {
      Missing: {
        headers: { 'X-Request-Id': {}, ETag: {} },
        content: {
          'application/problem+json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Problem' }],
              type: 'object',
              properties: { code: { type: 'string', enum: ['thing_not_found'] } },
            },
          },
        },
      },
    },
  },
};

const ID = '01980000-0000-7000-8000-000000000001';
const faultsOf = createResponseCheck(DOCUMENT);

const HEADERS = { 'x-request-id': 'request-1', etag: '"1"', 'content-type': 'application/json' };

function answer(body: unknown, changes: Partial<Received> = {}): Received {
  return { status: 200, headers: HEADERS, text: JSON.stringify(body), ...changes };
}

function missing(body: unknown): Received {
  const headers = { 'x-request-id': 'request-1', 'content-type': 'application/problem+json; charset=utf-8' };
  return answer(body, { status: 404, headers });
}

describe('a response', () => {
  it('is valid if all of it is documented', () => {
    expect(faultsOf('/things', 'GET', answer({ id: ID, extra: { a: 1 }, parts: [{ name: 'x' }] }))).toEqual(
      [],
    );
    expect(faultsOf('/things', 'GET', missing({ code: 'thing_not_found', title: 'No' }))).toEqual([]);
    const headers = { 'x-request-id': 'request-1' };
    expect(faultsOf('/things', 'GET', { status: 204, headers, text: undefined })).toEqual([]);
  });

  it.each<[string, Received, string]>([
    ['status', answer({}, { status: 202 }), 'status 202 is not documented'],
    ['field', answer({ id: ID, secret: 1 }), '"secret"'],
    ['value', answer({ id: ID, state: 'odd' }), '/state must be equal to one of the allowed values'],
    ['field of a part', answer({ id: ID, parts: [{ name: 'x', size: 1 }] }), '"size"'],
    ['field of an error', missing({ code: 'thing_not_found', hint: 'x' }), '"hint"'],
    ['code', missing({ code: 'other' }), '/code must be equal to one of the allowed values'],
    ['value in an open object', answer({ id: ID, extra: { a: 'b' } }), '/extra/a must be integer'],
    [
      'header',
      answer({ id: ID }, { headers: { ...HEADERS, 'retry-after': '1', date: 'today' } }),
      'header retry-after is not documented',
    ],
    ['format', answer({ id: 'x' }), '/id must match format "uuid"'],
    ['body', answer({ id: ID }, { status: 204 }), 'there is a body'],
  ])('is invalid with an undocumented %s', (_, received, fault) => {
    expect(faultsOf('/things', 'GET', received).join()).toContain(fault);
  });

  it.each<[string, Received, string]>([
    ['a field', answer({}), "must have required property 'id'"],
    ['a header', answer({ id: ID }, { headers: { 'x-request-id': 'x' } }), 'header etag is missing'],
    ['the media type', answer({ id: ID }, { headers: {} }), 'no media type is not documented'],
    ['the body', answer({}, { text: undefined }), 'there is no body'],
  ])('is invalid without %s', (_, received, fault) => {
    expect(faultsOf('/things', 'GET', received).join()).toContain(fault);
  });

  it('requires a request id of the platform unless the gateway responds instead', () => {
    const headers = { 'content-type': 'application/json' };
    const byTheGateway = answer({ message: 'Too Many Requests' }, { status: 429, headers });
    expect(faultsOf('/things', 'GET', byTheGateway)).toEqual([]);

    const ours = { status: 429, headers: { 'content-type': 'application/problem+json' } };
    expect(faultsOf('/things', 'GET', answer({ title: 'No' }, ours))).toEqual([
      'header x-request-id is missing',
    ]);
  });
});

describe('the document of the operations', () => {
  it('has schemas that compile in strict mode, everywhere', () => {
    const document = readOpenApi();
    const check = createResponseCheck(document);
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { responses }] of Object.entries(operations))
        for (const status of Object.keys(responses)) {
          const types = ['application/json', 'application/problem+json', 'text/html'];
          for (const type of types) {
            const received = { status: Number(status), headers: { 'content-type': type }, text: '{}' };
            expect(() => check(path, method, received), `${method} ${path} ${status}`).not.toThrow();
          }
        }
  });
});

import { describe, expect, it } from 'vitest';
import { withClosedLists, withoutLaravelErrors } from '#scripts/lib/generate/client-document.ts';
import { OPEN_LIST } from '#shared/api-docs/open-lists.ts';

describe('withClosedLists', () => {
  it('closes every enum of the document and leaves the rest unchanged', () => {
    const document = {
      info: { title: 'x' },
      schemas: {
        Thing: {
          properties: {
            state: { type: 'string', [OPEN_LIST]: ['on', 'off'] },
            why: { type: ['string', 'null'], [OPEN_LIST]: ['a'] },
          },
          required: ['state'],
        },
      },
    };

    expect(JSON.parse(withClosedLists(JSON.stringify(document)))).toEqual({
      info: { title: 'x' },
      schemas: {
        Thing: {
          properties: {
            state: { type: 'string', enum: ['on', 'off'] },
            why: { type: ['string', 'null'], enum: ['a', null] },
          },
          required: ['state'],
        },
      },
    });
  });
});

describe('withoutLaravelErrors', () => {
  it('removes the format of errors that the client never asks for, and nothing else', () => {
    const laravel = { allOf: [{ $ref: '#/components/schemas/LaravelError' }], properties: {} };
    const gateway = { $ref: '#/components/schemas/GatewayError' };
    const problem = { schema: { $ref: '#/components/schemas/Problem' } };
    const document = {
      paths: { x: { content: { 'application/json': { schema: { type: 'object' } } } } },
      responses: {
        Missing: {
          content: { 'application/problem+json': problem, 'application/json': { schema: laravel } },
        },
        Limited: { content: { 'application/json': { schema: { anyOf: [laravel, gateway] } } } },
      },
      schemas: { LaravelError: {}, GatewayError: {} },
    };

    expect(JSON.parse(withoutLaravelErrors(JSON.stringify(document)))).toEqual({
      paths: document.paths,
      responses: {
        Missing: { content: { 'application/problem+json': problem } },
        Limited: { content: { 'application/json': { schema: gateway } } },
      },
      schemas: { GatewayError: {} },
    });
  });
});

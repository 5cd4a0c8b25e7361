import { describe, expect, it } from 'vitest';
import { readOpenApi } from '#scripts/lib/conformance/open-api.ts';
import { openApiDifferences } from '#scripts/lib/generate/openapi-differences.ts';

/** A document of one operation, whose one response has this schema. */
function aDocument(
  schema: object,
  overrides: { readonly operation?: object; readonly components?: object } = {},
) {
  const responses = { 200: { description: 'Done', content: { 'application/json': { schema } } } };
  return {
    openapi: '3.1.0',
    paths: { '/things': { get: { operationId: 'getThing', responses, ...overrides.operation } } },
    components: overrides.components ?? {},
  };
}

const BODY = 'paths › /things › get › responses › 200 › content › application/json › schema';

describe('openApiDifferences', () => {
  it('are none between a document and itself', () => {
    const document = { ...readOpenApi() };

    expect(openApiDifferences(document, structuredClone(document))).toEqual([]);
  });

  it('ignore texts and examples', () => {
    const before = aDocument({ type: 'string', description: 'A name', examples: ['Ada'] });
    const after = aDocument({ type: 'string', example: 'Bob' }, { operation: { summary: 'Read' } });

    expect(openApiDifferences(before, after)).toEqual([]);
  });

  it('ignore where a component is declared, and its name', () => {
    const inline = aDocument({ type: 'object', properties: { id: { type: 'string' } } });
    const named = (name: string) =>
      aDocument(
        { $ref: `#/components/schemas/${name}` },
        { components: { schemas: { [name]: { type: 'object', properties: { id: { type: 'string' } } } } } },
      );

    expect(openApiDifferences(inline, named('Thing'))).toEqual([]);
    expect(openApiDifferences(named('Thing'), named('Item'))).toEqual([]);
  });

  it.each([
    ['a type', { type: 'string' }, { type: 'integer' }, `${BODY} › type: "string" → "integer"`],
    ['a keyword that is new', {}, { maxLength: 3 }, `${BODY} › maxLength: nothing → 3`],
    ['a value of an enum', { enum: ['b', 'a'] }, { enum: ['a'] }, `${BODY} › enum: ["a","b"] → ["a"]`],
    [
      'a field with the name of a text keyword',
      { properties: { description: { type: 'string' } } },
      { properties: {} },
      `${BODY} › properties › description: {"type":"string"} → nothing`,
    ],
  ])('include %s', (_, before, after, difference) => {
    expect(openApiDifferences(aDocument(before), aDocument(after))).toEqual([difference]);
  });

  it('include what a reference has next to it, and what a mapping refers to', () => {
    const components = { schemas: { Cat: { const: 'cat' }, Dog: { const: 'dog' } } };
    const mapped = (name: string) => ({
      $ref: '#/components/schemas/Cat',
      discriminator: { propertyName: 'kind', mapping: { cat: `#/components/schemas/${name}` } },
    });

    expect(
      openApiDifferences(aDocument(mapped('Cat'), { components }), aDocument(mapped('Dog'), { components })),
    ).toEqual([`${BODY} › discriminator › mapping › cat › const: "cat" → "dog"`]);
  });

  it('end for recursive schemas, and report each difference once', () => {
    const tree = (type: string) =>
      aDocument(
        { $ref: '#/components/schemas/Tree' },
        {
          components: {
            schemas: {
              Tree: {
                properties: {
                  name: { type },
                  left: { $ref: '#/components/schemas/Tree' },
                  right: { $ref: '#/components/schemas/Tree' },
                },
              },
            },
          },
        },
      );

    expect(openApiDifferences(tree('string'), tree('integer'))).toEqual([
      `${BODY} › properties › name › type: "string" → "integer"`,
    ]);
  });

  it('include how callers authenticate', () => {
    const of = (name: string) =>
      aDocument({}, { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name } } } });

    expect(openApiDifferences(of('x-api-key'), of('x-key'))).toEqual([
      'components › securitySchemes › key › name: "x-api-key" → "x-key"',
    ]);
  });

  it('fail for a dangling reference', () => {
    const broken = aDocument({ $ref: '#/components/schemas/Gone' });

    expect(() => openApiDifferences(broken, broken)).toThrow('#/components/schemas/Gone does not exist');
  });
});

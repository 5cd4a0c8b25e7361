import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { jsonSchemaOf, mediaTypeOf } from '#shared/api-docs/json-schema.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { anyObject, jsonObject } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { pageParameters } from '#shared/platform/http/list-query.ts';
import { multiLine, singleLine } from '#shared/platform/http/text-field.ts';

describe('jsonSchemaOf, of request bodies', () => {
  it('validates an object against each schema of its pipe', () => {
    expect(jsonSchemaOf(jsonObject({ name: v.string(), size: v.optional(v.number()) }), 'input')).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, size: { type: 'number' } },
      required: ['name'],
      additionalProperties: false,
    });
  });

  it('lists the values of a text that is one of several', () => {
    const schema = v.pipe(v.string(), v.picklist(['a', 'b'], issue('invalid_format', 'Use a or b.')));

    expect(jsonSchemaOf(schema, 'input')).toEqual({ type: 'string', enum: ['a', 'b'] });
  });

  it('takes from metadata what only a check knows', () => {
    expect(jsonSchemaOf(singleLine(1, 60), 'input')).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: 60,
      pattern: String.raw`^\s*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]*$`,
    });
    expect(jsonSchemaOf(multiLine(0, 9), 'input')).toEqual({
      type: 'string',
      maxLength: 9,
      pattern: String.raw`^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$`,
    });
    expect(jsonSchemaOf(instantField, 'input')).toEqual({ type: 'string', format: 'date-time' });
  });

  it('shows a number in a query as the number it means', () => {
    expect(jsonSchemaOf(pageParameters.limit, 'input')).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: '25',
    });
  });

  it('ignores what a transformation does to the value', () => {
    const list = v.pipe(
      v.string(),
      v.regex(/^[\d,]+$/u),
      v.transform((text) => text.split(',')),
      v.maxLength(5),
      v.description('Numbers with commas between them'),
      v.metadata({ maxLength: 80 }),
    );

    expect(jsonSchemaOf(list, 'input')).toEqual({
      type: 'string',
      pattern: String.raw`^[\d,]+$`,
      maxLength: 80,
      description: 'Numbers with commas between them',
    });
  });

  it('shows another schema next to one that accepts anything', () => {
    const schema = v.pipe(
      anyObject,
      v.metadata({ shownAs: v.strictObject({ title: v.optional(v.string()) }) }),
    );

    expect(jsonSchemaOf(schema, 'input')).toEqual({
      type: 'object',
      properties: { title: { type: 'string' } },
      additionalProperties: false,
    });
  });

  it('counts code points', () => {
    expect(jsonSchemaOf(v.pipe(v.string(), v.maxCodePoints(3)), 'input')).toEqual({
      type: 'string',
      maxLength: 3,
    });
  });
});

describe('jsonSchemaOf, of response bodies', () => {
  it('starts after the last schema of a pipe', () => {
    expect(jsonSchemaOf(v.pipe(v.string(), v.transform(Number), v.number()), 'output')).toEqual({
      type: 'number',
    });
  });

  it('adds null to the type if nothing else changes', () => {
    const { properties } = jsonSchemaOf(
      v.object({
        at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
        state: v.nullable(v.picklist(['on'])),
        part: v.nullable(v.pipe(v.object({}), v.title('Part'))),
      }),
      'output',
    );

    expect(properties).toEqual({
      at: { type: ['string', 'null'], format: 'date-time' },
      state: { anyOf: [{ type: 'string', enum: ['on'] }, { type: 'null' }] },
      part: { anyOf: [{ type: 'object', properties: {}, title: 'Part' }, { type: 'null' }] },
    });
  });

  it('discriminates alternatives by their discriminator field', () => {
    const schema = v.variant('type', [
      v.object({ type: v.literal('link'), url: v.string() }),
      v.object({ type: v.literal('line') }),
    ]);

    expect(jsonSchemaOf(schema, 'output')).toMatchObject({
      oneOf: [{ properties: { type: { type: 'string', const: 'link' } } }, {}],
      discriminator: { propertyName: 'type' },
    });
  });

  it('shares no list with a schema', () => {
    const values = ['a', 'b'];
    const described = jsonSchemaOf(v.picklist(values), 'output');
    values.push('c');

    expect(described).toEqual({ type: 'string', enum: ['a', 'b'] });
  });
});

describe('mediaTypeOf', () => {
  it('is JSON unless the metadata specify another type, which the schema does not repeat', () => {
    const page = v.pipe(v.string(), v.metadata({ mediaType: 'text/html' }));

    expect([mediaTypeOf(v.object({})), mediaTypeOf(page)]).toEqual(['application/json', 'text/html']);
    expect(jsonSchemaOf(page, 'output')).toEqual({ type: 'string' });
  });
});

import { describe, expect, it } from 'vitest';
import { createSchemaComponents } from '#shared/api-docs/schema-components.ts';

const PART = { type: 'object', title: 'Part', properties: { id: { type: 'string' } } };

describe('createSchemaComponents', () => {
  it('declares named schemas and refers to them, wherever they are', () => {
    const { refer, all } = createSchemaComponents();
    const referring = refer({
      type: 'object',
      properties: {
        data: { type: 'array', items: PART },
        one: { anyOf: [PART, { type: 'null' }] },
        any: { type: 'object', additionalProperties: PART },
      },
    });

    const $ref = '#/components/schemas/Part';
    expect(referring).toEqual({
      type: 'object',
      properties: {
        data: { type: 'array', items: { $ref } },
        one: { anyOf: [{ $ref }, { type: 'null' }] },
        any: { type: 'object', additionalProperties: { $ref } },
      },
    });
    expect(all()).toEqual({ Part: { type: 'object', properties: { id: { type: 'string' } } } });
  });

  it('declares the parts of what it declares', () => {
    const { declare, all } = createSchemaComponents();

    expect(declare('Whole', { type: 'object', properties: { part: PART } })).toEqual({
      $ref: '#/components/schemas/Whole',
    });
    expect(Object.keys(all()).toSorted()).toEqual(['Part', 'Whole']);
  });

  it('keeps descriptive titles, and fields that are called title', () => {
    const schema = {
      title: 'A message was received',
      type: 'object',
      properties: { title: { type: 'string' } },
    };
    const { refer, all } = createSchemaComponents();

    expect(refer(schema)).toEqual(schema);
    expect(all()).toEqual({});
  });

  it('recognises a schema, and gives its name to no other', () => {
    const { refer } = createSchemaComponents();
    refer(PART);

    expect(refer({ ...PART })).toEqual({ $ref: '#/components/schemas/Part' });
    expect(() => refer({ ...PART, properties: {} })).toThrow('Two different schemas are called Part');
  });

  it('maps each discriminator value to its component', () => {
    const { refer } = createSchemaComponents();
    const alternative = (value: string) => ({
      title: `${value}Part`,
      type: 'object',
      properties: { type: { type: 'string', const: value } },
    });
    const oneOf = [alternative('A'), alternative('B')];

    expect(refer({ oneOf, discriminator: { propertyName: 'type' } })).toEqual({
      oneOf: [{ $ref: '#/components/schemas/APart' }, { $ref: '#/components/schemas/BPart' }],
      discriminator: {
        propertyName: 'type',
        mapping: { A: '#/components/schemas/APart', B: '#/components/schemas/BPart' },
      },
    });
  });

  it('omits a discriminator if an alternative has no name', () => {
    const { refer } = createSchemaComponents();

    expect(refer({ oneOf: [{ type: 'object' }], discriminator: { propertyName: 'type' } })).toEqual({
      oneOf: [{ type: 'object' }],
    });
  });
});

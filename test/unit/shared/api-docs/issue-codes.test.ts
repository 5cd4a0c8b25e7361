import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { issueCodes } from '#shared/api-docs/issue-codes.ts';
import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { anyObject, jsonObject } from '#shared/platform/core/json-object.ts';
import { pageParameters } from '#shared/platform/http/list-query.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';

function codesOf(schema: v.GenericSchema, source: 'body' | 'query' = 'body'): string[] {
  return [...issueCodes(schema, source)].toSorted();
}

describe('issueCodes, of a body', () => {
  it('include those of the object around its fields', () => {
    expect(codesOf(jsonObject({}))).toEqual(['invalid_type', 'unknown_field']);
    expect(codesOf(jsonObject({ a: v.optional(v.boolean()) }))).toEqual(['invalid_type', 'unknown_field']);
    expect(codesOf(jsonObject({ a: v.boolean() }))).toEqual(['invalid_type', 'required', 'unknown_field']);
  });

  it('are declared by our own checks', () => {
    expect(codesOf(singleLine(1, 5))).toEqual([
      'invalid_characters',
      'invalid_type',
      'too_long',
      'too_short',
    ]);
  });

  it.each([
    [v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(2)), ['too_few_items', 'too_many_items']],
    [v.pipe(v.string(), v.minLength(1), v.maxLength(2)), ['too_long', 'too_short']],
    [v.pipe(v.number(), v.minValue(1), v.safeInteger()), ['out_of_range']],
    [v.pipe(v.string(), v.uuid()), ['invalid_format']],
    [v.picklist(['a']), ['invalid_format']],
    [v.literal('a'), ['invalid_format']],
    [
      v.nullable(v.optional(v.pipe(v.string(), v.regex(/a/u, issue('invalid_color', 'Use a colour.'))))),
      ['invalid_color'],
    ],
    [
      v.custom(() => true, issue(broadcastsErrors.audience_invalid, 'Use a JSON object.')),
      ['audience_invalid'],
    ],
    [
      v.pipe(anyObject, v.metadata({ shownAs: v.strictObject({ a: v.pipe(v.number(), v.maxValue(3)) }) })),
      ['out_of_range', 'required', 'unknown_field'],
    ],
    [
      v.variant('type', [v.strictObject({ type: v.literal('a') })], (found) =>
        issue('required', 'Say which.')(found),
      ),
      ['invalid_format', 'required', 'unknown_field'],
    ],
  ])('include those of the checks of valibot', (schema, codes) => {
    expect(codesOf(schema).filter((code) => code !== 'invalid_type')).toEqual(codes);
  });

  it('omit what is decided when a check runs', () => {
    expect(
      codesOf(
        v.pipe(
          v.unknown(),
          v.rawCheck(() => undefined),
        ),
      ),
    ).toEqual([]);
  });
});

describe('issueCodes, of a query', () => {
  it('include no types, because every value is a string', () => {
    expect(codesOf(v.strictObject({ q: v.optional(v.string()) }), 'query')).toEqual(['unknown_parameter']);
    expect(codesOf(v.strictObject(pageParameters), 'query')).toEqual([
      'invalid_type',
      'out_of_range',
      'unknown_parameter',
    ]);
  });

  it('are empty if any parameter is accepted', () => {
    expect(codesOf(v.record(v.string(), v.string()), 'query')).toEqual([]);
  });
});

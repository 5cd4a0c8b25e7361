import { describe, expect, it } from 'vitest';
import { optionProblem } from '#shared/publishing/domain/post-rules.ts';

function nested(depth: number): object {
  let value: object = {};
  for (let level = 1; level < depth; level += 1) value = { a: value };
  return value;
}

describe('optionProblem', () => {
  it.each([{}, { a: { b: [1, 'x\n\t', null, true, -0.5, 1e300] } }, nested(32)])('accepts %j', (options) => {
    expect(optionProblem(options)).toBeUndefined();
  });

  it.each([
    ['a number that JSON cannot represent', { a: { b: [Infinity] } }, 'out_of_range'],
    ['the 33rd level', nested(33), 'out_of_range'],
    ['a control character', { a: { b: '\u0007' } }, 'invalid_characters'],
    ['half a surrogate pair', { a: { b: ['\udc00'] } }, 'invalid_characters'],
    ['a name with a control character', { a: { 'b\u0000': 1 } }, 'invalid_characters'],
  ])('rejects %s', (_, options, code) => {
    expect(optionProblem(options)?.code).toBe(code);
  });

  it('counts bytes, not characters', () => {
    const room = 16 * 1024 - '{"a":{"b":""}}'.length;

    expect(optionProblem({ a: { b: 'x'.repeat(room) } })).toBeUndefined();
    expect(optionProblem({ a: { b: 'x'.repeat(room + 1) } })?.code).toBe('too_long');
    expect(optionProblem({ a: { b: 'ä'.repeat(room / 2 + 1) } })?.code).toBe('too_long');
  });
});

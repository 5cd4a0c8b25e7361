import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseContent } from '#shared/platform/http/read-request.ts';
import { multiLine, singleLine } from '#shared/platform/http/text-field.ts';

function parse(text: unknown, min = 1, max = 100) {
  return parseContent(singleLine(min, max), text, { in: 'body' });
}

function errorWith(code: string) {
  return expect.objectContaining({ code });
}

describe('singleLine', () => {
  it('counts code points', () => {
    expect(parse('🙂'.repeat(100))).toHaveLength(200);
    expect(() => parse('🙂'.repeat(101))).toThrow(errorWith('too_long'));
    expect(() => parse('x'.repeat(101))).toThrow(errorWith('too_long'));
  });

  it('trims before it counts', () => {
    expect(parse(`  ${'x'.repeat(100)}\t\n`)).toBe('x'.repeat(100));
    expect(() => parse(' \t ')).toThrow(errorWith('too_short'));
    expect(parse('  ', 0)).toBe('');
  });

  it.each(['a\tb', 'ä', '\u00a0x', 'family 👨‍👩‍👧', '"<script>"', 'مرحبا'])('accepts %j', (text) => {
    expect(parse(text)).toBe(text.trim());
  });

  it.each([
    'a\u0000b',
    'a\u0001b',
    'a\u000bb',
    'a\u001bb',
    'a\nb',
    'a\rb',
    'a\u2028b',
    'a\u2029b',
    'a\ud800',
    '\udc00a',
  ])('rejects %j', (text) => {
    expect(() => parse(text)).toThrow(errorWith('invalid_characters'));
  });

  it.each([1, true, null, undefined, [], {}])('does not coerce %j to text', (value) => {
    expect(() => parse(value)).toThrow(errorWith('invalid_type'));
  });

  it('documents its limits', () => {
    expect(v.getMetadata(singleLine(1, 100))).toMatchObject({ minLength: 1, maxLength: 100 });
  });
});

describe('multiLine', () => {
  const parseLines = (text: unknown) => parseContent(multiLine(1, 10), text, { in: 'body' });

  it.each([' a ', 'a\nb', 'a\tb', '🙂'.repeat(10)])('keeps %j unchanged', (text) => {
    expect(parseLines(text)).toBe(text);
  });

  it.each([
    ['', 'too_short'],
    ['🙂'.repeat(11), 'too_long'],
    ['          x', 'too_long'],
    ['a\u0000', 'invalid_characters'],
    ['\ud83d', 'invalid_characters'],
    [1, 'invalid_type'],
  ])('rejects %j as %s', (text, code) => {
    expect(() => parseLines(text)).toThrow(errorWith(code));
  });
});

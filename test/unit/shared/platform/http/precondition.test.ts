import { describe, expect, it } from 'vitest';
import { entityTag, noneMatchHits, parseIfMatch, requireMatch } from '#shared/platform/http/precondition.ts';

/** Compares a header with the current revision `"7"`. */
function match(header: string | undefined, required: boolean, mayRead = true) {
  return () => requireMatch(parseIfMatch(header), '7', { required, mayRead });
}

describe('requireMatch (RFC 9110, 13.1.1)', () => {
  it.each(['"7"', '*', ' "7" ', '"6", "7"', '"6","7","8"', 'W/"7", "7"', ' * '])('takes %s', (ifMatch) => {
    expect(match(ifMatch, true)).not.toThrow();
  });

  it.each([
    '"6"',
    'W/"7"',
    '7',
    '"77"',
    '"7',
    '7"',
    "'7'",
    '"6", "8"',
    '""',
    ',',
    '"6", *',
    '*, "6"',
    '*, *',
  ])('rejects %s', (ifMatch) => {
    expect(match(ifMatch, false)).toThrow(
      expect.objectContaining({
        code: 'revision_mismatch',
        extras: { current_revision: '7', headers: { ETag: '"7"' } },
      }),
    );
  });

  it('explains that a weak tag never matches', () => {
    expect(match('W/"7"', false)).toThrow(/Weak entity tags .* never match/u);
    expect(match('W/"6", "7"', false)).not.toThrow();
    expect(match('"6", W/"7"', false)).toThrow(/has changed/u);
  });

  it('explains the error of a tag without quotes', () => {
    expect(match('7', false)).toThrow(/double quotes: If-Match/u);
    expect(match('"6"', false)).not.toThrow(/double quotes: If-Match/u);
  });

  it.each([undefined, '', '  '])(
    'treats %j as missing, which is an error only where one is required',
    (ifMatch) => {
      expect(match(ifMatch, false)).not.toThrow();
      expect(match(ifMatch, true)).toThrow(expect.objectContaining({ code: 'precondition_required' }));
    },
  );
});

describe('parseIfMatch', () => {
  it('distinguishes revisions from any revision and from none', () => {
    const kinds = (headers: readonly (string | undefined)[]) =>
      headers.map((header) => parseIfMatch(header).kind);

    expect(kinds(['"7"', '"6", *', '7'])).toEqual(['revisions', 'revisions', 'revisions']);
    expect(kinds([undefined, '', ' ', '*', ' * '])).toEqual(['absent', 'absent', 'absent', 'any', 'any']);
  });
});

describe('requireMatch, of the current revision', () => {
  it.each(['"6"', undefined])('returns tag and revision when it rejects %j', (ifMatch) => {
    expect(match(ifMatch, true)).toThrow(
      expect.objectContaining({ extras: { current_revision: '7', headers: { ETag: '"7"' } } }),
    );
  });

  it.each(['"6"', undefined])(
    'returns only the tag to a caller without read permission when it rejects %j',
    (ifMatch) => {
      expect(match(ifMatch, true, false)).toThrow(
        expect.objectContaining({ extras: { headers: { ETag: '"7"' } } }),
      );
    },
  );
});

describe('noneMatchHits (RFC 9110, 13.1.2)', () => {
  const tag = entityTag('7');

  it.each(['"7"', 'W/"7"', '*', '"6", W/"7"'])('matches with %s', (ifNoneMatch) => {
    expect(noneMatchHits(ifNoneMatch, tag)).toBe(true);
  });

  it.each([undefined, '', '"6"', '7', 'W/7', '"6", *', 'W/*'])('does not match with %j', (ifNoneMatch) => {
    expect(noneMatchHits(ifNoneMatch, tag)).toBe(false);
  });
});

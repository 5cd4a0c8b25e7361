import { describe, expect, it } from 'vitest';
import { entityTag, namesRevision, noneMatchHits, requireMatch } from '#shared/platform/http/precondition.ts';

describe('requireMatch (RFC 9110, 13.1.1; G49 to G54)', () => {
  it.each(['"7"', '*', ' "7" ', '"6", "7"', '"6","7","8"', 'W/"7", "7"', ' * '])('takes %s', (ifMatch) => {
    expect(() => requireMatch(ifMatch, '7', true)).not.toThrow();
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
  ])('refuses %s', (ifMatch) => {
    expect(() => requireMatch(ifMatch, '7', false)).toThrow(
      expect.objectContaining({
        code: 'revision_mismatch',
        extras: { current_revision: '7', headers: { ETag: '"7"' } },
      }),
    );
  });

  it('says what is wrong with a tag without quotes', () => {
    expect(() => requireMatch('7', '7', false)).toThrow(/double quotes/u);
    expect(() => requireMatch('"6"', '7', false)).not.toThrow(/double quotes/u);
  });

  it.each([undefined, '', '  '])(
    'takes %j for none, which is an error only where one is required',
    (ifMatch) => {
      expect(() => requireMatch(ifMatch, '7', false)).not.toThrow();
      expect(() => requireMatch(ifMatch, '7', true)).toThrow(
        expect.objectContaining({ code: 'precondition_required' }),
      );
    },
  );
});

describe('namesRevision', () => {
  it('tells a revision from none and from any', () => {
    expect(['"7"', '"6", *', '7'].map(namesRevision)).toEqual([true, true, true]);
    expect([undefined, '', ' ', '*', ' * '].map(namesRevision)).toEqual([false, false, false, false, false]);
  });
});

describe('requireMatch, of what is current (G50)', () => {
  it.each(['"6"', undefined])('tells tag and revision when it refuses %j', (ifMatch) => {
    expect(() => requireMatch(ifMatch, '7', true)).toThrow(
      expect.objectContaining({ extras: { current_revision: '7', headers: { ETag: '"7"' } } }),
    );
  });

  it.each(['"6"', undefined])('tells the tag alone to who may not read, refusing %j', (ifMatch) => {
    expect(() => requireMatch(ifMatch, '7', true, false)).toThrow(
      expect.objectContaining({ extras: { headers: { ETag: '"7"' } } }),
    );
  });
});

describe('noneMatchHits (RFC 9110, 13.1.2)', () => {
  const tag = entityTag('7');

  it.each(['"7"', 'W/"7"', '*', '"6", W/"7"'])('hits with %s', (ifNoneMatch) => {
    expect(noneMatchHits(ifNoneMatch, tag)).toBe(true);
  });

  it.each([undefined, '', '"6"', '7', 'W/7', '"6", *', 'W/*'])('misses with %j', (ifNoneMatch) => {
    expect(noneMatchHits(ifNoneMatch, tag)).toBe(false);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, decodeNumberCursor, encodeCursor } from '#shared/platform/http/cursor.ts';

const scope = { list: 'deliveries', workspace: 'w', filters: { state: 'failed', since: new Date(0) } };
const invalid = expect.objectContaining({ code: 'cursor_invalid' });
const ID = '01980000-0000-7000-8000-000000000001';
const id = fc.uuid();
const anyScope = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()));

describe('decodeCursor', () => {
  it('returns any id under its own scope', () => {
    fc.assert(
      fc.property(id, anyScope, (last, of) => {
        const cursor = encodeCursor(last, of);
        expect(decodeCursor(cursor, of)).toBe(last);
        expect(cursor).toMatch(/^[\w-]+$/u);
      }),
      { numRuns: 500 },
    );
  });

  it('treats equal instants as equal filters', () => {
    const same = { ...scope, filters: { state: 'failed', since: new Date('1970-01-01T01:00:00+01:00') } };

    expect(decodeCursor(encodeCursor(ID, scope), same)).toBe(ID);
  });

  it.each([
    { ...scope, workspace: 'v' },
    { ...scope, list: 'endpoints' },
    { ...scope, filters: { state: 'queued', since: new Date(0) } },
    { ...scope, filters: { state: 'failed' } },
    {},
  ])('rejects the cursor of another list: %j', (other) => {
    expect(() => decodeCursor(encodeCursor(ID, scope), other)).toThrow(invalid);
  });

  it('rejects a cursor with any character changed, added or removed', () => {
    const cursor = encodeCursor(ID, scope);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom('', 'A', '!', '=', 'zz'), (at, by) => {
        fc.pre(cursor.slice(at, at + 1) !== by);
        const tampered = cursor.slice(0, at) + by + cursor.slice(at + 1);
        expect(() => decodeCursor(tampered, scope)).toThrow(invalid);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['x', '~', '', 'a#b', ID.replace('8', 'A'), `${ID}0`, ` ${ID}`, `${ID}\n`, ID.slice(0, 13)])(
    'rejects the forged id %j',
    (forged) => {
      expect(() => decodeCursor(encodeCursor(forged, scope), scope)).toThrow(invalid);
    },
  );

  it('rejects any string that is not a cursor', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(text, scope)).toThrow(invalid);
      }),
    );
  });

  it.each(['', 'null', '[]', '["x"]', '["","x"]', '[1,"x"]', '{"0":"x","1":"y"}', '["x","y","z"]'])(
    'rejects the payload %s',
    (payload) => {
      expect(() => decodeCursor(Buffer.from(payload).toString('base64url'), scope)).toThrow(invalid);
    },
  );

  it('never repeats the rejected cursor', () => {
    expect(() => decodeCursor('secret-looking', scope)).toThrow(/^Use the next_cursor/u);
  });
});

describe('decodeNumberCursor', () => {
  it('returns any number that a post can have', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        expect(decodeNumberCursor(encodeCursor(String(number), scope), scope)).toBe(number);
      }),
    );
  });

  it.each([
    'x',
    '-1',
    '1.5',
    '1e3',
    ' 1',
    '0x1',
    '12345678901234567',
    '9007199254740992',
    '9999999999999999',
  ])('rejects the forged number %j', (text) => {
    expect(() => decodeNumberCursor(encodeCursor(text, scope), scope)).toThrow(invalid);
  });

  it('rejects what decodeCursor rejects', () => {
    expect(() => decodeNumberCursor(encodeCursor('1', { ...scope, list: 'tags' }), scope)).toThrow(invalid);
  });
});

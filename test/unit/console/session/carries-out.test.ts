import { describe, expect, it } from 'vitest';
import { carriesOut } from '#console/session/carries-out.ts';

describe('carriesOut', () => {
  it.each([
    ['all changed fields have the sent values', { name: 'a', url: 'b' }, {}, true],
    ['another person has changed another field', { name: 'a' }, { url: 'c' }, true],
    ['one of two fields has another value', { name: 'a', url: 'b' }, { url: 'c' }, false],
    ['no field has the sent value', { name: 'a' }, { name: 'b' }, false],
  ])('is right if %s', (_, changes, stillDifferent, expected) => {
    expect(carriesOut(changes, stillDifferent)).toBe(expected);
  });
});

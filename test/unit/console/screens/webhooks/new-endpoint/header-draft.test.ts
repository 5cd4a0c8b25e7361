import { describe, expect, it } from 'vitest';
import {
  changesHeaders,
  headersText,
  isSameOrigin,
  masked,
  namesAfter,
  repeatedName,
  requestedHeaders,
} from '#console/screens/webhooks/new-endpoint/header-draft.ts';

const row = (name: string, value = 'secret') => ({ name, value });

describe('the headers of a draft', () => {
  it.each([
    ['stay', null, undefined],
    ['are removed', [], null],
    ['are removed by a row without text', [row('', '')], null],
    ['replace all others', [row('X-Api-Key', 'k'), row('X-Stage', '')], { 'X-Api-Key': 'k', 'X-Stage': '' }],
    ['keep a name that objects have', [row('__proto__', 'k')], JSON.parse('{"__proto__": "k"}')],
  ])('%s', (_, draft, sent) => {
    expect(requestedHeaders(draft)).toEqual(sent);
  });

  it('are a change only if there is something to replace or to send', () => {
    expect(changesHeaders(null, ['X-Api-Key'])).toBe(false);
    expect(changesHeaders([row('', '')], [])).toBe(false);
    expect(changesHeaders([], ['X-Api-Key'])).toBe(true);
    expect(changesHeaders([row('X-Api-Key')], [])).toBe(true);
  });

  it('are compared without their values', () => {
    expect(namesAfter(null, ['A'])).toEqual(['A']);
    expect(headersText(null, ['A'])).toBe('A');
    expect(headersText([row('B', 'hidden')], ['A'])).toBe('B (new)');
    expect(headersText([], ['A'])).toBe('none (new)');
  });

  it('have each name once', () => {
    expect(repeatedName([row('A'), row('B')])).toBeUndefined();
    expect(repeatedName([row('A'), row('B'), row('A')])).toBe('A');
    expect(repeatedName(null)).toBeUndefined();
  });
});

describe('masked', () => {
  it('hides the values of a request', () => {
    expect(masked({ name: 'One', headers: { 'X-Api-Key': 'secret' } })).toEqual({
      name: 'One',
      headers: { 'X-Api-Key': '(your value)' },
    });
  });

  it('changes no other request', () => {
    expect(masked({ headers: null })).toEqual({ headers: null });
    expect(masked({ name: 'One' })).toEqual({ name: 'One' });
  });
});

describe('isSameOrigin', () => {
  it.each([
    ['https://a.example/one', 'https://a.example:443/two', true],
    ['https://a.example/', 'https://a.example:8443/', false],
    ['https://a.example/', 'http://a.example/', false],
    ['https://a.example/', 'https://b', false],
    ['https://a.example/', '', false],
  ])('compares %s and %s', (one, other, isSame) => {
    expect(isSameOrigin(one, other)).toBe(isSame);
  });
});

import { describe, expect, it } from 'vitest';
import { challengeRecord, isProven, newChallenge } from '#shared/biolinks/domain/domain-challenge.ts';

const CHALLENGE = newChallenge('0123abcd');

describe('challengeRecord', () => {
  it('is a TXT record directly below the host', () => {
    expect(challengeRecord({ host: 'links.example.com', challenge: CHALLENGE })).toEqual({
      type: 'TXT',
      name: '_workspace-challenge.links.example.com',
      value: 'workspace-verification=0123abcd',
    });
  });
});

describe('isProven', () => {
  it.each([
    ['the value alone', [CHALLENGE], true],
    ['the value among others', ['v=spf1 -all', CHALLENGE], true],
    ['spaces around it', [` ${CHALLENGE} `], true],
    ['the quotes of a zone file', [`"${CHALLENGE}"`], true],
    ['nothing', [], false],
    ['a part of it', [CHALLENGE.slice(0, -1)], false],
    ['more than it', [`${CHALLENGE}0`], false],
    ['another one', [newChallenge('0123abce')], false],
  ])('with %s', (_, texts, proven) => {
    expect(isProven(CHALLENGE, texts)).toBe(proven);
  });
});

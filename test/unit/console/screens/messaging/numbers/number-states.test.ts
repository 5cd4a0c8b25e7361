import { describe, expect, it } from 'vitest';
import { stateSentence } from '#console/screens/messaging/numbers/number-states.ts';

describe('stateSentence', () => {
  it.each([
    ['unverified', null, 'before it is verified'],
    ['rejected', 'number_untagged', 'Send the operator the tag'],
    ['rejected', 'a_new_reason', 'AWS did not confirm the number (a_new_reason).'],
  ])('explains %s because of %s', (state, reason, words) => {
    expect(stateSentence({ state, reason })).toContain(words);
  });

  it('says nothing about a verified number', () => {
    expect(stateSentence({ state: 'verified', reason: null })).toBeUndefined();
  });
});

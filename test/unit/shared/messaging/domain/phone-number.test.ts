import { describe, expect, it } from 'vitest';
import { type NumberFacts, verifiedNumber } from '#shared/messaging/domain/phone-number.ts';
import { aPhoneNumber, verified } from '#test/support/builders/messaging/phone-number-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const number = aPhoneNumber();
const facts: NumberFacts = {
  phone: number.phone,
  isActive: true,
  workspace: number.workspaceId,
  businessAccountId: null,
};
const LATER = secondsAfterNow(60);

describe('verifiedNumber', () => {
  it('verifies a number that is active and has the tag of the workspace', () => {
    expect(verifiedNumber(number, facts, LATER)).toMatchObject({
      state: 'verified',
      reason: null,
      verifiedAt: LATER,
      revision: 2,
    });
  });

  it.each([
    [undefined, 'number_not_found'],
    [{ ...facts, workspace: null }, 'number_untagged'],
    [{ ...facts, workspace: 'another' }, 'number_of_other_workspace'],
    [{ ...facts, phone: '+15550000000' }, 'number_differs'],
    [{ ...facts, isActive: false }, 'number_inactive'],
  ])('rejects %j with %s', (found, reason) => {
    expect(verifiedNumber(verified(number), found, LATER)).toMatchObject({
      state: 'rejected',
      reason,
      verifiedAt: null,
    });
  });

  it('reveals nothing about the number of another workspace', () => {
    const other = { phone: '+15550000000', isActive: false, workspace: 'another', businessAccountId: 'w' };

    expect(verifiedNumber(number, other, LATER).reason).toBe('number_of_other_workspace');
  });

  it('keeps the time of the first verification', () => {
    expect(verifiedNumber(verified(number), facts, secondsAfterNow(999)).verifiedAt).toEqual(LATER);
  });

  it('verifies every number of the sandbox', () => {
    expect(verifiedNumber({ ...number, platform: 'sandbox' }, undefined, LATER).state).toBe('verified');
  });
});

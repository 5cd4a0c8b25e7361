import { randomInt, randomUUID } from 'node:crypto';
import { newPhoneNumber, type PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

/** A text number before its verification, with a phone number of its own. */
export function aPhoneNumber(overrides: Partial<PhoneNumber> = {}): PhoneNumber {
  const identity = {
    id: newId(NOW),
    workspaceId: randomUUID(),
    platform: 'sms',
    phone: `+1555${String(randomInt(10_000_000)).padStart(7, '0')}`,
    originationId: `phone-${randomUUID()}`,
    businessAccountId: null,
  } as const;
  return { ...newPhoneNumber(identity, NOW), ...overrides };
}

/** The same number after its verification. */
export function verified(before: PhoneNumber): PhoneNumber {
  return {
    ...before,
    state: 'verified',
    reason: null,
    verifiedAt: secondsAfterNow(60),
    revision: before.revision + 1,
    updatedAt: secondsAfterNow(60),
  };
}

/** The same number after a verification that failed. */
export function rejected(before: PhoneNumber): PhoneNumber {
  return {
    ...before,
    state: 'rejected',
    reason: 'number_untagged',
    verifiedAt: null,
    revision: before.revision + 1,
  };
}

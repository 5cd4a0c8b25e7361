import { describe, expect, it } from 'vitest';
import { PHONE_METADATA } from '#shared/messaging/adapters/phone-metadata.ts';
import { createPhoneNumbers } from '#shared/messaging/adapters/phone-numbers.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';

const REPOSITORY = deployedFiles(
  new URL('../../../../../functions/messaging/create-contact/index.ts', import.meta.url).href,
);

/** Phone numbers whose first `failures` reads fail, and the paths that were read. */
function start(failures = 0) {
  const reads: string[] = [];
  const phoneNumbers = createPhoneNumbers({
    async read(path) {
      reads.push(path);
      if (reads.length <= failures) throw new Error('EMFILE');
      return REPOSITORY.read(path);
    },
  });
  return { phoneNumbers, reads };
}

describe('createPhoneNumbers', () => {
  it.each([
    ['+12025550143', '+12025550143'],
    ['+1 (202) 555-0143', '+12025550143'],
    ['+49 30 901820', '+4930901820'],
    ['+800 1234 5678', '+80012345678'],
  ])('normalises %s to %s', async (text, number) => {
    expect(await start().phoneNumbers.normalise(text)).toBe(number);
  });

  it.each([
    ['a number without a country code', '030 901820'],
    ['a number that is too short for its country', '+49 1'],
    ['an unassigned country code', '+999 12345678'],
    ['an extension', '+1 202 555 0143 ext. 7'],
    ['text around the number', 'call +1 202 555 0143'],
    ['nothing after the plus sign', '+'],
  ])('does not normalise %s', async (_, text) => {
    expect(await start().phoneNumbers.normalise(text)).toBeUndefined();
  });

  it('reads the metadata once, at the first phone number', async () => {
    const { phoneNumbers, reads } = start();
    expect(reads).toEqual([]);

    await Promise.all(['+4930901820', '+12025550143'].map((text) => phoneNumbers.normalise(text)));
    await phoneNumbers.normalise('+4930901820');

    expect(reads).toEqual([PHONE_METADATA]);
  });

  it('reads again after an error', async () => {
    const { phoneNumbers, reads } = start(1);

    await expect(phoneNumbers.normalise('+4930901820')).rejects.toThrow('EMFILE');
    expect(await phoneNumbers.normalise('+4930901820')).toBe('+4930901820');
    expect(reads).toHaveLength(2);
  });
});

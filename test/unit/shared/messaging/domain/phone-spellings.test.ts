import { describe, expect, it } from 'vitest';
import { dialledNumber, numbersOfWhatsappId, spellingsOf } from '#shared/messaging/domain/phone-spellings.ts';

const SPELLINGS = [
  ['Brazil, eight digits of a mobile number', '+554188171251', '+5541988171251'],
  ['Brazil, any area', '+551178123456', '+5511978123456'],
  ['Brazil, any area', '+559661234567', '+5596961234567'],
  ['Mexico, the 1 of mobile numbers', '+5215512345678', '+525512345678'],
  ['Benin, eight digits', '+22997123456', '+2290197123456'],
  ['Benin, eight digits of a landline', '+22921300000', '+2290121300000'],
  ['Ivory Coast, eight digits of Moov', '+22501234567', '+2250101234567'],
  ['Ivory Coast, eight digits of MTN', '+22546123456', '+2250546123456'],
  ['Ivory Coast, eight digits of Orange', '+22589123456', '+2250789123456'],
] as const;

const ALONE = [
  ['a country whose numbers have one spelling', '+12025550143'],
  ['a landline of Brazil', '+551132654321'],
  ['a mobile number of Brazil that never had eight digits', '+5511912345678'],
  ['a landline of Argentina', '+541143211234'],
  ['a mobile number of Argentina', '+5491143211234'],
  ['a number of Mexico with another length', '+52551234567'],
  ['a number of Argentina with another length', '+54112345678'],
  ['a number of Brazil with another length', '+55418817125'],
  ['a number of Benin with another length', '+229971234567'],
  ['a number of Ivory Coast that never had eight digits', '+2250718139912'],
  ['a number of Ivory Coast with the prefix of another network', '+2250507123456'],
  ['a landline of Ivory Coast', '+2252720123456'],
  ['a toll-free number of Ivory Coast', '+22580123456'],
] as const;

describe('spellingsOf', () => {
  it.each(SPELLINGS)('begins with the number that people dial: %s', (_, older, dialled) => {
    expect(spellingsOf(older)).toEqual([dialled, older]);
    expect(spellingsOf(dialled)).toEqual([dialled, older]);
  });

  it.each(ALONE)('has one spelling of %s', (_, phone) => {
    expect(spellingsOf(phone)).toEqual([phone]);
  });
});

describe('dialledNumber', () => {
  it.each([...SPELLINGS, ...ALONE.map(([name, phone]) => [name, phone, phone] as const)])(
    'is the same for every spelling: %s',
    (_, written, dialled) => {
      expect([dialledNumber(written), dialledNumber(dialled)]).toEqual([dialled, dialled]);
    },
  );

  it.each([
    ['+54111543211234', '+5491143211234'],
    ['+54221154567890', '+5492214567890'],
    ['+54354315123456', '+5493543123456'],
    ['+549111543211234', '+5491143211234'],
    ['+520445512345678', '+525512345678'],
    ['+52015512345678', '+525512345678'],
  ])('has no prefix of calls within the country: %s', (written, dialled) => {
    expect(dialledNumber(written)).toBe(dialled);
  });
});

describe('numbersOfWhatsappId', () => {
  it.each(SPELLINGS)('is the number that people dial: %s', (_, older, dialled) => {
    expect([numbersOfWhatsappId(older), numbersOfWhatsappId(dialled)]).toEqual([[dialled], [dialled]]);
  });

  it('finds the mobile number of Argentina first, because some accounts lack its 9', () => {
    const numbers = ['+5491123456789', '+541123456789'];

    expect(numbers.map(numbersOfWhatsappId)).toEqual([numbers, numbers]);
  });
});

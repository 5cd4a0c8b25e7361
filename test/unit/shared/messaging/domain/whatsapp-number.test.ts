import { describe, expect, it } from 'vitest';
import { formsOfWhatsappNumber } from '#shared/messaging/domain/whatsapp-number.ts';

describe('formsOfWhatsappNumber', () => {
  it.each([
    ['Mexico, an old account', '+5215512345678', '+525512345678'],
    ['Argentina, an account without the 9', '+541123456789', '+5491123456789'],
    ['Brazil, an account without the ninth digit', '+551187654321', '+5511987654321'],
  ])('finds the number that people dial first: %s', (_, id, dialled) => {
    expect(formsOfWhatsappNumber(id)).toEqual([dialled, id]);
    expect(formsOfWhatsappNumber(dialled)).toEqual([dialled, id]);
  });

  it.each([
    ['+12025550143'],
    ['+49301234567'],
    // A landline of Brazil, and numbers of Mexico and Argentina with other lengths.
    ['+551132654321'],
    ['+52551234567'],
    ['+54112345678'],
  ])('has one form of %s', (id) => {
    expect(formsOfWhatsappNumber(id)).toEqual([id]);
  });
});

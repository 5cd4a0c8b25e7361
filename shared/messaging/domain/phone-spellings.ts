/**
 * Phone numbers that one subscriber has in two spellings, because the country changed its numbers
 * (docs/specification/messaging.md#one-phone-one-contact). `[how people still write it, how people dial it]`, both in E.164.
 */
const CHANGED: readonly (readonly [older: RegExp, dialled: string])[] = [
  // Brazil: mobile numbers got a ninth digit, a 9 after the area code, until 2016. The old ones begin with 6 to 9.
  [/^(?<area>\+55\d{2})(?<number>[6-9]\d{7})$/u, '$<area>9$<number>'],
  // Mexico: mobile numbers had a 1 after the country code until 2019.
  [/^\+521(?<number>\d{10})$/u, '+52$<number>'],
  // Benin: all numbers got a 01 after the country code in 2024.
  [/^\+229(?<number>[24569]\d{7})$/u, '+22901$<number>'],
  // Ivory Coast: in 2021, mobile numbers got the prefix of their network, which the second of the eight digits names.
  [/^\+225(?<number>(?:0[1-3]|[4-7][0-3]|[89][1-3])\d{6})$/u, '+22501$<number>'],
  [/^\+225(?<number>[04-9][4-6]\d{6})$/u, '+22505$<number>'],
  [/^\+225(?<number>[04-9][7-9]\d{6})$/u, '+22507$<number>'],
  // Argentina: within the country, mobile numbers have a 15 after the area code instead of the 9 after the country code.
  [/^\+54(?=\d{12}$)(?<area>11|[23]\d{2,3}?)15(?<number>\d{6,8})$/u, '+549$<area>$<number>'],
];

/** The older spelling of a number that people dial. That of Argentina is in no stored data: requests never had it. */
const OLDER: readonly (readonly [dialled: RegExp, older: string])[] = [
  [/^(?<area>\+55\d{2})9(?<number>[6-9]\d{7})$/u, '$<area>$<number>'],
  [/^\+52(?<number>\d{10})$/u, '+521$<number>'],
  [/^\+22901(?<number>[24569]\d{7})$/u, '+229$<number>'],
  [
    /^\+225(?:01(?=0[1-3]|[4-7][0-3]|[89][1-3])|05(?=[04-9][4-6])|07(?=[04-9][7-9]))(?<number>\d{8})$/u,
    '+225$<number>',
  ],
];

/** A prefix of calls within the country that people write after the country code, although nobody dials it there. */
const NEEDLESS: readonly (readonly [written: RegExp, needed: string])[] = [
  [/^\+52(?:01|04[45])(?=\d{10}$)/u, '+52'],
  // The 9 and the 15 of a mobile number in Argentina.
  [/^\+549(?=\d{12}$)/u, '+54'],
];

/** Argentina: `+549` and `+54` can be the mobile number and the landline of two subscribers. */
const ARGENTINA = /^\+549?(?=\d{10}$)/u;

/** The number that people dial: the canonical form of a number, in which numbers are compared. Other numbers are returned as they are. */
export function dialledNumber(phone: string): string {
  const number = withoutNeedlessPrefix(phone);
  return rewritten(number, CHANGED) ?? number;
}

/** The number without a prefix of calls within the country. */
export function withoutNeedlessPrefix(phone: string): string {
  return rewritten(phone, NEEDLESS) ?? phone;
}

/** The spellings in which an earlier version may have stored a number, the one that people dial first. Most numbers have one. */
export function spellingsOf(phone: string): readonly [string, ...string[]] {
  const dialled = dialledNumber(phone);
  const older = rewritten(dialled, OLDER);
  return older === undefined ? [dialled] : [dialled, older];
}

/**
 * The numbers that the sender with a WhatsApp ID can have, as people dial them. The first is that of a new contact. WhatsApp keeps the digits
 * of the time at which an account was created, and some accounts of Argentina lack the 9 of mobile numbers.
 */
export function numbersOfWhatsappId(id: string): readonly [string, ...string[]] {
  const number = dialledNumber(id);
  if (!ARGENTINA.test(number)) return [number];
  return [number.replace(ARGENTINA, '+549'), number.replace(ARGENTINA, '+54')];
}

function rewritten(
  phone: string,
  rules: readonly (readonly [form: RegExp, replacement: string])[],
): string | undefined {
  const rule = rules.find(([form]) => form.test(phone));
  return rule && phone.replace(rule[0], rule[1]);
}

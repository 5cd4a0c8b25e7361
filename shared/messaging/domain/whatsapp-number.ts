/**
 * Numbers whose WhatsApp ID can differ from the number that people dial: WhatsApp keeps the digits of the time at which an account was
 * created, and these countries have changed theirs since. `[prefix of the ID, prefix that is dialled, number of further digits]`.
 */
const CHANGED = [
  // Mexico: mobile numbers had a 1 after the country code until 2019.
  ['+521', '+52', 10],
  // Argentina: mobile numbers have a 9 after the country code, which some accounts lack.
  ['+54', '+549', 10],
] as const;

/** Brazil: mobile numbers got a ninth digit, a 9 after the area code, until 2016. The old ones began with 6 to 9. */
const BRAZIL_OLD = /^(?<area>\+55\d{2})(?<number>[6-9]\d{7})$/u;
const BRAZIL_NEW = /^(?<area>\+55\d{2})9(?<number>[6-9]\d{7})$/u;

/**
 * The forms in which a contact can have the phone number of a WhatsApp ID, all in E.164. The first is the one that people dial, which a new
 * contact gets.
 */
export function formsOfWhatsappNumber(id: string): readonly [string, ...string[]] {
  for (const [old, dialled, digits] of CHANGED) {
    const [isOld, isNew] = [hasForm(id, old, digits), hasForm(id, dialled, digits)];
    if (isNew) return [id, `${old}${id.slice(-digits)}`];
    if (isOld) return [`${dialled}${id.slice(-digits)}`, id];
  }
  const old = BRAZIL_OLD.exec(id)?.groups;
  if (old) return [`${old['area']}9${old['number']}`, id];
  const current = BRAZIL_NEW.exec(id)?.groups;
  return current ? [id, `${current['area']}${current['number']}`] : [id];
}

function hasForm(id: string, prefix: string, digits: number): boolean {
  return id.startsWith(prefix) && id.length === prefix.length + digits;
}

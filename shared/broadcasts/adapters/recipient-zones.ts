import type { RecipientZones } from '#shared/broadcasts/ports/recipient-zones.ts';
import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';

/** The method of ECMA-402 that the library of TypeScript does not declare yet. */
type ZonedLocale = Intl.Locale & { readonly getTimeZones?: () => readonly string[] | undefined };

/** The time zones of countries, as the runtime has them from the Unicode CLDR. */
export function createRecipientZones(phoneNumbers: Pick<PhoneNumbers, 'countryOf'>): RecipientZones {
  return {
    async zonesOf(phone) {
      const country = await phoneNumbers.countryOf(phone);
      if (country === undefined) return undefined;
      const locale: ZonedLocale = new Intl.Locale(`und-${country}`);
      const [first, ...others] = locale.getTimeZones?.() ?? [];
      return first === undefined ? undefined : [first, ...others];
    },
  };
}

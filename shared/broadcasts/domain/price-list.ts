import * as v from 'valibot';
import { OWN_PLATFORMS, type OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import { type Prices, toUnits } from './price.ts';

/** The price of a message in the sandbox, in units: one cent, so that budgets can be tried. */
const SANDBOX_PRICE = 1000;

const ENTRY = /^(?<platform>[a-z]+)(?<prefix>\+\d{1,15})?=(?<amount>[\d.]+)$/u;

/** The prices of the platforms of a stage, in units. Without a price, a message counts as 0; the stage sets one for text messages. */
export type PriceList = ReadonlyMap<OwnPlatform, Prices>;

/**
 * Parses a price list, such as `sms=0.05,sms+1=0.00813,whatsapp=0.03`: dollars per message part by platform and beginning of the phone
 * number. Without a beginning, the price is that of all other numbers.
 */
export const priceListSchema = v.pipe(
  v.string(),
  v.check((text) => text === '' || text.split(',').every((entry) => readEntry(entry) !== undefined)),
  v.transform((text): PriceList => {
    const entries = text.split(',').flatMap((entry) => readEntry(entry) ?? []);
    const listed = OWN_PLATFORMS.map((platform) => {
      const own = entries.filter((entry) => entry.platform === platform);
      const byPrefix = new Map(
        own.flatMap(({ prefix, units }) => (prefix ? [[prefix, units] as const] : [])),
      );
      const others = own.find(({ prefix }) => prefix === undefined);
      return [platform, { default: others?.units ?? 0, byPrefix }] as const;
    });
    return new Map([...listed, ['sandbox', { default: SANDBOX_PRICE, byPrefix: new Map() }]]);
  }),
);

function readEntry(entry: string) {
  const { platform, prefix, amount = '' } = ENTRY.exec(entry)?.groups ?? {};
  const known = OWN_PLATFORMS.find((each) => each === platform);
  const units = toUnits(amount);
  return known === undefined || units === undefined ? undefined : { platform: known, prefix, units };
}

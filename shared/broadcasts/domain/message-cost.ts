import type { PriceList } from './price-list.ts';
import { partsOf, priceOf } from './price.ts';
import type { PlatformBroadcast } from './recipient.ts';

/** The parts of the message of a broadcast, and its price to a phone number in units. Without prices in the installation, the price is 0. */
export function costOf(
  { message, sending }: Pick<PlatformBroadcast, 'message' | 'sending'>,
  phone: string,
  prices: PriceList,
): { readonly parts: number; readonly price: number } {
  const list = prices.get(sending.platform);
  const parts = sending.platform === 'sms' ? partsOf(message.body) : 1;
  return { parts, price: list ? priceOf(phone, parts, list) : 0 };
}

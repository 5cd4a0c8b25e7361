import { smsLengthOf } from './sms-length.ts';

/** Prices and budgets are integers: the units of a dollar. A decimal text has at most five decimals. */
const UNITS_PER_DOLLAR = 100_000;
const DECIMALS = 5;

/** Prices of one message part in units, by the beginning of the phone number, such as `+49`. */
export type Prices = {
  readonly default: number;
  readonly byPrefix: ReadonlyMap<string, number>;
};

/** The units of an amount such as `12.5`; undefined if it is no such amount. */
export function toUnits(amount: string): number | undefined {
  const [, dollars = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,5}))?$/u.exec(amount) ?? [];
  if (dollars === '') return undefined;
  return Number(dollars) * UNITS_PER_DOLLAR + Number(decimals.padEnd(DECIMALS, '0'));
}

/** The amount of units, such as `12.50000`. */
export function fromUnits(units: number): string {
  const decimals = String(units % UNITS_PER_DOLLAR).padStart(DECIMALS, '0');
  return `${Math.floor(units / UNITS_PER_DOLLAR)}.${decimals}`;
}

/** The dollars of units, for a metric. */
export function dollarsOf(units: number): number {
  return units / UNITS_PER_DOLLAR;
}

/** The parts in which carriers send a text message. */
export function partsOf(text: string): number {
  return smsLengthOf(text).parts;
}

/** The price of a message to a phone number, in units. The longest prefix decides. */
export function priceOf(phone: string, parts: number, prices: Prices): number {
  for (let length = phone.length; length > 1; length -= 1) {
    const price = prices.byPrefix.get(phone.slice(0, length));
    if (price !== undefined) return price * parts;
  }
  return prices.default * parts;
}

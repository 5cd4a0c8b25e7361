import type { StageConfig } from '#infra/config.ts';
import type { Messaging } from '#infra/settings/external-resources.ts';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';

/** Digits after the decimal point of a price, which AWS accepts. */
const PRICE_DECIMALS = 5;

/** A larger number is a mistake: the alarm would never fire. */
const MAX_DOLLARS_PER_HOUR = 1_000_000;

const CONFIGURATION_SET = /^[A-Za-z0-9_-]{1,64}$/u;
const PRICE_NAME = /^(?:sms|whatsapp)(?:\+\d{1,15})?$/u;
const PROTECT_CONFIGURATION = /^protect-[0-9a-f]{1,64}$/u;

/** The value of `MESSAGING_CHANNELS`: the channels on which the stage sends through AWS. */
export function messagingChannelsOf({ messaging }: Pick<StageConfig, 'messaging'>): string {
  if (messaging === null) return NONE;
  return ['sms', ...(messaging.whatsapp ? ['whatsapp'] : [])].join(',');
}

/** The price in the format of `SendTextMessage`, such as `0.20000`. */
export function priceText({ maxPriceDollars }: Messaging): string {
  return maxPriceDollars.toFixed(PRICE_DECIMALS);
}

/**
 * The value of `MESSAGE_PRICES`, such as `sms=0.05,sms+49=0.08`; empty if the stage sends nothing. A text message without a price counts with the
 * most that it may cost: at no price, the budget of a broadcast would stop nothing.
 */
export function pricesText({ messaging }: Pick<StageConfig, 'messaging'>): string {
  if (messaging === null) return '';
  const prices = Object.entries({ sms: messaging.maxPriceDollars, ...messaging.prices });
  return prices.map(([name, dollars]) => `${name}=${dollars.toFixed(PRICE_DECIMALS)}`).join(',');
}

/** Messages per second and number. No API of AWS returns the quota of a number; the default for `sms` is the quota of one long code. */
export function sendingRates({ messaging }: Pick<StageConfig, 'messaging'>) {
  const { sms = 1, whatsapp = 80 } = messaging?.perSecond ?? {};
  return { SMS_PER_SECOND: String(sms), WHATSAPP_PER_SECOND: String(whatsapp) };
}

/** The dollars that broadcasts may reserve in an hour before an alarm. */
export function broadcastDollarsPerHour({ messaging }: Pick<StageConfig, 'messaging'>): number {
  return messaging?.broadcastDollarsPerHour ?? 50;
}

/** Throws if AWS would reject every message of the stage. */
export function checkMessaging({
  smsConfigurationSet,
  protectConfigurationId,
  maxPriceDollars,
  prices = {},
  perSecond = {},
  broadcastDollarsPerHour: dollarsPerHour = 1,
}: Messaging): void {
  if (!CONFIGURATION_SET.test(smsConfigurationSet))
    throw new Error(
      '`messaging.smsConfigurationSet` is not the name of a configuration set: use the name, not the ARN.',
    );
  if (protectConfigurationId !== undefined && !PROTECT_CONFIGURATION.test(protectConfigurationId))
    throw new Error('`messaging.protectConfigurationId` is not an ID of the form `protect-…`.');
  const rounded = Number(maxPriceDollars.toFixed(PRICE_DECIMALS));
  if (!(maxPriceDollars > 0 && maxPriceDollars < 100) || rounded !== maxPriceDollars)
    throw new Error(
      '`messaging.maxPriceDollars` must be more than 0, less than 100, and have at most five decimals.',
    );
  for (const [name, dollars] of Object.entries(prices))
    if (!PRICE_NAME.test(name) || !(dollars >= 0 && dollars < 100))
      throw new Error(
        '`messaging.prices` must be dollars from 0 to 100 under names such as `sms`, `sms+49` or `whatsapp`.',
      );
  for (const rate of Object.values(perSecond))
    if (!(rate > 0 && rate <= 1000))
      throw new Error('`messaging.perSecond` must be more than 0 and at most 1000 messages per second.');
  if (!(dollarsPerHour > 0 && dollarsPerHour <= MAX_DOLLARS_PER_HOUR))
    throw new Error('`messaging.broadcastDollarsPerHour` must be more than 0 and at most 1000000 dollars.');
}

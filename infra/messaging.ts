import { NO_CHANNELS } from '#shared/platform/runtime/messaging-settings.ts';
import type { Messaging, StageConfig } from './config.ts';

/** Digits after the decimal point of a price, which AWS accepts. */
const PRICE_DECIMALS = 5;

const CONFIGURATION_SET = /^[A-Za-z0-9_-]{1,64}$/u;
const PROTECT_CONFIGURATION = /^protect-[0-9a-f]{1,64}$/u;

/** The value of `MESSAGING_CHANNELS`: the channels on which the stage sends through AWS. */
export function messagingChannelsOf({ messaging }: Pick<StageConfig, 'messaging'>): string {
  if (messaging === null) return NO_CHANNELS;
  return ['sms', ...(messaging.whatsapp ? ['whatsapp'] : [])].join(',');
}

/** The price in the format of `SendTextMessage`, such as `0.20000`. */
export function priceText({ maxPriceDollars }: Messaging): string {
  return maxPriceDollars.toFixed(PRICE_DECIMALS);
}

/** Throws if AWS would reject every message of the stage. */
export function checkMessaging({
  smsConfigurationSet,
  protectConfigurationId,
  maxPriceDollars,
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
}

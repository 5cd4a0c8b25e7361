import * as v from 'valibot';
import { list, text } from './env.ts';

/**
 * Variables of a function that calls the messaging services of AWS. Lambda sets the region and the credentials. The endpoints are set on a
 * developer's machine only, under the names that the SDK has for them.
 */
export const messagingServicesEnv = {
  AWS_REGION: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: v.optional(text),
  AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: v.optional(text),
  AWS_ENDPOINT_URL_SOCIALMESSAGING: v.optional(text),
};

/** Variables of a function that sends messages on the channels of the stage. */
export const sendersEnv = {
  ...messagingServicesEnv,
  MEDIA_BUCKET: text,
  RECEIPT_QUEUE_URL: text,
  MESSAGING_CHANNELS: list,
  // Empty in a stage that sends in the sandbox only; the second one is optional in every stage.
  SMS_CONFIGURATION_SET: v.optional(v.string(), ''),
  SMS_PROTECT_CONFIGURATION: v.optional(v.string(), ''),
  SMS_MAX_PRICE: v.optional(v.string(), ''),
};

/** These variables, parsed. */
export type SenderSettings = v.InferOutput<v.ObjectSchema<typeof sendersEnv, undefined>>;

/** The parsed variables, under their own names. */
export type MessagingServices = v.InferOutput<v.ObjectSchema<typeof messagingServicesEnv, undefined>>;

/** Only these variables, for the clients of the SDK. */
export function servicesOf(
  settings: MessagingServices,
): Readonly<Record<keyof MessagingServices, string | undefined>> {
  return {
    AWS_REGION: settings.AWS_REGION,
    AWS_ACCESS_KEY_ID: settings.AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY: settings.AWS_SECRET_ACCESS_KEY,
    AWS_SESSION_TOKEN: settings.AWS_SESSION_TOKEN,
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: settings.AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2,
    AWS_ENDPOINT_URL_SOCIALMESSAGING: settings.AWS_ENDPOINT_URL_SOCIALMESSAGING,
  };
}

/** The value of `MESSAGING_CHANNELS` in a stage that sends in the sandbox only. */
export const NO_CHANNELS = 'none';

/** Parses `MESSAGING_CHANNELS`: the channels on which the stage sends messages through AWS, besides the sandbox. */
export function messagingChannels(value: string): readonly string[] {
  return value === NO_CHANNELS ? [] : value.split(',');
}

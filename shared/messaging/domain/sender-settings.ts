import * as v from 'valibot';

const optionalText = v.optional(v.string(), '');

/** Settings of a function that sends messages. Empty in a stage that sends in the sandbox only; the second one is optional in every stage. */
export const senderSettings = {
  smsConfigurationSet: optionalText,
  smsProtectConfiguration: optionalText,
  smsMaxPrice: optionalText,
};

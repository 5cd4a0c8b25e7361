/** The stage option `messaging` of the local stack: the local servers accept every configuration set. */
export const LOCAL_MESSAGING = {
  smsConfigurationSet: 'local',
  maxPriceDollars: 0.2,
  whatsapp: true,
} as const;

/** The stage option `messaging` of the local stack: the local servers accept every configuration set. */
export const LOCAL_MESSAGING = {
  smsConfigurationSet: 'local',
  maxPriceDollars: 0.2,
  whatsapp: true,
  // No carrier is slow here, so a broadcast to thousands of contacts ends within minutes.
  perSecond: { sms: 200, whatsapp: 200 },
} as const;

// What a stage uses and no template creates: identities, numbers, certificates and apps that people set up.

/** A verified identity of SES in the region of the stage (a domain or an address), and the address that mail comes from. */
export type MailSender = {
  readonly address: string;
  readonly identity: string;
  readonly configurationSet?: string;
};

/** What AWS End User Messaging needs; its numbers, registrations and templates are set up by hand (docs/operations.md#messages). */
export type Messaging = {
  /** A configuration set with an event destination to the topic of the stage. It is in the region of the stage. */
  readonly smsConfigurationSet: string;
  /** Rules about the countries that may receive text messages; without it, those of the configuration set apply. */
  readonly protectConfigurationId?: string;
  /** The most that one part of a text message may cost, in dollars: more than 0, less than 100, at most five decimals. */
  readonly maxPriceDollars: number;
  readonly whatsapp: boolean;
  /**
   * What one part of a message costs in dollars, by platform and beginning of the phone number, such as `sms`, `sms+49` and `whatsapp`. The
   * budgets of broadcasts are compared with these prices. A text message without a price counts with `maxPriceDollars`, and a WhatsApp message
   * without a price as 0 dollars.
   */
  readonly prices?: Readonly<Record<string, number>>;
  /** The quota of a number in messages per second: by default 1 for `sms` and 80 for `whatsapp`. */
  readonly perSecond?: { readonly sms?: number; readonly whatsapp?: number };
  /** An alarm fires if broadcasts reserve more dollars within an hour; 50 by default. Prices are those of `prices`. */
  readonly broadcastDollarsPerHour?: number;
};

/** The client ID of an app, and its encrypted client secret in base64. */
export type OAuthAppSetting = { readonly clientId: string; readonly sealedSecret: string };

/** A custom domain name with an ACM certificate in the region of the stage. */
export type HostName = { readonly name: string; readonly certificateArn: string };

/**
 * An HTTP API cannot have a web ACL. With a firewall, a CloudFront distribution with the web ACL serves the API's name; its
 * certificate must be in us-east-1. Pages stay outside: password attempts are counted per visitor address, which a distribution hides.
 * Their API has no route that needs a key.
 */
export type Firewall = 'none' | { readonly webAclArn: string; readonly certificateArn: string };

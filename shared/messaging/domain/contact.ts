import { CHANNELS, type MessagingChannel } from '#shared/events/catalogue/channels.ts';
import { comparedMailAddress } from '#shared/platform/core/text.ts';
import type { ContactConsent } from './contact-consent.ts';
import type { ContactDates } from './contact-dates.ts';
import { dialledNumber } from './phone-spellings.ts';

/**
 * Where a contact came from: a channel, the sandbox, or a bio-link page. The last two are no channels, so events about such a contact
 * reach subscriptions to `all` only.
 */
export const CONTACT_PLATFORMS = [
  ...CHANNELS.filter((channel) => channel !== 'all'),
  'sandbox',
  'biolink',
] as const;

export type ContactPlatform = (typeof CONTACT_PLATFORMS)[number];

/**
 * Limits of a contact. The events of one edit are in its transaction, which DynamoDB limits to 100 items, and an edit can replace all
 * tags. A page of 100 contacts must fit into the response of a Lambda function, so a contact has at most 24 KB, and
 * 18 KB of consents.
 */
export const CONTACT_LIMITS = {
  name: 255,
  stage: 64,
  tags: 40,
  tag: 64,
  customFields: 50,
  /** Of all custom fields together, as JSON. */
  customFieldBytes: 8192,
  dates: 10,
  dateName: 64,
} as const;

/** The value of a custom field. */
export type CustomValue = string | number | boolean;

/** A person with whom the workspace exchanges messages (docs/specification/messaging.md#contacts). Personal data. */
export type Contact = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string | null;
  /** As entered. Two contacts of a workspace never have the same address, also in another case. */
  readonly email: string | null;
  /** In E.164 format, in the spelling that was stored. Its subscriber is unique in the workspace, whatever the spelling. */
  readonly phone: string | null;
  readonly platform: ContactPlatform | null;
  readonly stage: string | null;
  /** The stage before the last change of the stage; null if there was none. */
  readonly previousStage: string | null;
  readonly stageChangedAt: Date | null;
  /** In the order in which they were added. */
  readonly tags: readonly string[];
  readonly customFields: ReadonlyMap<string, CustomValue>;
  /** By name, such as `birthday`. */
  readonly dates: ContactDates;
  /** The channels on which the contact must not receive messages, with the time of each opt-out. */
  readonly optOuts: ReadonlyMap<MessagingChannel, Date>;
  /** What the contact agreed to on bio-link pages, oldest first by the last sign-up. */
  readonly consents: readonly ContactConsent[];
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** An email address or phone number, which identifies a contact in its workspace like the ID. */
export type ContactAddress = { readonly kind: 'email' | 'phone'; readonly value: string };

/**
 * The addresses of a contact, in the form in which they are compared. An email address with other letters than those of ASCII has two: the
 * second is the only one of contacts of earlier versions.
 */
export function addressesOf({ email, phone }: Pick<Contact, 'email' | 'phone'>): ContactAddress[] {
  const forms = email === null ? [] : [comparedMailAddress(email), email.toLowerCase()];
  return [
    ...[...new Set(forms)].map((value) => ({ kind: 'email' as const, value })),
    ...(phone === null ? [] : [{ kind: 'phone' as const, value: dialledNumber(phone) }]),
  ];
}

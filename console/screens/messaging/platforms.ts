import type { operations } from '#clients/typescript/schema.d.ts';

type Query<Operation extends 'listContacts' | 'listConversations'> = NonNullable<
  operations[Operation]['parameters']['query']
>;

/** The names of all platforms for people. The type lacks none of the API's. */
const NAMES: Readonly<Record<NonNullable<Query<'listContacts'>['platform']>, string>> = {
  whatsapp: 'WhatsApp',
  facebook: 'Facebook',
  instagram: 'Instagram',
  sms: 'SMS',
  tiktok: 'TikTok',
  sandbox: 'Sandbox',
  biolink: 'Bio-link page',
};

const NAME_OF: ReadonlyMap<string, string> = new Map(Object.entries(NAMES));

/** The channels that a contact can opt out of. */
export const CHANNELS = ['whatsapp', 'facebook', 'instagram', 'sms', 'tiktok'] as const;

/** Where conversations take place: the channels, and the sandbox for tests. */
export const PLATFORMS = [...CHANNELS, 'sandbox'] as const satisfies readonly NonNullable<
  Query<'listConversations'>['platform']
>[];

export type Platform = (typeof PLATFORMS)[number];

/** The platforms on which the workspace sends from a phone number of its own. Another system sends on the others. */
export const NUMBER_PLATFORMS = ['sms', 'whatsapp', 'sandbox'] as const;

/** The name of a platform. A value that a later version of the API adds is shown as it is. */
export function platformName(platform: string): string {
  return NAME_OF.get(platform) ?? platform;
}

/** Whether the workspace sends on a platform from a phone number. */
export function needsNumber(platform: string): boolean {
  return NUMBER_PLATFORMS.some((each) => each === platform);
}

/** Platforms as choices of a filter or a list. */
export function choicesOfPlatforms(platforms: readonly string[]): readonly (readonly [string, string])[] {
  return platforms.map((platform) => [platform, platformName(platform)]);
}

/** Choices of where a contact comes from. */
export const ORIGINS = choicesOfPlatforms([...NAME_OF.keys()]);

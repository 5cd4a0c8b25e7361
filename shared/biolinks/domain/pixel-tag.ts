import type { PixelProvider } from './pixel.ts';

/** The id format of each provider. It is strict, because a tag id becomes part of a script and its URL. */
const TAG_IDS = {
  meta: { form: /^\d{8,20}$/u, detail: 'A Meta pixel ID has 8 to 20 digits.' },
  google: {
    // GTM-… is rejected: a container loads any scripts of its owner, which the content security policy could not allow.
    form: /^(?:G-[A-Z0-9]{6,14}|GT-[A-Z0-9]{5,14}|AW-\d{8,12})$/u,
    detail: 'A Google tag ID looks like G-ABC1234567, GT-ABC12345 or AW-123456789.',
  },
  tiktok: {
    form: /^[A-Z0-9]{16,24}$/u,
    detail: 'A TikTok pixel ID has 16 to 24 capital letters and digits.',
  },
} as const satisfies Record<PixelProvider, { form: RegExp; detail: string }>;

/** Why a text is not a valid id of the provider, or undefined if it is. */
export function tagIdProblem(provider: PixelProvider, tagId: string): string | undefined {
  const { form, detail } = TAG_IDS[provider];
  return form.test(tagId) ? undefined : detail;
}

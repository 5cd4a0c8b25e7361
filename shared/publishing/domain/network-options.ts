import * as v from 'valibot';
import type { ProviderName } from './account.ts';
import type { PostVersion } from './post.ts';

/**
 * Options of a version for Mastodon. Strict where it matters: a misspelt visibility must not publish to everyone. Options
 * without a meaning here are passed over (G38).
 */
export const mastodonOptions = v.object({
  visibility: v.nullish(v.picklist(['public', 'unlisted', 'private', 'direct'])),
  spoiler_text: v.nullish(v.string()),
  sensitive: v.nullish(v.boolean()),
  language: v.nullish(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/u))),
});

/** Options of a version for Bluesky; those without a meaning here are passed over (G38). */
export const blueskyOptions = v.object({
  langs: v.nullish(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$/u))), v.maxLength(3)),
  ),
});

/**
 * Failures to rehearse, as `options.sandbox.fail`: `once` ends the first attempt with an unknown outcome and lets the next one
 * succeed; `always` asks for another attempt each time; `refused` and `unauthorised` end the account at once.
 */
export const REHEARSALS = ['once', 'always', 'refused', 'unauthorised'] as const;

/** Options of a version for the sandbox. */
export const sandboxOptions = v.object({ fail: v.optional(v.picklist(REHEARSALS)) });

const OPTIONS = {
  mastodon: mastodonOptions,
  bluesky: blueskyOptions,
  sandbox: sandboxOptions,
} as const satisfies Record<ProviderName, v.GenericSchema>;

/** An option with a value that its network does not take; `at` names it by the rest of a JSON pointer. */
export type OptionFault = { readonly at: string; readonly detail: string };

/** What a network would not take of a version's options: what publishing refuses is known before (G37, G38). */
export function optionFaults(
  provider: ProviderName,
  { options }: Pick<PostVersion, 'options'>,
): OptionFault[] {
  const parsed = v.safeParse(OPTIONS[provider], options[provider] ?? {});
  return (parsed.issues ?? []).map((issue) => {
    const path = (v.getDotPath(issue) ?? '').split('.').join('/');
    return { at: `${provider}/${path}`, detail: `${provider} does not support this value.` };
  });
}

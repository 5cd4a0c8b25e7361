import * as v from 'valibot';
import { issueSentence } from '#shared/platform/core/issue-sentence.ts';
import { issue, issueCode } from '#shared/platform/core/issue.ts';
import type { ProviderName } from './account.ts';
import type { PostVersion } from './post.ts';

const LANGUAGE = issue('options_invalid', 'Use a language code of 2 or 3 lower-case letters, such as "en".');
const LANGUAGE_TAG = issue('options_invalid', 'Use a language tag such as "en" or "pt-BR".');

/**
 * Options of a version for Mastodon. Known options are validated strictly, because a misspelt visibility must not publish to
 * everyone. Unknown options are ignored (docs/specification.md#post-options).
 */
export const mastodonOptions = v.object({
  visibility: v.nullish(v.picklist(['public', 'unlisted', 'private', 'direct'])),
  spoiler_text: v.nullish(v.string()),
  sensitive: v.nullish(v.boolean()),
  language: v.nullish(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/u, LANGUAGE))),
});

/** Options of a version for Bluesky. Unknown options are ignored. */
export const blueskyOptions = v.object({
  langs: v.nullish(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$/u, LANGUAGE_TAG))),
      v.maxLength(3),
    ),
  ),
});

/**
 * Failures that `options.sandbox.fail` simulates. `once`: the first attempt has an unknown outcome and the next one succeeds.
 * `always`: every attempt fails and is retried. `refused` and `unauthorised`: the account fails immediately.
 */
export const SIMULATED_FAILURES = ['once', 'always', 'refused', 'unauthorised'] as const;

/** Options of a version for the sandbox. */
export const sandboxOptions = v.object({ fail: v.optional(v.picklist(SIMULATED_FAILURES)) });

const OPTIONS = {
  mastodon: mastodonOptions,
  bluesky: blueskyOptions,
  sandbox: sandboxOptions,
} as const satisfies Record<ProviderName, v.GenericSchema>;

/** An option whose value the network does not support; `at` is the rest of its JSON pointer. */
export type OptionFault = { readonly at: string; readonly detail: string };

/** Validates the options of a version before publishing, so that invalid values are reported when the post is scheduled. */
export function optionFaults(
  provider: ProviderName,
  { options }: Pick<PostVersion, 'options'>,
): OptionFault[] {
  const parsed = v.safeParse(OPTIONS[provider], options[provider] ?? {});
  return (parsed.issues ?? []).map((found) => {
    const path = (v.getDotPath(found) ?? '').split('.').join('/');
    const sentence = issueCode(found) === undefined ? issueSentence(found) : found.message;
    return {
      at: `${provider}/${path}`,
      detail:
        sentence ??
        `${provider} does not support this value. Use a supported value, or leave the option out.`,
    };
  });
}

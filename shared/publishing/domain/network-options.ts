import * as v from 'valibot';
import { issueSentence } from '#shared/platform/core/issue-sentence.ts';
import { issue, issueCode } from '#shared/platform/core/issue.ts';
import { hasLineBreak, isVisible, textLength } from '#shared/platform/core/text.ts';
import { webUrlProblem } from '#shared/platform/core/web-url.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { ProviderName } from './account.ts';
import type { PostVersion } from './post.ts';

const LANGUAGE = issue(
  publishingErrors.options_invalid,
  'Use a language code of 2 or 3 lower-case letters, such as "en", or one with a region or script, such as "zh-TW".',
);
const LANGUAGE_TAG = issue(publishingErrors.options_invalid, 'Use a language tag such as "en" or "pt-BR".');

/**
 * The forms of the languages that Mastodon lists: `en`, `tok`, `zh-TW`, `zh-YUE`, `sr-Latn`. Mastodon takes the language of a region that
 * it does not list. Letter case counts there: it does not know `zh-tw`.
 */
const MASTODON_LANGUAGE = /^[a-z]{2,3}(?:-(?:[A-Z]{2,3}|[A-Z][a-z]{3}))?$/u;

/**
 * Options of a version for Mastodon. Known options are validated strictly, because a misspelt visibility must not publish to
 * everyone. Unknown options are ignored (docs/specification/publishing.md#post-options).
 */
export const mastodonOptions = v.object({
  visibility: v.nullish(v.picklist(['public', 'unlisted', 'private', 'direct'])),
  spoiler_text: v.nullish(v.string()),
  sensitive: v.nullish(v.boolean()),
  language: v.nullish(v.pipe(v.string(), v.regex(MASTODON_LANGUAGE, LANGUAGE))),
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

/** Failures of removing the post from the sandbox that `options.sandbox.fail_removal` simulates, with the same meaning. */
export const SIMULATED_REMOVAL_FAILURES = ['always', 'refused', 'unauthorised'] as const;

/** Options of a version for LinkedIn. Unknown options are ignored. */
export const linkedinOptions = v.object({
  visibility: v.nullish(v.picklist(['public', 'connections'])),
});

/** Options of a version for the sandbox. */
export const sandboxOptions = v.object({
  fail: v.optional(v.picklist(SIMULATED_FAILURES)),
  fail_removal: v.optional(v.picklist(SIMULATED_REMOVAL_FAILURES)),
});

/** The highest numbers of categories and tags are ours: WordPress has none. */
const MAX_TERMS = 50;
const MAX_WORDPRESS_TITLE = 255;
const MAX_EXCERPT = 2000;
const FORMATS = [
  'standard',
  'aside',
  'audio',
  'chat',
  'gallery',
  'image',
  'link',
  'quote',
  'status',
  'video',
] as const;

const termIds = v.pipe(
  v.array(
    v.pipe(
      v.number(),
      v.integer(issue(publishingErrors.options_invalid, 'Use IDs of WordPress, which are whole numbers.')),
      v.minValue(
        1,
        issue(publishingErrors.options_invalid, 'Use IDs of WordPress, which are positive numbers.'),
      ),
    ),
  ),
  v.maxLength(MAX_TERMS, issue(publishingErrors.options_invalid, `Use at most ${MAX_TERMS} IDs.`)),
);

/**
 * Options of a version for WordPress. `status` is strict, because a misspelt `private` must not publish to everyone. Unknown
 * options are ignored.
 */
export const wordpressOptions = v.object({
  title: v.nullish(optionLine(MAX_WORDPRESS_TITLE)),
  excerpt: v.nullish(
    v.pipe(
      v.string(),
      v.maxLength(
        MAX_EXCERPT,
        issue(publishingErrors.options_invalid, `Use at most ${MAX_EXCERPT} characters.`),
      ),
    ),
  ),
  categories: v.nullish(termIds),
  tags: v.nullish(termIds),
  format: v.nullish(v.picklist(FORMATS)),
  status: v.nullish(v.picklist(['publish', 'private'])),
});

/** Maximum length of a title of dev.to. */
export const MAX_DEVTO_TITLE = 128;
const MAX_DEVTO_TAGS = 4;
const DEVTO_TAG = issue(
  publishingErrors.options_invalid,
  'Use tags of at most 30 lower-case letters and digits, such as "webdev".',
);

/** Options of a version for dev.to. Unknown options are ignored. */
export const devtoOptions = v.object({
  title: v.nullish(optionLine(MAX_DEVTO_TITLE)),
  tags: v.nullish(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[a-z0-9]{1,30}$/u, DEVTO_TAG))),
      v.maxLength(
        MAX_DEVTO_TAGS,
        issue(publishingErrors.options_invalid, `Use at most ${MAX_DEVTO_TAGS} tags.`),
      ),
    ),
  ),
  series: v.nullish(optionLine(255)),
  canonical_url: v.nullish(
    v.pipe(
      v.string(),
      v.check(
        (text) => webUrlProblem(text) === undefined,
        issue(publishingErrors.options_invalid, 'Use an absolute http or https URL.'),
      ),
    ),
  ),
  description: v.nullish(optionLine(255)),
  organization_id: v.nullish(
    v.pipe(
      v.number(),
      v.integer(issue(publishingErrors.options_invalid, 'Use the ID of an organization, a whole number.')),
      v.minValue(
        1,
        issue(publishingErrors.options_invalid, 'Use the ID of an organization, a positive number.'),
      ),
    ),
  ),
});

/** Options of a version for Discord. A text notifies nobody unless `allowed_mentions` allows it. Unknown options are ignored. */
export const discordOptions = v.object({
  allowed_mentions: v.nullish(v.pipe(v.array(v.picklist(['everyone', 'roles', 'users'])), v.maxLength(3))),
  suppress_embeds: v.nullish(v.boolean()),
  suppress_notifications: v.nullish(v.boolean()),
});

/**
 * Options of a version for Telegram. There is no `parse_mode`: a single unbalanced character would make Telegram reject the
 * post, and its limits count the text after parsing. Unknown options are ignored.
 */
export const telegramOptions = v.object({
  disable_notification: v.nullish(v.boolean()),
  protect_content: v.nullish(v.boolean()),
  link_preview: v.nullish(v.boolean()),
});

const OPTIONS = {
  mastodon: mastodonOptions,
  bluesky: blueskyOptions,
  sandbox: sandboxOptions,
  wordpress: wordpressOptions,
  devto: devtoOptions,
  discord: discordOptions,
  telegram: telegramOptions,
  linkedin: linkedinOptions,
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

/** One line of text that is not empty. */
function optionLine(max: number) {
  return v.pipe(
    v.string(),
    v.check(
      (text) => isVisible(text) && !hasLineBreak(text) && textLength(text, 'code-points') <= max,
      issue(publishingErrors.options_invalid, `Use one line of 1 to ${max} characters.`),
    ),
  );
}

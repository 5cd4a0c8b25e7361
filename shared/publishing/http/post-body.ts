import * as v from 'valibot';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { anyObject, jsonObject } from '#shared/platform/core/json-object.ts';
import { textLength } from '#shared/platform/core/text.ts';
import { webUrlProblem } from '#shared/platform/core/web-url.ts';
import { localDate, localTime } from '#shared/platform/http/local-time-field.ts';
import { multiLineUpTo } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { optionProblem, POST_LIMITS, versionIssues } from '#shared/publishing/domain/post-rules.ts';
import type { PostBody } from '#shared/publishing/domain/post.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { oneTime, timezoneField } from './time-fields.ts';

const accounts = v.optional(
  withDescription(
    v.pipe(boundedList(integer(1), POST_LIMITS.accounts), v.maxLength(POST_LIMITS.accounts)),
    'IDs of the accounts to publish to; none by default',
  ),
);

/** An absolute http or https URL, or an empty string for none (docs/specification/publishing.md#urls-in-posts). */
const link = v.pipe(
  v.string(),
  v.trim(),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed && dataset.value !== '' ? webUrlProblem(dataset.value) : undefined;
    if (problem !== undefined) addIssue({ message: issue('invalid_url', problem) });
  }),
  v.metadata({ pattern: '^(|[Hh][Tt][Tt][Pp][Ss]?://.+)$', maxLength: 2048 }),
);

/** Options by provider. Each is an object; its fields are not checked here (docs/specification/publishing.md#post-options). */
const options = v.pipe(
  anyObject,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, value] of Object.entries(dataset.value)) {
      if (v.is(anyObject, value)) continue;
      addIssue({
        message: issue('invalid_type', 'Use an object with the options of each social network.'),
        path: at(key),
      });
    }
    const problem = optionProblem(dataset.value);
    if (problem !== undefined) addIssue({ message: problem });
  }),
  v.metadata({
    additionalProperties: { type: 'object', additionalProperties: true },
    description:
      'Options by social network. `mastodon`: `visibility` (`public`, `unlisted`, `private` or `direct`), ' +
      '`spoiler_text` (a string), `sensitive` (a boolean) and `language` (such as `en`). `bluesky`: `langs` ' +
      '(at most 3 language tags, such as `["en", "pt-BR"]`). `discord`: `allowed_mentions` (an array of `everyone`, `roles` and ' +
      '`users`), `suppress_embeds` and `suppress_notifications` (booleans). `telegram`: `disable_notification`, ' +
      '`protect_content` and `link_preview` (booleans). `linkedin`: `visibility` (`public` or ' +
      '`connections`). `wordpress`: `title`, `excerpt`, `categories` and ' +
      '`tags` (IDs), `format` (such as `aside`) and `status` (`publish` or `private`). `devto`: `title`, `tags` ' +
      '(at most 4), `series`, `canonical_url`, `description` and `organization_id`. `sandbox`: `fail`, a failure of publishing to ' +
      'simulate (`once`, `always`, `refused` or `unauthorised`), and `fail_removal`, a failure of the removal to simulate ' +
      `(\`always\`, \`refused\` or \`unauthorised\`). Unknown options are ignored. Stored as sent: at most ${POST_LIMITS.options} bytes`,
  }),
);

const contentItem = withTitle(
  'PostContentBody',
  jsonObject({
    body: v.optional(
      v.nullable(
        withDescription(multiLineUpTo(POST_LIMITS.body), 'The text; each social network has its own limit'),
      ),
    ),
    url: v.optional(v.nullable(withDescription(link, 'A link; null or empty for none'))),
    media: v.optional(
      withDescription(
        v.pipe(boundedList(integer(1), POST_LIMITS.media), v.maxLength(POST_LIMITS.media)),
        'IDs of files in the media library, in this order',
      ),
    ),
  }),
);

const version = withTitle(
  'PostVersionBody',
  jsonObject({
    account_id: withDescription(
      integer(0),
      '0 for the original version; otherwise the ID of an account that is also in `accounts`',
    ),
    is_original: withDescription(v.boolean(), 'True for the first version, false for all others'),
    content: withDescription(
      v.pipe(boundedList(contentItem, POST_LIMITS.content), v.minLength(1), v.maxLength(POST_LIMITS.content)),
      'One item for each post of a thread; most posts have one',
    ),
    options: v.optional(options),
  }),
);

const versions = withDescription(
  v.pipe(boundedList(version, POST_LIMITS.versions), v.minLength(1), v.maxLength(POST_LIMITS.versions)),
  'The original version, then the versions for specific accounts',
);

const FIELDS = {
  accounts,
  tags: v.optional(
    withDescription(
      v.pipe(boundedList(integer(1), POST_LIMITS.tags), v.maxLength(POST_LIMITS.tags)),
      'IDs of tags; none by default',
    ),
  ),
  date: v.optional(
    v.nullable(
      withDescription(localDate, 'Day in the time zone of the workspace, `YYYY-MM-DD`; null for none'),
    ),
  ),
  time: v.optional(
    v.nullable(
      withDescription(localTime, 'Time of the day in the time zone of the workspace, `HH:mm`; null for none'),
    ),
  ),
  versions,
};

/** The body of `updatePost` and `previewPost` (docs/specification/publishing.md#updating-a-post, docs/specification/publishing.md#versions). */
export const postBody = v.pipe(
  jsonObject(FIELDS),
  v.rawCheck(({ dataset, addIssue }) => {
    for (const problem of versionProblems(dataset.value)) addIssue(problem);
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    // Only if all values are valid so far: `JSON.stringify` fails for options that are nested too deep.
    const message = dataset.typed && !dataset.issues ? sizeProblem(dataset.value.versions) : undefined;
    if (message) addIssue({ message, path: at('versions') });
  }),
);

/** The body of `createPost`: a post, and whether it is scheduled at once (docs/specification/publishing.md#scheduling-on-creation). */
export const newPostBody = v.pipe(
  jsonObject({
    ...FIELDS,
    timezone: timezoneField,
    schedule: v.optional(
      withDescription(v.boolean(), '`true` schedules the post for its date and time. Requires both'),
      false,
    ),
    schedule_now: v.optional(
      withDescription(v.boolean(), '`true` publishes the post now, regardless of its date and time'),
      false,
    ),
    queue: v.optional(
      withDescription(v.boolean(), '`true` schedules the post for the next free slot of the posting queue'),
      false,
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    for (const problem of versionProblems(dataset.value)) addIssue(problem);
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    // Only if all values are valid so far: `JSON.stringify` fails for options that are nested too deep.
    const message = dataset.typed && !dataset.issues ? sizeProblem(dataset.value.versions) : undefined;
    if (message) addIssue({ message, path: at('versions') });
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { schedule, schedule_now: now, queue } = dataset.value;
    const [, second] = [
      ...(schedule ? ['schedule'] : []),
      ...(now ? ['schedule_now'] : []),
      ...(queue ? ['queue'] : []),
    ];
    if (second !== undefined)
      addIssue({ message: oneTime('schedule, schedule_now and queue'), path: at(second) });
  }),
);

const VERSION_ERRORS = {
  duplicate_version_account: publishingErrors.duplicate_version_account,
  version_account_not_listed: publishingErrors.version_account_not_listed,
  original_version_invalid: publishingErrors.original_version_invalid,
};

function versionProblems(body: unknown) {
  const ruled = toRuled(body);
  const issues = ruled === undefined ? [] : versionIssues(ruled.versions, ruled.accounts);
  return issues.map(({ path, code, detail }) => ({
    message: issue(VERSION_ERRORS[code], detail),
    path: at(...path),
  }));
}

function sizeProblem(sent: v.InferOutput<typeof versions>) {
  const files = sent.flatMap(({ content }) => content.flatMap(({ media = [] }) => media));
  if (new Set(files).size > POST_LIMITS.files) return TOO_MANY_FILES;
  return textLength(JSON.stringify(sent), 'utf-8') > POST_LIMITS.versionsBytes ? TOO_LARGE : undefined;
}

/**
 * The fields that the rules of versions depend on, from the body as sent: they are checked even if other fields are invalid.
 * Undefined if one of them is invalid itself, or if a list is too long.
 */
function toRuled(body: unknown) {
  const { accounts: listed = [], versions: all } = membersOf(body);
  if (!Array.isArray(listed) || !Array.isArray(all)) return undefined;
  if (listed.length > POST_LIMITS.accounts || all.length > POST_LIMITS.versions) return undefined;
  const sent = all.map(membersOf).map(({ account_id: accountId, is_original: isOriginal }) => ({
    accountId,
    isOriginal,
  }));
  if (!listed.every(isNumber) || !sent.every(isRuled)) return undefined;
  return { accounts: listed, versions: sent };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isRuled(sent: {
  readonly accountId: unknown;
  readonly isOriginal: unknown;
}): sent is { readonly accountId: number; readonly isOriginal: boolean } {
  return isNumber(sent.accountId) && sent.accountId >= 0 && typeof sent.isOriginal === 'boolean';
}

const TOO_MANY_FILES = issue(
  'too_many_items',
  `Use at most ${POST_LIMITS.files} different media files in all versions together.`,
);

const TOO_LARGE = issue(
  'too_long',
  `Use at most ${POST_LIMITS.versionsBytes} bytes for all versions together.`,
);

export type SentPost = v.InferOutput<typeof postBody>;

/** Fields that exist only in responses. */
export const POST_READ_ONLY_FIELDS = [
  'id',
  'uuid',
  'revision',
  'publishing',
  'schedule_complete',
  'published_at',
  'publications',
  'approval',
  'queued',
  'warnings',
  'warnings_total',
  'created_at',
  'updated_at',
];

/** Fields of a new post that other operations or fields determine (docs/specification.md#fields-of-other-operations). */
export const NEW_POST_FIELDS_OWNED_BY = {
  status: 'schedulePost',
  status_name: 'schedulePost',
  scheduled_at: {
    use: 'updatePost',
    detail: 'The platform computes the field from date and time. Send date and time instead.',
  },
  trashed: {
    use: 'restorePost',
    detail: 'This operation does not set the field. Use deletePost with trash, or restorePost.',
  },
};

/** The same for a stored post, whose date and time are always in the time zone of the workspace. */
export const POST_FIELDS_OWNED_BY = { ...NEW_POST_FIELDS_OWNED_BY, timezone: 'updateWorkspace' };

/**
 * Converts a body to a post, with the date and time as sent. Omitted fields are empty, repeated ids count once
 * (docs/specification/publishing.md#updating-a-post).
 */
export function toPostBody(sent: SentPost): PostBody {
  return {
    accounts: [...new Set(sent.accounts)],
    tags: [...new Set(sent.tags)],
    date: sent.date ?? null,
    time: sent.time ?? null,
    versions: sent.versions.map((each) => ({
      accountId: each.account_id,
      isOriginal: each.is_original,
      content: each.content.map(({ body = null, url, media = [] }) => ({
        body,
        url: url === '' || url === undefined ? null : url,
        media,
      })),
      options: toOptions(each.options ?? {}),
    })),
  };
}

/** Copies entry by entry, because an assignment would lose a field with the name `__proto__`. */
function toOptions(sent: Record<string, unknown>): PostBody['versions'][number]['options'] {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([provider, value]) => (v.is(anyObject, value) ? [[provider, value]] : [])),
  );
}

function integer(least: number) {
  return v.pipe(
    v.number(),
    v.integer(issue('invalid_type', 'Use a whole number.')),
    v.minValue(least, issue('out_of_range', `Use a number of at least ${least}.`)),
    v.maxValue(
      Number.MAX_SAFE_INTEGER,
      issue('out_of_range', `Use a number of at most ${Number.MAX_SAFE_INTEGER}.`),
    ),
  );
}

/** The path of an issue, relative to the schema that reports it. */
function at(...[first, ...rest]: [string | number, ...(string | number)[]]): IssuePath {
  return [toItem(first), ...rest.map(toItem)];
}

type IssuePath = [v.UnknownPathItem, ...v.UnknownPathItem[]];

function toItem(key: string | number): v.UnknownPathItem {
  return { type: 'unknown', origin: 'value', input: undefined, key, value: undefined };
}

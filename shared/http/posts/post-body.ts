import * as v from 'valibot';
import { anyObject, jsonObject } from '#shared/domain/json-object.ts';
import { webUrlProblem } from '#shared/domain/pages/web-url.ts';
import { isLocalDate, isLocalTime } from '#shared/domain/posts/local-time.ts';
import { optionProblem, utf8Length } from '#shared/domain/posts/option-problem.ts';
import { POST_LIMITS } from '#shared/domain/posts/post-limits.ts';
import type { PostBody } from '#shared/domain/posts/post.ts';
import { versionFindings } from '#shared/domain/posts/version-rules.ts';
import { named } from '#shared/http/named-schema.ts';
import { multiLine } from '#shared/http/text-field.ts';

const accounts = v.optional(v.pipe(v.array(integer(1)), v.maxLength(POST_LIMITS.accounts)));

/** A text that is no date says so, as one of a form that no date has: both are fixed in the same way (G40). */
export const localDate = v.pipe(
  v.string(),
  v.check(isLocalDate, 'invalid_date: Use YYYY-MM-DD, a day that exists, from 1970 to 2100.'),
  v.metadata({ format: 'date' }),
);

const localTime = v.pipe(
  v.string(),
  v.check(isLocalTime, 'invalid_time: Use HH:mm, 00:00 to 23:59.'),
  v.metadata({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
);

/** An absolute http or https URL, or an empty text for none (G39). */
const link = v.pipe(
  v.string(),
  v.trim(),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed && dataset.value !== '' ? webUrlProblem(dataset.value) : undefined;
    if (problem !== undefined) addIssue({ message: `invalid_url: ${problem}` });
  }),
  v.metadata({ pattern: '^(|[Hh][Tt][Tt][Pp][Ss]?://.+)$', maxLength: 2048 }),
);

/** Options by provider: whatever providers and members, each provider's an object (G38). */
const options = v.pipe(
  anyObject,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, value] of Object.entries(dataset.value)) {
      if (v.is(anyObject, value)) continue;
      addIssue({ message: 'invalid_type: Use an object of options for each network.', path: at(key) });
    }
    const problem = optionProblem(dataset.value);
    if (problem !== undefined) addIssue({ message: problem });
  }),
  v.metadata({
    additionalProperties: { type: 'object', additionalProperties: true },
    description: `Options by network, stored as sent: at most ${POST_LIMITS.options} bytes`,
  }),
);

const contentItem = named(
  'PostContentBody',
  jsonObject({
    body: v.optional(v.nullable(multiLine(0, POST_LIMITS.body))),
    url: v.optional(v.nullable(link)),
    media: v.optional(v.pipe(v.array(integer(1)), v.maxLength(POST_LIMITS.media))),
  }),
);

const version = named(
  'PostVersionBody',
  jsonObject({
    account_id: integer(0),
    is_original: v.boolean(),
    content: v.pipe(v.array(contentItem), v.minLength(1), v.maxLength(POST_LIMITS.content)),
    options: v.optional(options),
  }),
);

const versions = v.pipe(v.array(version), v.minLength(1), v.maxLength(POST_LIMITS.versions));

/** What the rules of versions need to be right; anything else about the body may be wrong beside it. */
const ruled = v.object({
  accounts: v.optional(v.array(v.number()), []),
  versions: v.array(v.object({ account_id: v.pipe(v.number(), v.minValue(0)), is_original: v.boolean() })),
});

/** The body of an update, and of a create (specification, Post; G24, G30–G32, G37–G40). */
export const postBody = v.pipe(
  jsonObject({
    accounts,
    tags: v.optional(v.pipe(v.array(integer(1)), v.maxLength(POST_LIMITS.tags))),
    date: v.optional(v.nullable(localDate)),
    time: v.optional(v.nullable(localTime)),
    versions,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    const { output, success } = v.safeParse(ruled, dataset.value);
    if (!success) return;
    const sent = output.versions.map((each) => ({
      accountId: each.account_id,
      isOriginal: each.is_original,
    }));
    for (const { path, code, detail } of versionFindings(sent, output.accounts)) {
      addIssue({ message: `${code}: ${detail}`, path: at(...path) });
    }
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    // Only of what is right so far: options that nest too deep could not be written out.
    if (!dataset.typed || dataset.issues) return;
    const { versions: sent } = dataset.value;
    if (utf8Length(JSON.stringify(sent)) <= POST_LIMITS.versionsBytes) return;
    addIssue({ message: TOO_LARGE, path: at('versions') });
  }),
);

const TOO_LARGE = `too_long: All versions together have at most ${POST_LIMITS.versionsBytes} bytes.`;

export type SentPost = v.InferOutput<typeof postBody>;

/** Members that only answers have. */
export const POST_READ_ONLY_FIELDS = [
  'id',
  'status',
  'status_name',
  'publishing',
  'timezone',
  'scheduled_at',
  'schedule_complete',
  'published_at',
  'publications',
  'trashed',
  'warnings',
  'created_at',
  'updated_at',
];

/** What a body says about a post: what it leaves out is empty, and ids named twice count once (G24, G35). */
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

/** Copied by entry: assigning would lose a member called `__proto__`. */
function toOptions(sent: Record<string, unknown>): PostBody['versions'][number]['options'] {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([provider, value]) => (v.is(anyObject, value) ? [[provider, value]] : [])),
  );
}

function integer(least: number) {
  return v.pipe(
    v.number(),
    v.integer('invalid_type: Use a whole number.'),
    v.minValue(least, `out_of_range: Use a number from ${least}.`),
    v.maxValue(Number.MAX_SAFE_INTEGER, `out_of_range: Use a number to ${Number.MAX_SAFE_INTEGER}.`),
  );
}

/** The path of an issue, from the schema that raises it. */
function at(...[first, ...rest]: [string | number, ...(string | number)[]]): IssuePath {
  return [toItem(first), ...rest.map(toItem)];
}

type IssuePath = [v.UnknownPathItem, ...v.UnknownPathItem[]];

function toItem(key: string | number): v.UnknownPathItem {
  return { type: 'unknown', origin: 'value', input: undefined, key, value: undefined };
}

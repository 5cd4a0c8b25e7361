import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { issue, type IssueMessage } from '#shared/platform/core/issue.ts';
import { isRequestedText, textLength } from '#shared/platform/core/text.ts';
import type { PostBody, PostVersion } from './post.ts';

/** Technical limits of a post (docs/specification/publishing.md#post-limits). The limits of the networks are in `NETWORK_LIMITS`. */
export const POST_LIMITS = {
  accounts: 100,
  tags: 50,
  versions: 50,
  content: 25,
  media: 20,
  /** Different files in all versions together: each is read before the post is stored. */
  files: 200,
  /** Length of one text in code points. */
  body: 65_535,
  /** Size of the options of one version as JSON, in bytes of UTF-8. */
  options: 16 * 1024,
  /** Size of all versions as stored, in bytes. Stored numbers can be longer than sent ones, and an item has at most 400 KB. */
  versionsBytes: 300 * 1024,
  /** Nesting depth of objects and arrays in options. */
  optionsDepth: 32,
} as const;

/**
 * Returns the code and detail of the rule that the options of a version violate, or undefined if they can be stored. Iterates
 * instead of recursing: a body of 256 KiB can nest deeper than the call stack allows.
 */
export function optionProblem(options: object): IssueMessage | undefined {
  const rest: { readonly value: unknown; readonly depth: number }[] = [{ value: options, depth: 1 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, depth } = next;
    if (typeof value === 'number' && !Number.isFinite(value))
      return issue('out_of_range', 'A number in the options is too large. Use a number of at most 1.8e308.');
    if (typeof value === 'string' && !isRequestedText(value)) return UNCLEAN;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > POST_LIMITS.optionsDepth)
      return issue('out_of_range', `Nest options at most ${POST_LIMITS.optionsDepth} levels deep.`);
    if (!Array.isArray(value) && !Object.keys(value).every(isRequestedText)) return UNCLEAN;
    for (const inner of Object.values(value)) rest.push({ value: inner, depth: depth + 1 });
  }
  const bytes = textLength(JSON.stringify(options), 'utf-8');
  return bytes > POST_LIMITS.options
    ? issue('too_long', `Send at most ${POST_LIMITS.options} bytes of options for each version.`)
    : undefined;
}

const UNCLEAN = issue(
  'invalid_characters',
  'Remove control characters and unpaired surrogates from the strings in the options.',
);

/** A violated rule with the path of the element in the body. */
export type VersionIssue = {
  readonly path: readonly [list: 'versions', index: number, member: 'account_id' | 'is_original'];
  readonly code: Extract<
    ErrorCode,
    'original_version_invalid' | 'version_account_not_listed' | 'duplicate_version_account'
  >;
  readonly detail: string;
};

/** The fields of a version that the rules check. */
type Ruled = Pick<PostVersion, 'accountId' | 'isOriginal'>;

/**
 * Checks the versions against each other and against `accounts` (docs/specification/publishing.md#versions): the first version is the
 * original, for account 0; every other version is for an account of the list, and no account has two.
 */
export function versionIssues(versions: readonly Ruled[], accounts: PostBody['accounts']): VersionIssue[] {
  const listed = new Set(accounts);
  const seen = new Set<number>();
  return versions.flatMap((version, index) => {
    const issues =
      index === 0 ? firstVersionIssues(version) : laterVersionIssues(version, index, listed, seen);
    seen.add(version.accountId);
    return issues;
  });
}

function firstVersionIssues({ accountId, isOriginal }: Ruled): VersionIssue[] {
  return [
    ...(isOriginal
      ? []
      : [
          original(
            0,
            'is_original',
            'The first version must be the original. Send is_original: true for it.',
          ),
        ]),
    ...(accountId === 0
      ? []
      : [
          original(
            0,
            'account_id',
            'The original version must have account_id 0. Send account_id: 0 for it.',
          ),
        ]),
  ];
}

function laterVersionIssues(
  { accountId, isOriginal }: Ruled,
  index: number,
  listed: ReadonlySet<number>,
  seen: ReadonlySet<number>,
): VersionIssue[] {
  const path = ['versions', index, 'account_id'] as const;
  const flag = isOriginal
    ? [
        original(
          index,
          'is_original',
          'Only the first version can be the original. Send is_original: false for this version.',
        ),
      ]
    : [];
  if (accountId === 0)
    return [
      ...flag,
      original(
        index,
        'account_id',
        'Only the original version can have account_id 0. Send the ID of an account for this version.',
      ),
    ];
  if (seen.has(accountId)) {
    const detail = `An earlier version is for the same account, ${accountId}. Remove one of the two versions.`;
    return [...flag, { path, code: 'duplicate_version_account', detail }];
  }
  if (listed.has(accountId)) return flag;
  const detail = `Account ${accountId} is not in accounts. Add it there, or remove this version.`;
  return [...flag, { path, code: 'version_account_not_listed', detail }];
}

function original(index: number, member: 'account_id' | 'is_original', detail: string): VersionIssue {
  return { path: ['versions', index, member], code: 'original_version_invalid', detail };
}

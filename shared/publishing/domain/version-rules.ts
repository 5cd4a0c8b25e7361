import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { PostBody, PostVersion } from './post.ts';

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
 * Checks the versions against each other and against `accounts` (docs/specification.md#versions): the first is the original,
 * for account 0; every other is for one account of the list, which has no second version.
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
    ...(isOriginal ? [] : [original(0, 'is_original', 'The first version must be the original.')]),
    ...(accountId === 0 ? [] : [original(0, 'account_id', 'The original version must have account_id 0.')]),
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
    ? [original(index, 'is_original', 'Only the first version can be the original.')]
    : [];
  if (accountId === 0)
    return [...flag, original(index, 'account_id', 'Only the original version can have account_id 0.')];
  if (seen.has(accountId)) {
    const detail = `An earlier version is for the same account, ${accountId}.`;
    return [...flag, { path, code: 'duplicate_version_account', detail }];
  }
  if (listed.has(accountId)) return flag;
  const detail = `Account ${accountId} is not in accounts.`;
  return [...flag, { path, code: 'version_account_not_listed', detail }];
}

function original(index: number, member: 'account_id' | 'is_original', detail: string): VersionIssue {
  return { path: ['versions', index, member], code: 'original_version_invalid', detail };
}

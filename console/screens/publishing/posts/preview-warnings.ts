import type { PostBody, PostPreview } from '#console/screens/publishing/post-reads.ts';

type Warning = PostPreview['warnings'][number];
type Previewed = Pick<PostPreview['accounts'][number], 'account_id' | 'provider' | 'version'>;

const TIME_CODES = ['schedule_incomplete', 'schedule_in_past'];

/** Whether a warning is about one account: about its connection, or about a limit of its network that its version exceeds. */
export function isAbout(
  account: Previewed,
  { pointer, provider }: Warning,
  { accounts = [] }: Pick<PostBody, 'accounts'>,
): boolean {
  const [, list, index = ''] = pointer.split('/');
  if (list === 'accounts' && index !== '') return accounts[Number(index)] === account.account_id;
  return list === 'versions' && provider === account.provider && Number(index) === account.version;
}

/** The warnings about no single account. Without `checksTime`, something else than the fields of the post decides about its time. */
export function generalWarnings(
  { warnings, accounts }: Pick<PostPreview, 'warnings' | 'accounts'>,
  body: Pick<PostBody, 'accounts'>,
  checksTime: boolean,
): readonly Warning[] {
  return warnings.filter(
    (warning) =>
      !accounts.some((account) => isAbout(account, warning, body)) &&
      (checksTime || !TIME_CODES.includes(warning.code)),
  );
}

import type { Post, Publication } from '#console/screens/publishing/post-reads.ts';

/** The latest results of a failed post that are failures, one for each account that the post still has. */
export function failedPublications({
  status_name: status,
  publishing,
  trashed,
  accounts,
  publications,
}: Pick<
  Post,
  'status_name' | 'publishing' | 'trashed' | 'accounts' | 'publications'
>): readonly Publication[] {
  if (status !== 'failed' || publishing || trashed) return [];
  // Newest run first.
  return accounts
    .map((account) => publications.find(({ account_id: id }) => id === account))
    .filter((latest) => latest !== undefined)
    .filter(({ state }) => state === 'failed');
}

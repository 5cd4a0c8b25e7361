import type { PostBody, PostPreview } from '#console/screens/publishing/post-reads.ts';

type Warning = PostPreview['warnings'][number];

/** A warning in the words of the screen: the API names its own operations and the numbers of accounts. */
export function warningText(
  { pointer, code, detail }: Warning,
  { accounts = [], versions }: Pick<PostBody, 'accounts' | 'versions'>,
  nameOf: (account: number) => string,
): string {
  const index = Number(/\d+$/u.exec(pointer ?? '')?.[0] ?? 0);
  switch (code) {
    case 'schedule_incomplete':
      return 'Choose a day and a time.';
    case 'schedule_in_past':
      return 'The day and time are in the past. Choose a later time, or publish the post now.';
    case 'accounts_required':
      return 'Choose at least one account.';
    case 'account_not_connected':
      return `${nameOf(accounts[index] ?? 0)} is not connected. Open “Accounts” to connect the account, or leave it out.`;
    case 'content_empty': {
      const version = Number(/versions\/(\d+)/u.exec(pointer ?? '')?.[1] ?? 0);
      const isThread = (versions[version]?.content.length ?? 0) > 1;
      return `${isThread ? `Post ${index + 1} of the thread` : 'The post'} is empty. Add a text, a link or a file.`;
    }
    case 'media_not_found':
      return 'A file of the post no longer exists. Remove the file from the post.';
    default:
      return detail;
  }
}

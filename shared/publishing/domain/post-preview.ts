import type { Account } from './account.ts';
import { articleFor } from './article-text.ts';
import { countedCharacters, type LimitedAccount } from './network-limits.ts';
import { outgoingText, withLink } from './outgoing-text.ts';
import type { PostBody } from './post.ts';
import { markdownTitle } from './texts/markdown-title.ts';
import { versionFor } from './version-for.ts';

/** One post of a thread as a network will get it. */
export type PreviewedItem = {
  /** The title of an article; null on networks without articles. */
  readonly title: string | null;
  /** Without the title. */
  readonly text: string;
  /** The length as the network counts it, and its maximum; null without a limit. */
  readonly characters: number;
  readonly limit: number | null;
  readonly media: readonly number[];
};

/** The preview of a post on one account: the version and the posts of the thread that the network will get. */
export type AccountPreview = {
  readonly accountId: number;
  readonly provider: Account['provider'];
  /** The index of the version that the account gets. */
  readonly version: number;
  readonly items: readonly PreviewedItem[];
};

/** The previews of a post, in the order of its accounts. Accounts that are not in `accounts` are left out. */
export function previewPost(
  post: Pick<PostBody, 'accounts' | 'versions'>,
  accounts: readonly LimitedAccount[],
): AccountPreview[] {
  const known = new Map(accounts.map((account) => [account.id, account]));
  return post.accounts.flatMap((accountId) => {
    const account = known.get(accountId);
    const found = versionFor(post, accountId);
    if (account === undefined || found === undefined) return [];
    const { provider, facts = null } = account;
    const { version, index } = found;
    const items = version.content.map((item) => {
      const article = articleFor(provider, item, version.options, markdownTitle);
      return {
        title: article?.title ?? null,
        text: article ? withLink(article.text, item.url) : outgoingText(item),
        ...countedCharacters(provider, item, version.options, facts),
        media: item.media,
      };
    });
    return [{ accountId, provider, version: index, items }];
  });
}

import type { Account } from '#shared/publishing/domain/account.ts';
import type { Post, Publication, SameAccount } from '#shared/publishing/domain/post.ts';
import { isSameAccount } from './account-identity.ts';

/**
 * The post with its run, in which each account of the network publishes once (docs/specification/publishing.md#account-identity). Of accounts
 * that are the same, the first connected one publishes, unless one of them has the post. An account that a retry left out joins the
 * run if it is the same as an account of the run, so that its failure ends with the other one. `accounts` are the stored accounts of the post.
 */
export function withSameAccounts(post: Post, accounts: readonly Account[]): Post {
  const { run } = post;
  if (run === null) return post;
  const stored = new Map(accounts.map((account) => [account.id, account]));
  const isSame = (id: number) => (other: number) => {
    const [one, two] = [stored.get(id), stored.get(other)];
    return id !== other && one !== undefined && two !== undefined && isSameAccount(one, two);
  };

  const joined = post.heldAccounts.filter((id) => run.accounts.some(isSame(id)));
  const heldAccounts = post.heldAccounts.filter((id) => !joined.includes(id));
  const ids = [...run.accounts, ...joined];
  const having = post.accounts.filter((id) => !ids.includes(id) && !heldAccounts.includes(id));
  const isConnected = (id: number) => (stored.get(id)?.status === 'connected' ? 1 : 0);
  const order = ids.toSorted((one, two) => isConnected(two) - isConnected(one));
  const same = order.flatMap((accountId, index): SameAccount[] => {
    const as = [...having, ...order.slice(0, index)].find(isSame(accountId));
    return as === undefined ? [] : [{ accountId, as }];
  });
  if (same.length === 0) return post;
  return { ...post, heldAccounts, run: { ...run, accounts: ids, pending: ids, same } };
}

/** The publication to an account that publishes nothing, because `as` is the same account of the network. */
export function skipped(publication: Publication, { as }: SameAccount, now: Date): Publication {
  const detail =
    `Account ${as} of the post is the same account of the social network. The post is published there once, by account ${as}. ` +
    'Disconnect one of the two accounts.';
  return {
    ...publication,
    state: 'skipped',
    nextAttemptAt: null,
    error: { code: 'same_account', detail },
    finishedAt: now,
  };
}

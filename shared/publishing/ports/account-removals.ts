import type { Change } from '#shared/platform/core/change.ts';
import type { AccountRemoval } from '#shared/publishing/domain/account-removal.ts';

/** Background jobs of disconnected accounts. They are created in the transaction that removes the account. */
export type AccountRemovals = {
  /** Finds a removal by the UUID of the account; strongly consistent. */
  find(workspaceId: string, uuid: string): Promise<AccountRemoval | undefined>;
  /** Records progress. Returns false if another invocation recorded the same step first. */
  advance(before: AccountRemoval, after: AccountRemoval, change: Change): Promise<boolean>;
};

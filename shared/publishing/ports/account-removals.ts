import type { Change } from '#shared/platform/core/change.ts';
import type { AccountRemoval } from '#shared/publishing/domain/account-removal.ts';

/** What is left to do about disconnected accounts; begun in the transaction that removes the account (H2). */
export interface AccountRemovals {
  /** By the account's UUID; strongly consistent. */
  find(workspaceId: string, uuid: string): Promise<AccountRemoval | undefined>;
  /** Notes how far it has come, unless another run of the same step was first: then false. */
  advance(before: AccountRemoval, after: AccountRemoval, change: Change): Promise<boolean>;
}

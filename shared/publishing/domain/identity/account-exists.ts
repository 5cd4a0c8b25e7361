import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';

/** The error if a workspace connects an account of a network a second time. */
export function accountExists({
  id,
  uuid,
  provider,
}: Pick<Account, 'id' | 'uuid' | 'provider'>): PlatformError {
  return new PlatformError(
    publishingErrors.account_exists,
    `The workspace has connected this account on ${provider} as account ${id}. Send the credentials to that account with ` +
      'updateAccount, or disconnect it first.',
    { account_id: id, account: uuid },
  );
}

/** Whether another request has connected the same account first. */
export function isAccountExists(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'account_exists';
}

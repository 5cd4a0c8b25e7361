import { mentions } from '#shared/publishing/domain/texts/search-text.ts';
import type { Account } from './account.ts';

type AccountFilters = {
  /** Part of the name or the user name. */
  readonly keyword?: string | undefined;
  readonly providers?: readonly string[] | undefined;
};

/** The filter of a list of accounts; undefined for all accounts. */
export function accountFilter({
  keyword,
  providers,
}: AccountFilters): ((account: Account) => boolean) | undefined {
  const isNamed = mentions<Account>(keyword, ({ name, username }) => [name, username]);
  if (providers === undefined) return isNamed;
  return (account) => providers.includes(account.provider) && (isNamed?.(account) ?? true);
}

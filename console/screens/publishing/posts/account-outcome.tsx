import type { ComponentChildren } from 'preact';
import { RowTime } from '#console/parts/facts.tsx';
import { State } from '#console/parts/state.tsx';
import { providerName } from '#console/screens/publishing/accounts/providers.ts';
import type { Account, Publication } from '#console/screens/publishing/post-reads.ts';

type Outcome = Pick<Publication, 'account_id' | 'provider' | 'error' | 'next_attempt_at' | 'finished_at'> & {
  readonly state: string;
};

/** The name of an account; its number if it is not connected any more. */
export function accountName(accounts: readonly Account[], id: number): string {
  return accounts.find((account) => account.id === id)?.name ?? `account ${id}`;
}

/** A row about what happened on an account. `attempts` says how often it was tried. */
export function AccountOutcome({
  outcome: { account_id: id, provider, state, error, next_attempt_at: next, finished_at: finished },
  accounts,
  attempts,
  links,
  children,
}: {
  readonly outcome: Outcome;
  readonly accounts: readonly Account[];
  readonly attempts: string | undefined;
  /** Links to the post on the network. */
  readonly links?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <li>
      <bdi>{accountName(accounts, id)}</bdi>
      <span class="soft">{providerName(provider)}</span>
      <State name={state} />
      {attempts !== undefined && <span>{attempts}</span>}
      {links}
      {error && (
        <span>
          {error.detail} <code>{error.code}</code>
        </span>
      )}
      {next !== null && <RowTime words="next attempt" at={next} />}
      {finished !== null && <RowTime words="finished" at={finished} />}
      {children}
    </li>
  );
}

import { Failure, Loading, State } from '#console/parts/notices.tsx';
import { When } from '#console/parts/when.tsx';
import { providerName } from '#console/screens/publishing/accounts/credentials.tsx';
import {
  type Account,
  type Removal,
  useAccounts,
  usePostRemoval,
} from '#console/screens/publishing/post-reads.ts';
import { ApiProblemError } from '#console/session/problem.ts';

const PENDING_MS = 2000;
const REFRESH_MS = 30_000;

/** A post that does not exist any more, with the state of its removal from the social networks, if there is one. */
export function RemovedPost({ post }: { readonly post: string }) {
  const accounts = useAccounts();
  const { data, error } = usePostRemoval(post, (found) => (isPending(found) ? PENDING_MS : REFRESH_MS));
  const isUnknown = error instanceof ApiProblemError && error.status === 404;
  return (
    <>
      <p role="alert" class="notice">
        This post does not exist, or no longer exists.
      </p>
      {!isUnknown && <Failure error={error} />}
      {!data && !error && <Loading />}
      {data && !isUnknown && (
        <section aria-labelledby="removal">
          <h2 id="removal">Removal from social networks</h2>
          <ul class="rows" aria-label="Removal by account">
            {data.accounts.map((outcome) => (
              <Outcome key={outcome.account_id} outcome={outcome} accounts={accounts.data ?? []} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Outcome({
  outcome,
  accounts,
}: {
  readonly outcome: Removal['accounts'][number];
  readonly accounts: readonly Account[];
}) {
  const { account_id: id, provider, state, error, attempts } = outcome;
  return (
    <li>
      <bdi>{accounts.find((account) => account.id === id)?.name ?? `account ${id}`}</bdi>
      <span class="soft">{providerName(provider)}</span>
      <State name={state} />
      {attempts > 0 && <span>attempt {attempts}</span>}
      {error && (
        <span>
          {error.detail} <code>{error.code}</code>
        </span>
      )}
      {outcome.next_attempt_at !== null && (
        <span>
          next attempt <When at={outcome.next_attempt_at} />
        </span>
      )}
      {outcome.finished_at !== null && (
        <span>
          finished <When at={outcome.finished_at} />
        </span>
      )}
    </li>
  );
}

function isPending(found: Removal | undefined): boolean {
  return found?.accounts.some(({ state }) => state === 'pending') ?? false;
}

import { Notice } from '#console/parts/feedback/notice.tsx';
import { Failure, Loading } from '#console/parts/notices.tsx';
import { type Removal, useAccounts, usePostRemoval } from '#console/screens/publishing/post-reads.ts';
import { ApiProblemError } from '#console/session/problem.ts';
import { AccountOutcome } from './account-outcome.tsx';

const PENDING_MS = 2000;
const REFRESH_MS = 30_000;

/** A post that does not exist any more, with the state of its removal from the social networks, if there is one. */
export function RemovedPost({ post }: { readonly post: string }) {
  const accounts = useAccounts();
  const { data, error } = usePostRemoval(post, (found) => (isPending(found) ? PENDING_MS : REFRESH_MS));
  const isUnknown = error instanceof ApiProblemError && error.status === 404;
  return (
    <>
      <Notice tone="bad" isNew>
        This post does not exist, or no longer exists.
      </Notice>
      {!isUnknown && <Failure error={error} />}
      {!data && !error && <Loading />}
      {data && !isUnknown && (
        <section aria-labelledby="removal">
          <h2 id="removal">Removal from social networks</h2>
          <ul class="rows" aria-label="Removal by account">
            {data.accounts.map((outcome) => (
              <AccountOutcome
                key={outcome.account_id}
                outcome={outcome}
                accounts={accounts.data ?? []}
                attempts={outcome.attempts > 0 ? `attempt ${outcome.attempts}` : undefined}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function isPending(found: Removal | undefined): boolean {
  return found?.accounts.some(({ state }) => state === 'pending') ?? false;
}

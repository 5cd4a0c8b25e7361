import { AtSign, Newspaper, Stamp } from 'lucide';
import { countOf } from '#console/parts/counted.ts';
import { When } from '#console/parts/when.tsx';
import { providerName } from '#console/screens/publishing/accounts/providers.ts';
import {
  type Account,
  ACCOUNTS_KEY,
  type ListedPost,
  type PostQuery,
  POSTS,
  POSTS_KEY,
  readAccounts,
  usePost,
} from '#console/screens/publishing/post-reads.ts';
import { failedPublications } from '#console/screens/publishing/posts/failed-publications.ts';
import { titleOf } from '#console/screens/publishing/posts/post-title.ts';
import { MemberName } from '#console/screens/workspaces/members/member-name.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import type { Loaded } from '#console/session/use-query.ts';
import { DAY_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { ProblemRow } from './problem-row.tsx';
import type { Found, Problem } from './problem.ts';

/** The first page of a list of posts, which the lists and the frame share. */
const LIMIT = 50;
/** A failed post needs attention this long. After that it is only in the list of posts. */
const RECENT_MS = 7 * DAY_MS;
/** So many failed posts have a row of their own. Each needs a request for its reasons. */
const MAX_FAILED = 3;
/** An account whose credentials expire within this time should be connected again. */
const EXPIRES_MS = 7 * DAY_MS;

type PostPage = { readonly data: readonly ListedPost[]; readonly next_cursor: string | null };

/** The accounts of the workspace; null if the key cannot see them. */
export function useHomeAccounts(): Loaded<readonly Account[] | null> {
  const { session } = useSigned();
  return useAllowed<readonly Account[]>(may(session, 'publishing:accounts:read'), ACCOUNTS_KEY, () =>
    readAccounts(session),
  );
}

/** Posts that were not published or that wait for approval, and accounts that must be connected again. */
export function usePublishingProblems(): Found {
  const waiting = usePostsWith('needs_approval');
  const failed = usePostsWith('failed');
  const accounts = useHomeAccounts();
  return {
    problems: [
      ...failedProblems(failed.data),
      ...accountProblems(accounts.data ?? []),
      ...waitingProblems(waiting.data),
    ],
    reads: [waiting, failed, accounts],
  };
}

function usePostsWith(status: NonNullable<PostQuery['status']>): Loaded<PostPage | null> {
  const { session } = useSigned();
  const { api, me } = session;
  const filter = { status };
  const params = { path: { workspace: me.workspace.id }, query: { ...filter, limit: LIMIT } };
  return useAllowed<PostPage>(
    may(session, 'publishing:posts:read'),
    [...POSTS_KEY, JSON.stringify(filter)],
    () => bodyOf(api.GET(POSTS, { params })),
    MINUTE_MS,
  );
}

function failedProblems(page: PostPage | null | undefined): readonly Problem[] {
  const since = new Date(Date.now() - RECENT_MS).toISOString();
  const recent = (page?.data ?? []).filter((post) => !post.publishing && post.updated_at >= since);
  const others = recent.length - MAX_FAILED;
  const rows = recent.slice(0, MAX_FAILED).map((post): Problem => {
    return { id: post.id, kind: 'failedPost', row: <FailedPost post={post} /> };
  });
  if (others <= 0) return rows;
  const isMore = page?.next_cursor !== null;
  const row = (
    <ProblemRow
      tone="bad"
      icon={Newspaper}
      title={`${countOf(others, 'more post was', 'more posts were')} not published`}
      actions={<a href="/console/posts?view=list&status=failed">See the failed posts</a>}
    >
      <p>Each post says for every account why it was not published.</p>
    </ProblemRow>
  );
  return [...rows, { id: 'failed-posts', kind: 'failedPost', count: others, isMore, row }];
}

/** The reasons are in the post, not in the list. */
function FailedPost({ post }: { readonly post: ListedPost }) {
  const { data } = usePost(post.id, () => MINUTE_MS);
  const failed = data ? failedPublications(data.post) : [];
  return (
    <ProblemRow
      tone="bad"
      icon={Newspaper}
      title={
        <>
          “
          <a href={`/console/posts/${post.id}`}>
            <bdi>{titleOf(post)}</bdi>
          </a>
          ” was not published
        </>
      }
      actions={
        <a class="button" href={`/console/posts/${post.id}`}>
          See the post
        </a>
      }
    >
      <p class="attention-line">
        {failed.map(({ account_id: id, provider, error }) => (
          <span key={id}>
            {providerName(provider)}: <bdi>{error?.detail ?? 'not published'}</bdi>{' '}
          </span>
        ))}
        <When at={post.updated_at} />
      </p>
    </ProblemRow>
  );
}

function waitingProblems(page: PostPage | null | undefined): readonly Problem[] {
  const posts = page?.data ?? [];
  if (posts.length === 0) return [];
  const isMore = page?.next_cursor !== null;
  const row = <WaitingPosts posts={posts} isMore={isMore} />;
  return [{ id: 'waiting-posts', kind: 'waitingPost', count: posts.length, isMore, row }];
}

function WaitingPosts({
  posts,
  isMore,
}: {
  readonly posts: readonly ListedPost[];
  readonly isMore: boolean;
}) {
  const { session } = useSigned();
  const mayDecide = may(session, 'publishing:posts:publish');
  const members = [...new Set(posts.flatMap(({ approval }) => approval?.requested_by ?? []))];
  const [earliest] = posts.flatMap(({ scheduled_at: at }) => at ?? []).toSorted();
  const [one] = posts.length === 1 ? posts : [];
  return (
    <ProblemRow
      tone="warn"
      icon={Stamp}
      title={
        one ? (
          <>
            <bdi>{titleOf(one)}</bdi> waits for {mayDecide && 'your '}approval
          </>
        ) : (
          `${posts.length}${isMore ? '+' : ''} posts wait for ${mayDecide ? 'your ' : ''}approval`
        )
      }
      actions={
        <a
          class="button"
          href={one ? `/console/posts/${one.id}` : '/console/posts?view=list&status=needs_approval'}
        >
          Review
        </a>
      }
    >
      <p class="attention-line">
        {members[0] !== undefined && (
          <>
            Submitted by <MemberName id={members[0]} />
            {members.length > 1 && ` and ${countOf(members.length - 1, 'other')}`}.{' '}
          </>
        )}
        {earliest !== undefined && (
          <>
            {one ? 'It is' : 'The earliest is'} planned <When at={earliest} />
          </>
        )}
      </p>
    </ProblemRow>
  );
}

function accountProblems(accounts: readonly Account[]): readonly Problem[] {
  const soon = Date.now() + EXPIRES_MS;
  return accounts.flatMap((account): Problem[] => {
    const { status, expires_at: expires } = account;
    const isExpiring = status === 'connected' && expires !== null && Date.parse(expires) <= soon;
    if (status !== 'needs_reauth' && !isExpiring) return [];
    return [{ id: account.uuid, kind: 'account', row: <LostAccount account={account} /> }];
  });
}

function LostAccount({ account }: { readonly account: Account }) {
  const { name, provider, status, expires_at: expires } = account;
  const isLost = status === 'needs_reauth';
  return (
    <ProblemRow
      tone={isLost ? 'bad' : 'warn'}
      icon={AtSign}
      title={
        <>
          <bdi>{name}</bdi> on {providerName(provider)} must be reconnected
        </>
      }
      actions={
        <a class="button" href="/console/accounts">
          Reconnect
        </a>
      }
    >
      <p>
        {isLost ? (
          'The credentials are no longer valid. Nothing is published until you reconnect the account.'
        ) : (
          <>
            Reconnect the account before <When at={expires} />
          </>
        )}
      </p>
    </ProblemRow>
  );
}

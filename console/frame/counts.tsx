import type { ComponentType } from 'preact';
import {
  CONVERSATIONS_KEY,
  readConversations,
} from '#console/screens/messaging/conversations/conversation-reads.ts';
import { type PostQuery, POSTS, POSTS_KEY } from '#console/screens/publishing/post-reads.ts';
import { ENDPOINTS_KEY, isFailing, readEndpoints } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';

/** The first page of the lists, which share these reads. */
const LIMIT = 50;

/** How many things of a screen need somebody, by the path of the screen. Each is one read of a first page. */
export const COUNTS: Readonly<Partial<Record<string, ComponentType>>> = {
  '/console/endpoints': FailingEndpoints,
  '/console/posts': WaitingPosts,
  '/console/conversations': OpenConversations,
};

function FailingEndpoints() {
  const { session } = useSigned();
  const { data } = useQuery(ENDPOINTS_KEY, () => readEndpoints(session), MINUTE_MS);
  return <Count count={data?.filter(isFailing).length} look="bad" meaning="failing" />;
}

function WaitingPosts() {
  const { api, me } = useSigned().session;
  const filter = { status: 'needs_approval' } as const satisfies PostQuery;
  const params = { path: { workspace: me.workspace.id }, query: { ...filter, limit: LIMIT } };
  const { data } = useQuery(
    [...POSTS_KEY, JSON.stringify(filter)],
    () => bodyOf(api.GET(POSTS, { params })),
    MINUTE_MS,
  );
  return <Count count={data?.data.length} isMore={hasMore(data)} meaning="waiting for approval" />;
}

function OpenConversations() {
  const { session } = useSigned();
  const filter = { status: 'open' } as const;
  const { data } = useQuery(
    [...CONVERSATIONS_KEY, JSON.stringify(filter)],
    () => readConversations(session, { ...filter, limit: LIMIT }),
    MINUTE_MS,
  );
  return <Count count={data?.data.length} isMore={hasMore(data)} look="accent" meaning="open" />;
}

function hasMore(page: { readonly next_cursor: string | null } | undefined): boolean {
  return page !== undefined && page.next_cursor !== null;
}

function Count({
  count = 0,
  isMore = false,
  look = '',
  meaning,
}: {
  readonly count?: number | undefined;
  readonly isMore?: boolean;
  readonly look?: string;
  readonly meaning: string;
}) {
  if (count === 0) return null;
  return (
    <span class={`count ${look}`}>
      {count}
      {isMore && '+'} <span class="visually-hidden">{meaning}</span>
    </span>
  );
}

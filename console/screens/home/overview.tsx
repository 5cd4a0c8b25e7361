import { ApiCalls } from '#console/parts/api-call.tsx';
import { Tiles } from '#console/parts/tiles.tsx';
import { PAGES } from '#console/screens/biolinks/pages/page-reads.ts';
import { BROADCASTS } from '#console/screens/broadcasts/broadcast-reads.ts';
import { CONVERSATIONS } from '#console/screens/messaging/conversations/conversation-reads.ts';
import { postPath } from '#console/screens/publishing/post-reads.ts';
import { mayManageEndpoints } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import type { Session } from '#console/session/session.ts';
import { DeliveryChart, DeliveryTile } from './deliveries.tsx';
import { DELIVERIES, LATEST } from './failures.ts';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { ConversationTile, OPEN, WaitingConversations } from './inbox.tsx';
import { PageViews, ViewsTile } from './page-views.tsx';
import { NextPosts, nextQuery, PublishedTile, publishedQuery } from './posts.tsx';
import type { Range } from './ranges.ts';
import { METRICS, metricsQuery } from './use-deliveries.ts';

/** What happens in all products: figures, charts, and what comes next. Each part has its own read. */
export function Overview({ range }: { readonly range: Range }) {
  const { session } = useSigned();
  const steps = useFirstSteps();
  // The steps are above everything else, which must not move.
  if (!steps) return null;
  return (
    <>
      <FirstSteps steps={steps} />
      <Tiles>
        <DeliveryTile range={range} />
        <PublishedTile range={range} />
        <ViewsTile range={range} />
        <ConversationTile />
      </Tiles>
      <div class="home-columns">
        <DeliveryChart range={range} />
        <NextPosts />
        <PageViews range={range} />
        <WaitingConversations />
      </div>
      <ApiCalls calls={callsOf(session, range)} />
    </>
  );
}

/** The requests of Home, as far as the key may send them. */
function callsOf(session: Session, range: Range): readonly { readonly path: string }[] {
  const posts = postPath(session.me.workspace.id);
  const calls: readonly (readonly [isSent: boolean, path: string, queries: readonly object[]])[] = [
    [mayManageEndpoints(session), '/api/v1/workspace-webhooks', [{ limit: LATEST }]],
    [
      mayManageEndpoints(session),
      DELIVERIES,
      [
        { state: 'retrying', limit: LATEST },
        { state: 'failed', limit: LATEST },
      ],
    ],
    [mayManageEndpoints(session), METRICS, [metricsQuery(range, Date.now())]],
    [
      may(session, 'publishing:posts:read'),
      posts,
      [
        { status: 'failed' },
        { status: 'needs_approval' },
        publishedQuery(session, range),
        nextQuery(session),
      ],
    ],
    [may(session, 'publishing:accounts:read'), posts.replace(/posts$/u, 'accounts'), [{ limit: LATEST }]],
    [may(session, 'biolinks:pages:read'), PAGES, [{}]],
    [may(session, 'salesbot:conversations:read'), CONVERSATIONS, [OPEN]],
    [may(session, 'salesbot:broadcasts:read'), BROADCASTS, [{ order: 'desc' }]],
  ];
  return calls.flatMap(([isSent, path, queries]) =>
    isSent ? queries.map((query) => ({ path: withQuery(path, query) })) : [],
  );
}

function withQuery(path: string, query: object): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return text.size === 0 ? path : `${path}?${text.toString()}`;
}

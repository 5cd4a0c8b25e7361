import { ApiCalls } from '#console/parts/api-call.tsx';
import { ButtonLink } from '#console/parts/button.tsx';
import { RowTime } from '#console/parts/facts.tsx';
import { useFilteredList } from '#console/parts/filtered-list.ts';
import { ChoiceFilter, choicesOf, FilterFields, withFilters } from '#console/parts/filters.tsx';
import { LongList } from '#console/parts/long-list.tsx';
import { State } from '#console/parts/notices.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { type Broadcast, type BroadcastQuery, BROADCASTS } from './broadcast-reads.ts';
import { approvalState } from './broadcast-states.ts';

const NAMES = ['state'] as const;
const STATES = choicesOf<NonNullable<BroadcastQuery['state']>>({
  draft: 'draft',
  scheduled: 'scheduled',
  in_flight: 'being sent',
  finished: 'finished',
  cancelled: 'cancelled',
  failed: 'failed',
});
const REFRESH_MS = 10_000;

/** All broadcasts, newest first. The filter is in the URL. */
export function Broadcasts() {
  const { session } = useSigned();
  const { filters, field, list } = useFilteredList(NAMES, ['broadcasts'], (query: BroadcastQuery) =>
    bodyOf(session.api.GET(BROADCASTS, { params: { query: { ...query, order: 'desc' } } })),
  );
  const isFiltered = Object.keys(filters.values).length > 0;
  return (
    <>
      <div class="title">
        <h1>Broadcasts</h1>
        {may(session, 'salesbot:broadcasts:write') && (
          <div class="actions">
            <ButtonLink href="/console/broadcasts/new" label="New broadcast" />
          </div>
        )}
      </div>
      <p class="soft">
        A broadcast is one message to many contacts. This platform or your messaging system sends it.
      </p>
      <FilterFields filters={filters}>
        <ChoiceFilter {...field} name="state" label="State" choices={STATES} />
      </FilterFields>
      <LongList
        name="broadcasts"
        {...list}
        row={row}
        empty={<p>{isFiltered ? 'No broadcast matches.' : 'This workspace has no broadcast yet.'}</p>}
        refetchMs={REFRESH_MS}
      />
      <ApiCalls calls={[{ path: withFilters(`${BROADCASTS}?order=desc`, filters) }]} />
    </>
  );
}

function row(broadcast: Broadcast) {
  const { id, name, state, channel, scheduled_at: at } = broadcast;
  const where = broadcast.sending?.platform ?? channel;
  const approval = approvalState(broadcast);
  return (
    <>
      <a href={`/console/broadcasts/${id}`}>
        <bdi>{name}</bdi>
      </a>
      <State name={state} />
      {where !== 'all' && <span>{platformName(where)}</span>}
      {state === 'scheduled' && at !== null && <RowTime words="starts" at={at} />}
      {(approval === 'missing' || approval === 'outdated') && (
        <span>{approval === 'missing' ? 'not approved yet' : 'edited after the approval'}</span>
      )}
      <RowTime words="changed" at={broadcast.updated_at} />
    </>
  );
}

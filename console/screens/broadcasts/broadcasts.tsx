import { Plus } from 'lucide';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ButtonLink } from '#console/parts/button.tsx';
import { RowTime } from '#console/parts/facts.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { useFilteredList } from '#console/parts/lists/filtered-list.ts';
import { ChoiceFilter, choicesOf, FilterFields, withFilters } from '#console/parts/lists/filters.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { State } from '#console/parts/state.tsx';
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
      <PageHead
        title="Broadcasts"
        facts={
          <p class="soft">
            A broadcast is one message to many contacts. This platform or your messaging system sends it.
          </p>
        }
      >
        {may(session, 'salesbot:broadcasts:write') && (
          <div class="actions">
            <ButtonLink href="/console/broadcasts/new" label="New broadcast" icon={Plus} />
          </div>
        )}
      </PageHead>
      <FilterFields filters={filters}>
        <ChoiceFilter {...field} name="state" label="State" choices={STATES} />
      </FilterFields>
      <LongList
        name="broadcasts"
        {...list}
        columns={COLUMNS}
        empty={<p>{isFiltered ? 'No broadcast matches.' : 'This workspace has no broadcast yet.'}</p>}
        refetchMs={REFRESH_MS}
      />
      <ApiCalls calls={[{ path: withFilters(`${BROADCASTS}?order=desc`, filters) }]} />
    </>
  );
}

const COLUMNS: readonly Column<Broadcast>[] = [
  {
    name: 'Broadcast',
    width: 'wide',
    cell: ({ id, name }) => (
      <a href={`/console/broadcasts/${id}`}>
        <bdi>{name}</bdi>
      </a>
    ),
  },
  { name: 'State', width: 'small', cell: ({ state }) => <State name={state} /> },
  { name: 'Platform', width: 'small', cell: platformOf },
  { name: 'Next', cell: nextOf },
  { name: 'Changed', width: 'small', cell: ({ updated_at: at }) => <RowTime words="changed" at={at} /> },
];

function platformOf({ sending, channel }: Broadcast) {
  const where = sending?.platform ?? channel;
  return where !== 'all' && platformName(where);
}

/** What happens next, or what a person must do before. */
function nextOf(broadcast: Broadcast) {
  const { state, scheduled_at: at } = broadcast;
  const approval = approvalState(broadcast);
  return (
    <>
      {state === 'scheduled' && at !== null && <RowTime words="starts" at={at} keepsWords />}
      {(approval === 'missing' || approval === 'outdated') && (
        <span> {approval === 'missing' ? 'not approved yet' : 'edited after the approval'}</span>
      )}
    </>
  );
}

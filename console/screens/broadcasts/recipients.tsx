import { useLocation } from 'preact-iso';
import { ApiCalls } from '#console/parts/api-call.tsx';
import {
  ChoiceFilter,
  FilterFields,
  type Filters,
  useFilters,
  withFilters,
} from '#console/parts/lists/filters.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { useParams } from '#console/session/params.ts';
import { useQuery } from '#console/session/use-query.ts';
import { broadcastPath, useBroadcast } from './broadcast-reads.ts';
import { RecipientTable } from './recipient-table.tsx';
import { reasonChoices, recipientsPath } from './recipient-words.ts';
import { readRecipients, type RecipientQuery } from './sending/sending-requests.ts';
import { STATUSES } from './sending/sending-words.ts';

const NAMES = ['status', 'reason'] as const;
const LIMIT = 50;
const REFRESH_MS = 5000;

/** The recipients of a broadcast that the platform sends, each with its outcome. The filters are in the URL. */
export function Recipients() {
  const id = useParams()['broadcast'] ?? '';
  const { session } = useSigned();
  const found = useBroadcast(id, () => REFRESH_MS);
  const filters = useOutcomeFilters(id);
  const { values } = filters;
  const broadcast = found.data?.source === 'platform' ? found.data : undefined;

  async function read(cursor?: string) {
    const query = { ...values, limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) };
    // The filters are text of the URL, which the API validates.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const page = await readRecipients(session, id, query as RecipientQuery);
    return { ...page, data: page.data.map((each) => ({ ...each, id: each.contact_id })) };
  }

  const queryKey = ['recipients', id, JSON.stringify(values)];
  // The same read as that of the table, which makes it once.
  const { error } = useQuery(queryKey, () => read());
  const reasons = reasonChoices(values.status);
  return (
    <>
      <p>
        <a href="/console/broadcasts">Broadcasts</a> ›{' '}
        <a href={`/console/broadcasts/${encodeURIComponent(id)}`}>
          <bdi>{broadcast?.name ?? 'Broadcast'}</bdi>
        </a>
      </p>
      <h1>Recipients</h1>
      <Failure error={found.error} />
      {broadcast?.sender === 'external' && (
        <p>Your messaging system sends this broadcast, so this platform does not know its recipients.</p>
      )}
      <FilterFields filters={filters}>
        <ChoiceFilter filters={filters} error={error} name="status" label="Status" choices={STATUSES} />
        {(reasons.length > 0 || values.reason !== undefined) && (
          <ChoiceFilter filters={filters} error={error} name="reason" label="Reason" choices={reasons} />
        )}
      </FilterFields>
      <RecipientTable
        key={JSON.stringify(queryKey)}
        queryKey={queryKey}
        read={read}
        platform={broadcast?.sending?.platform ?? 'sms'}
        refetchMs={broadcast?.state === 'in_flight' ? REFRESH_MS : false}
        errorFields={NAMES.map((name) => `?${name}`)}
        isFiltered={Object.keys(values).length > 0}
      />
      <ApiCalls calls={[{ path: withFilters(`${broadcastPath(id)}/recipients`, filters) }]} />
    </>
  );
}

/** A reason belongs to a status, so another status clears it. */
function useOutcomeFilters(broadcast: string): Filters<(typeof NAMES)[number]> {
  const { route } = useLocation();
  const filters = useFilters(NAMES);
  return {
    ...filters,
    set(name, value) {
      if (name !== 'status') return filters.set(name, value);
      const path = recipientsPath(broadcast);
      return route(value === '' ? path : `${path}?status=${encodeURIComponent(value)}`, true);
    },
  };
}

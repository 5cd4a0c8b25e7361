import { CornerDownRight } from 'lucide';
import { useRef } from 'preact/hooks';
import type { components } from '#clients/typescript/schema.d.ts';
import { countOf } from '#console/parts/counted.ts';
import { Icon } from '#console/parts/icon.tsx';
import { type Column, DataTable } from '#console/parts/lists/data-table.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { OutcomeBadge } from '#console/screens/webhooks/outcome-badge.tsx';

type Shown = components['schemas']['EventWithDeliveries'];
type Delivery = Shown['deliveries'][number];

/** A row of the table: a delivery or a resend of it. */
type Row = Delivery & {
  /** The name of the endpoint; undefined for a resend, which is below the delivery. */
  readonly endpoint: string | undefined;
  /** How many resends the API omits, because they are older than those that it returns. */
  readonly older: number;
};

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'Endpoint',
    width: 'wide',
    cell: ({ id, endpoint, endpoint_id: endpointId, created_at: created, older }) => (
      <>
        <a href={`/console/deliveries/${endpointId}/${id}`}>
          {endpoint === undefined ? (
            <>
              <Icon node={CornerDownRight} size="s" flips /> Resend of <When at={created} />
            </>
          ) : (
            <bdi>{endpoint}</bdi>
          )}
        </a>
        {older > 0 && <span class="soft"> {countOf(older, 'older resend')}</span>}
      </>
    ),
  },
  { name: 'State', width: 'small', cell: ({ state }) => <State name={state} /> },
  {
    name: 'Last attempt',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return (
        <>
          {countOf(attempts.length, 'attempt')} {last && <OutcomeBadge attempt={last} />}
        </>
      );
    },
  },
  {
    name: 'Next attempt',
    width: 'small',
    cell: ({ next_attempt_at: next }) =>
      next !== null && (
        <span>
          <span class="word">Next attempt: </span>
          <When at={next} />
        </span>
      ),
  },
];

/** The deliveries of an event and their resends, each with a link. */
export function Deliveries({
  shown,
  endpoints,
}: {
  readonly shown: Shown;
  readonly endpoints: readonly Endpoint[] | undefined;
}) {
  const table = useRef<HTMLTableElement>(null);
  const hidden = shown.matched_endpoints - shown.deliveries.length;
  const rows = shown.deliveries.flatMap((delivery) => rowsOf(delivery, shown.resends, endpoints));
  return (
    <section>
      <h2>Deliveries</h2>
      {shown.matched_endpoints === 0 && <p>No endpoint matched when the event was recorded.</p>}
      {rows.length > 0 && (
        <DataTable
          name="Deliveries"
          columns={COLUMNS}
          pages={[{ data: rows, next_cursor: null }]}
          heights={[]}
          table={table}
        />
      )}
      {hidden > 0 && (
        <p class="soft">
          {hidden} more {hidden === 1 ? 'delivery is' : 'deliveries are'} to endpoints that this key cannot
          see.
        </p>
      )}
    </section>
  );
}

/** A delivery and its newest resends. */
function rowsOf(
  delivery: Delivery,
  all: readonly Delivery[],
  endpoints: readonly Endpoint[] | undefined,
): readonly Row[] {
  const resends = all.filter(({ resend_of: original }) => original === delivery.id);
  return [
    {
      ...delivery,
      endpoint: nameOf(endpoints, delivery.endpoint_id),
      older: delivery.resend_count - resends.length,
    },
    ...resends.map((resend) => ({ ...resend, endpoint: undefined, older: 0 })),
  ];
}

export function nameOf(endpoints: readonly Endpoint[] = [], id: string): string {
  return endpoints.find((each) => each.id === id)?.name ?? `Endpoint ${id}`;
}

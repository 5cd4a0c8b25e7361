import { KeyRound, RotateCcw, Settings } from 'lucide';
import { useRef } from 'preact/hooks';
import { Sparkline } from '#console/parts/charts/sparkline.tsx';
import { type Column, DataTable } from '#console/parts/lists/data-table.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import { type Endpoint, isFailing, stateOf } from '#console/screens/webhooks/endpoint-reads.ts';
import { useEndpointCommands } from '#console/screens/webhooks/endpoint/endpoint-commands.tsx';
import { EndpointMenu } from '#console/screens/webhooks/endpoint/endpoint-menu.tsx';
import type { Metrics } from '#console/screens/webhooks/endpoint/metrics-reads.ts';
import { SubscribedEvents } from '#console/screens/webhooks/endpoint/subscribed-events.tsx';
import type { Sort } from './endpoint-order.ts';

/** All endpoints in one table, each with its last 24 hours. */
export function EndpointTable({
  endpoints,
  metrics,
  sort,
  onSort,
}: {
  /** In the order of `sort`. */
  readonly endpoints: readonly Endpoint[];
  readonly metrics: Readonly<Record<string, Metrics>>;
  readonly sort: Sort;
  readonly onSort: (by: Sort['by']) => void;
}) {
  const table = useRef<HTMLTableElement>(null);
  const by = (name: Sort['by']): NonNullable<Column<Endpoint>['sort']> => ({
    is: sort.by === name ? (sort.isDescending ? 'descending' : 'ascending') : undefined,
    onSort: () => onSort(name),
  });
  return (
    <DataTable<Endpoint>
      name="endpoints"
      columns={[
        {
          name: 'Endpoint',
          mark: 'named',
          sort: by('name'),
          cell: ({ id, name, url }) => (
            <>
              <a href={`/console/endpoints/${id}`}>
                <bdi>{name}</bdi>
              </a>
              <bdi class="sub mono">{url}</bdi>
            </>
          ),
        },
        { name: 'State', mark: 'state', sort: by('state'), cell: (each) => <State name={stateOf(each)} /> },
        { name: 'Events', mark: 'events-of', cell: (each) => <SubscribedEvents endpoint={each} /> },
        {
          name: 'Last 24 hours',
          mark: 'day',
          sort: by('attempts'),
          cell: ({ id }) => <Day metrics={metrics[id]} />,
        },
        {
          name: 'Last success',
          mark: 'time',
          sort: by('success'),
          cell: (each) => <LastSuccess endpoint={each} />,
        },
        {
          name: 'Last failure',
          mark: 'time failure',
          sort: by('failure'),
          cell: ({ stats }) => <When at={stats.last_failure_at} />,
        },
        {
          name: 'Responsible',
          mark: 'responsible',
          sort: by('responsible'),
          cell: ({ responsible_member: { name }, suspended_reason: reason }) => (
            <>
              <bdi>{name}</bdi>
              {reason !== null && (
                <span class="sub">is no longer an admin with access to the products of this endpoint</span>
              )}
            </>
          ),
        },
        { name: 'Actions', width: 'box', mark: 'more', cell: (each) => <RowMenu endpoint={each} /> },
      ]}
      pages={[{ data: endpoints, next_cursor: null }]}
      heights={[]}
      table={table}
    />
  );
}

/** The attempts of the last 24 hours. Nothing while they are not known. */
function Day({ metrics }: { readonly metrics: Metrics | undefined }) {
  if (!metrics) return null;
  const { attempts, successes, steps } = metrics;
  const failed = attempts - successes;
  const period = <span class="spoken"> in the last 24 hours</span>;
  if (attempts === 0) return <span class="soft">No attempts{period}</span>;
  return (
    <>
      <Sparkline
        label="Attempts in each of the last 24 hours"
        steps={steps.map((step) => ({
          key: step.start,
          good: step.successes,
          bad: step.attempts - step.successes,
        }))}
      />
      <span class="sub">
        {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
        {period}, <span class={failed > 0 ? 'bad-text' : undefined}>{failed} failed</span>
      </span>
    </>
  );
}

function LastSuccess({ endpoint }: { readonly endpoint: Endpoint }) {
  const { last_success_at: at, consecutive_failures: failed } = endpoint.stats;
  return (
    <>
      <span class={isFailing(endpoint) ? 'bad-text' : undefined}>
        <When at={at} />
      </span>
      {failed > 0 && (
        <span class="sub">
          {failed} failed since<span class="spoken"> the last success</span>
        </span>
      )}
    </>
  );
}

function RowMenu({ endpoint }: { readonly endpoint: Endpoint }) {
  const commands = useEndpointCommands(endpoint);
  const path = `/console/endpoints/${endpoint.id}`;
  return (
    <EndpointMenu
      name={
        <>
          Actions for <bdi>{endpoint.name}</bdi>
        </>
      }
      // The endpoint is deleted on its own screen, where the person sees what is lost.
      commands={commands.filter(({ isFinal = false }) => !isFinal)}
      links={[
        { label: 'Settings', icon: Settings, href: `${path}/settings` },
        { label: 'Secret', icon: KeyRound, href: `${path}/secret` },
        { label: 'Recover', icon: RotateCcw, href: `${path}/recover` },
      ]}
    />
  );
}

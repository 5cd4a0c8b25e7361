import type { components, operations } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { isFull, useFilteredList } from '#console/parts/lists/filtered-list.ts';
import {
  ChoiceFilter,
  choicesOf,
  FilterFields,
  TextFilter,
  TimeFilter,
  withFilters,
} from '#console/parts/lists/filters.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';

type Change = components['schemas']['AuditEvent'];
type Query = NonNullable<operations['listAuditEvents']['parameters']['query']>;

const NAMES = ['operation', 'resource', 'resource_id', 'key', 'member', 'since', 'until'] as const;

const RESOURCES = choicesOf<NonNullable<Query['resource']>>({
  workspace: 'workspace',
  member: 'member',
  api_key: 'API key',
  endpoint: 'endpoint',
  recovery: 'recovery',
  delivery: 'delivery',
  notification_target: 'notification target',
  page: 'page',
  block_order: 'block order',
  block: 'block',
  domain: 'domain',
  pixel: 'pixel',
  broadcast: 'broadcast',
  contact: 'contact',
  conversation: 'conversation',
  message: 'message',
  phone_number: 'phone number',
  contact_import: 'import of contacts',
  post: 'post',
  posting_queue: 'posting queue',
  account: 'account',
  oauth_app: 'app at a network',
  tag: 'tag',
  media: 'media',
  erasure: 'erasure',
  export: 'export',
});

/** Who changed what in the last 90 days. */
export function AuditLog() {
  const { api } = useSigned().session;
  const { filters, field, list } = useFilteredList(NAMES, ['audit'], (query: Query) =>
    bodyOf(api.GET('/api/v1/audit-events', { params: { query } })),
  );
  return (
    <>
      <PageHead
        title="Audit log"
        facts={
          <p class="soft">
            Who changed what in the last 90 days, newest first. The log contains IDs, but no names and no
            content.
          </p>
        }
      />
      <FilterFields filters={filters}>
        <TextFilter {...field} name="operation" label="Operation" />
        <ChoiceFilter {...field} name="resource" label="Resource" choices={RESOURCES} />
        <TextFilter {...field} name="resource_id" label="Resource ID" />
        <TextFilter {...field} name="key" label="API key ID" />
        <TextFilter {...field} name="member" label="Member ID" />
        <TimeFilter {...field} name="since" label="From" />
        <TimeFilter {...field} name="until" label="To" />
      </FilterFields>
      <LongList
        name="changes"
        {...list}
        goesOn={isFull}
        columns={COLUMNS}
        empty={<p>No change matches.</p>}
        note={() => <span>Older changes have not been searched yet.</span>}
      />
      <ApiCalls calls={[{ path: withFilters('/api/v1/audit-events', filters) }]} />
    </>
  );
}

const COLUMNS: readonly Column<Change>[] = [
  { name: 'Operation', cell: ({ operation }) => <code>{operation}</code> },
  {
    name: 'Resource',
    width: 'wide',
    cell: ({ resource }) => (
      <>
        {resource.type.replaceAll('_', ' ')} <Resource {...resource} />
      </>
    ),
  },
  { name: 'By', cell: actorOf },
  { name: 'At', width: 'small', cell: ({ at }) => <When at={at} /> },
  {
    name: 'Request',
    width: 'small',
    cell: ({ request_id: request }) => (
      <span class="soft">
        <span class="word">request </span>
        <code class="id">{request}</code>
      </span>
    ),
  },
];

function actorOf({ actor }: Change) {
  return (
    <>
      <span class="word">by </span>
      {actor.key_id === undefined ? (
        actor.kind
      ) : (
        <>
          key{' '}
          <a class="id" href={`/console/keys/${actor.key_id}`}>
            {actor.key_id}
          </a>
          {actor.console === true && ' in the console'}
        </>
      )}
    </>
  );
}

/** The ID of a resource, linked to its screen if there is one. The log lacks the endpoint of a delivery, so this link searches for it. */
function Resource({ type, id }: Change['resource']) {
  const href = SCREENS[type];
  return href === undefined ? (
    <code class="id">{id}</code>
  ) : (
    <a class="id" href={`${href}${encodeURIComponent(id)}`}>
      {id}
    </a>
  );
}

const SCREENS: Readonly<Partial<Record<string, string>>> = {
  endpoint: '/console/endpoints/',
  api_key: '/console/keys/',
  delivery: '/console/find?id=',
  broadcast: '/console/broadcasts/',
  contact: '/console/contacts/',
  conversation: '/console/conversations/',
  message: '/console/find?id=',
};

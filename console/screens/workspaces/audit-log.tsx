import type { components, operations } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { isFull, useFilteredList } from '#console/parts/filtered-list.ts';
import {
  ChoiceFilter,
  choicesOf,
  FilterFields,
  TextFilter,
  TimeFilter,
  withFilters,
} from '#console/parts/filters.tsx';
import { LongList } from '#console/parts/long-list.tsx';
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
      <h1>Audit log</h1>
      <p class="soft">
        Who changed what in the last 90 days, newest first. The log contains IDs, but no names and no content.
      </p>
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
        row={row}
        empty={<p>No change matches.</p>}
        note={() => <span>Older changes have not been searched yet.</span>}
      />
      <ApiCalls calls={[{ path: withFilters('/api/v1/audit-events', filters) }]} />
    </>
  );
}

function row({ at, operation, actor, resource, request_id }: Change) {
  return (
    <>
      <code>{operation}</code>
      <span>
        {resource.type.replaceAll('_', ' ')} <Resource {...resource} />
      </span>
      <span>
        by{' '}
        {actor.key_id === undefined ? (
          actor.kind
        ) : (
          <>
            key <a href={`/console/keys/${actor.key_id}`}>{actor.key_id}</a>
            {actor.console === true && ' in the console'}
          </>
        )}
      </span>
      <When at={at} />
      <span class="soft">
        request <code>{request_id}</code>
      </span>
    </>
  );
}

/** The ID of a resource, linked to its screen if there is one. The log lacks the endpoint of a delivery, so this link searches for it. */
function Resource({ type, id }: Change['resource']) {
  const href = SCREENS[type];
  return href === undefined ? <code>{id}</code> : <a href={`${href}${encodeURIComponent(id)}`}>{id}</a>;
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

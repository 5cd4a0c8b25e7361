import { EditForm } from '#console/parts/edit-form.tsx';
import { useKeptDraft } from '#console/parts/lists/place.ts';
import {
  endpointKey,
  endpointPath,
  readEndpoint,
  type Revised,
} from '#console/screens/webhooks/endpoint-reads.ts';
import { FilterText } from '#console/screens/webhooks/event-filters/filter-text.tsx';
import {
  changesOf,
  COMPARED_FIELDS,
  draftOf,
  ENDPOINT_FIELDS,
  type EndpointDraft,
  missingFrom,
  problemOf,
  refiltered,
  withoutValues,
} from '#console/screens/webhooks/new-endpoint/endpoint-draft.ts';
import { changesHeaders, masked, namesAfter } from '#console/screens/webhooks/new-endpoint/header-draft.ts';
import { useSigned } from '#console/session/context.ts';
import { revisionOf } from '#console/session/problem.ts';
import { CancelledDeliveries } from './cancelled-deliveries.tsx';
import { EndpointFrame } from './endpoint.tsx';
import { SettingsFields } from './settings-fields.tsx';

/** The settings of an endpoint. */
export function EndpointSettings() {
  return <EndpointFrame>{(found) => <Settings key={found.endpoint.id} found={found} />}</EndpointFrame>;
}

function Settings({ found }: { readonly found: Revised }) {
  const { session } = useSigned();
  const { id } = found.endpoint;
  const { kept, keep } = useKeptDraft<{ readonly base: Revised; readonly draft: EndpointDraft }>(
    `settings ${id}`,
  );
  return (
    <section class="form-sections" aria-label="Settings">
      <EditForm<Revised, EndpointDraft, ReturnType<typeof changesOf>>
        thing="the settings"
        path={endpointPath(id)}
        found={found}
        editing={{
          draftOf: ({ endpoint }) => draftOf(endpoint),
          changesOf,
          queryKey: endpointKey(id),
          read: () => readEndpoint(session, id),
          save: async (etag, body) => {
            const params = { path: { endpoint: id }, header: { 'If-Match': etag } };
            const answer = session.api.PATCH('/api/v1/workspace-webhooks/{endpoint}', { params, body });
            const { data, etag: next } = await revisionOf(answer);
            return { endpoint: data, etag: next };
          },
          kept: {
            edit: kept,
            keep: (edit) => keep(edit && { ...edit, draft: withoutValues(edit.draft) }),
          },
        }}
        compared={COMPARED_FIELDS}
        errorFields={ENDPOINT_FIELDS}
        submit="Review and save"
        problemOf={problemOf}
        shownBody={masked}
        consequences={({ endpoint }, draft) => (
          <Changes from={draftOf(endpoint)} to={draft} endpoint={endpoint.id} />
        )}
      >
        {({ draft, error, onChange }) => (
          <SettingsFields savedUrl={found.endpoint.url} draft={draft} error={error} onChange={onChange} />
        )}
      </EditForm>
    </section>
  );
}

/** What an edit changes, and what it cancels. */
function Changes({
  from,
  to,
  endpoint,
}: {
  readonly from: EndpointDraft;
  readonly to: EndpointDraft;
  readonly endpoint: string;
}) {
  const removed = missingFrom(to.subscriptions, from.subscriptions);
  const added = missingFrom(from.subscriptions, to.subscriptions);
  const filtered = refiltered(from.subscriptions, to.subscriptions);
  const cancels = from.url !== to.url || removed.length > 0 || added.length > 0 || filtered.length > 0;
  const isGone = removed.some(({ event }) => !to.subscriptions.some((each) => each.event === event));
  return (
    <>
      <ul>
        {from.name !== to.name && <li>The name changes.</li>}
        {from.description !== to.description && <li>The description changes.</li>}
        {from.url !== to.url && (
          <li>
            New URL: <bdi>{to.url}</bdi>
          </li>
        )}
        {added.map(({ event, channel }) => (
          <li key={`+${event}${channel}`}>
            Added: <code>{event}</code> ({channel})
          </li>
        ))}
        {removed.map(({ event, channel }) => (
          <li key={`-${event}${channel}`}>
            Removed: <code>{event}</code> ({channel})
          </li>
        ))}
        {filtered.map(({ event, channel, filter }) => (
          <li key={`?${event}${channel}`}>
            <code>{event}</code> ({channel}):{' '}
            {filter ? (
              <>
                only if <FilterText filter={filter} />
              </>
            ) : (
              'without a filter'
            )}
          </li>
        ))}
        {changesHeaders(to.headers, to.headerNames) && <NewHeaders names={namesAfter(to.headers, [])} />}
        {from.isAsymmetric !== to.isAsymmetric && (
          <li>
            {to.isAsymmetric
              ? 'Deliveries are also signed with a new key pair.'
              : 'The key pair is deleted. A receiver that verifies with its public key rejects the next deliveries.'}
          </li>
        )}
      </ul>
      {cancels ? <CancelledDeliveries endpoint={endpoint} /> : <p>This edit cancels no delivery.</p>}
      {isGone && <p>Deliveries of an event that the endpoint does not subscribe to cannot be recovered.</p>}
    </>
  );
}

/** The request headers that replace all current ones. */
function NewHeaders({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <li>All request headers are removed.</li>;
  return (
    <li>
      These request headers replace all current ones:{' '}
      {names.map((name, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
    </li>
  );
}

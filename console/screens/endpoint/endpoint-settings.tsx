import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { rebased } from '#console/parts/compared-field.ts';
import { Dialog } from '#console/parts/dialog.tsx';
import { EditConflict } from '#console/parts/edit-conflict.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress, Saved } from '#console/parts/notices.tsx';
import { endpointKey, endpointPath, readEndpoint, type Revised } from '#console/screens/endpoint-reads.ts';
import {
  COMPARED_FIELDS,
  draftOf,
  ENDPOINT_FIELDS,
  type EndpointDraft,
  missingFrom,
  requested,
} from '#console/screens/new-endpoint/endpoint-draft.ts';
import { EndpointFields } from '#console/screens/new-endpoint/endpoint-fields.tsx';
import { useSigned } from '#console/session/context.ts';
import { ApiProblemError, revisionOf } from '#console/session/problem.ts';
import { useEdit } from '#console/session/use-edit.ts';
import { CancelledDeliveries } from './cancelled-deliveries.tsx';
import { EndpointFrame } from './endpoint.tsx';

/** The settings of an endpoint. */
export function EndpointSettings() {
  return <EndpointFrame>{(found) => <Settings key={found.endpoint.id} found={found} />}</EndpointFrame>;
}

function Settings({ found }: { readonly found: Revised }) {
  const { session } = useSigned();
  const { id } = found.endpoint;
  const [isAsking, setAsking] = useState(false);
  const edit = useEdit(found, {
    draftOf: ({ endpoint }: Revised) => draftOf(endpoint),
    changesOf,
    queryKey: endpointKey(id),
    read: () => readEndpoint(session, id),
    save: async (etag, body) => {
      const params = { path: { endpoint: id }, header: { 'If-Match': etag } };
      const answer = session.api.PATCH('/api/v1/workspace-webhooks/{endpoint}', { params, body });
      const { data, etag: next } = await revisionOf(answer);
      return { endpoint: data, etag: next };
    },
  });
  const { base, draft, error, isBusy, isChanged } = edit;

  /** Bases the changes on the current settings. What the person did not change stays as it is there. */
  function keepMine(): void {
    const drafts = { base: draftOf(base.endpoint), mine: draft, theirs: draftOf(found.endpoint) };
    edit.rebase(rebased(COMPARED_FIELDS, drafts));
    setAsking(true);
  }

  // The conflict shows both edits.
  const isRejected = error instanceof ApiProblemError && error.code === 'revision_mismatch';
  const form = useFocusOnError(error);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <h2>Settings</h2>
      {edit.isConflict && (
        <EditConflict
          thing="the settings"
          fields={COMPARED_FIELDS}
          base={draftOf(base.endpoint)}
          mine={draft}
          theirs={draftOf(found.endpoint)}
          onKeepMine={keepMine}
          onTakeTheirs={edit.discard}
        />
      )}
      <EndpointFields draft={draft} error={error} onChange={edit.setDraft} />
      <Failure error={isRejected ? null : error} fields={ENDPOINT_FIELDS} />
      <div class="actions">
        <button type="submit" disabled={!isChanged || isBusy}>
          Save
        </button>
        {isChanged && (
          <button type="button" class="quiet" onClick={edit.discard}>
            Discard the changes
          </button>
        )}
        {edit.isSaved && <Saved />}
      </div>
      {isAsking && (
        <Dialog title="Save the changes?" onClose={() => setAsking(false)}>
          <Changes from={draftOf(base.endpoint)} to={draft} endpoint={base.endpoint.id} />
          <div class="actions">
            <button
              type="button"
              disabled={isBusy}
              onClick={() => void edit.submit().then(() => setAsking(false))}
            >
              Save the changes
            </button>
            <button type="button" class="quiet" onClick={() => setAsking(false)}>
              Cancel
            </button>
            <Progress isBusy={isBusy} />
          </div>
        </Dialog>
      )}
      <ApiCalls
        calls={[
          {
            method: 'PATCH',
            path: endpointPath(base.endpoint.id),
            headers: { 'if-match': base.etag },
            body: edit.changes,
          },
        ]}
      />
    </form>
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
  const cancels = from.url !== to.url || removed.length > 0 || added.length > 0;
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
      </ul>
      {cancels ? <CancelledDeliveries endpoint={endpoint} /> : <p>This edit cancels no delivery.</p>}
      {isGone && <p>Deliveries of an event that the endpoint does not subscribe to cannot be recovered.</p>}
    </>
  );
}

/** The fields of the request: those that differ. */
function changesOf(from: EndpointDraft, to: EndpointDraft) {
  const isReordered = from.subscriptions.some((each, index) => {
    const other = to.subscriptions[index];
    return each.event !== other?.event || each.channel !== other.channel;
  });
  return {
    ...(from.name === to.name ? {} : { name: to.name }),
    ...(from.description === to.description ? {} : { description: to.description }),
    ...(from.url === to.url ? {} : { url: to.url }),
    ...(isReordered || from.subscriptions.length !== to.subscriptions.length
      ? { subscriptions: requested(to.subscriptions) }
      : {}),
  };
}

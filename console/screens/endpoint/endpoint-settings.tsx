import { useEffect, useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Dialog } from '#console/parts/dialog.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { endpointPath, type Revised } from '#console/screens/endpoint-reads.ts';
import {
  draftOf,
  ENDPOINT_FIELDS,
  type EndpointDraft,
  missingFrom,
  requested,
} from '#console/screens/new-endpoint/endpoint-draft.ts';
import { EndpointFields } from '#console/screens/new-endpoint/endpoint-fields.tsx';
import { useSigned } from '#console/session/context.ts';
import { ApiProblemError, bodyOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import { CancelledDeliveries } from './cancelled-deliveries.tsx';
import { EditConflict, rebased } from './edit-conflict.tsx';
import { EndpointFrame } from './endpoint.tsx';

/** The settings of an endpoint. */
export function EndpointSettings() {
  return <EndpointFrame>{(found) => <Settings key={found.endpoint.id} found={found} />}</EndpointFrame>;
}

function Settings({ found }: { readonly found: Revised }) {
  const { session, queries } = useSigned();
  const { api } = session;
  // The edit is based on the revision that the person has seen, so that it does not undo the edit of another person.
  const [base, setBase] = useState(found);
  const [draft, setDraft] = useState(() => draftOf(found.endpoint));
  const [sent, setSent] = useState<EndpointDraft>();
  const [isAsking, setAsking] = useState(false);
  const { run, isBusy, error } = useCommand();
  const body = changesOf(draftOf(base.endpoint), draft);
  const isChanged = Object.keys(body).length > 0;
  const isOutdated = found.etag !== base.etag;

  function adopt(): void {
    setBase(found);
    setDraft(draftOf(found.endpoint));
  }
  useEffect(() => {
    if (isOutdated && !isChanged) adopt();
  }, [found.etag]);

  async function save(): Promise<void> {
    setSent(draft);
    const { id } = base.endpoint;
    const params = { path: { endpoint: id }, header: { 'If-Match': base.etag } };
    const isSaved = await run(async () => {
      const answer = api.PATCH('/api/v1/workspace-webhooks/{endpoint}', { params, body });
      const { data } = await bodyOf(answer);
      setBase({ endpoint: data, etag: (await answer).response.headers.get('ETag') ?? '' });
      setDraft(draftOf(data));
    }, body);
    setAsking(false);
    // After the edit of another person, both are shown at once.
    if (!isSaved) await queries.invalidateQueries({ queryKey: ['endpoint', id] });
  }

  /** Bases the changes on the current settings. What the person did not change stays as it is there. */
  function keepMine(): void {
    setDraft(rebased(draftOf(base.endpoint), draft, draftOf(found.endpoint)));
    setBase(found);
    setAsking(true);
  }

  const shownError = sent === draft ? error : null;
  const isConflict = shownError instanceof ApiProblemError && shownError.code === 'revision_mismatch';
  const form = useFocusOnError(shownError);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <h2>Settings</h2>
      {isOutdated && isChanged && (
        <EditConflict
          base={draftOf(base.endpoint)}
          mine={draft}
          theirs={draftOf(found.endpoint)}
          onKeepMine={keepMine}
          onTakeTheirs={adopt}
        />
      )}
      <EndpointFields draft={draft} error={shownError} onChange={setDraft} />
      <Failure error={isConflict ? null : shownError} fields={ENDPOINT_FIELDS} />
      <div class="actions">
        <button type="submit" disabled={!isChanged || isBusy}>
          Save
        </button>
        {isChanged && (
          <button type="button" class="quiet" onClick={adopt}>
            Discard the changes
          </button>
        )}
      </div>
      {isAsking && (
        <Dialog title="Save the changes?" onClose={() => setAsking(false)}>
          <Changes from={draftOf(base.endpoint)} to={draft} endpoint={base.endpoint.id} />
          <div class="actions">
            <button type="button" disabled={isBusy} onClick={() => void save()}>
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
            body,
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

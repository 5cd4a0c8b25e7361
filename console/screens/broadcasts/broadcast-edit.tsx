import { useEffect } from 'preact/hooks';
import { EditForm } from '#console/parts/edit-form.tsx';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { COMPARED_FIELDS } from './broadcast-comparison.ts';
import {
  BROADCAST_FIELDS,
  type BroadcastDraft,
  changesOf,
  draftOf,
  draftProblem,
  effectOnApproval,
} from './broadcast-draft.ts';
import { BroadcastFields } from './broadcast-fields.tsx';
import {
  type Broadcast,
  type BroadcastChanges,
  broadcastKey,
  broadcastPath,
  readOwnBroadcast,
} from './broadcast-reads.ts';

type RevisedBroadcast = Broadcast & { readonly etag: string };

/** The form of a broadcast that has not started. */
export function BroadcastEdit({
  found,
  onEdits,
}: {
  readonly found: Broadcast;
  /** Called with whether the form has changes that are not saved. */
  readonly onEdits: (hasEdits: boolean) => void;
}) {
  const { session } = useSigned();
  const { id } = found;
  return (
    <EditForm<RevisedBroadcast, BroadcastDraft, BroadcastChanges>
      thing="the broadcast"
      path={broadcastPath(id)}
      found={revised(found)}
      editing={{
        draftOf,
        changesOf,
        queryKey: broadcastKey(id),
        read: async () => revised(await readOwnBroadcast(session, id)),
        save: async (etag, body) => {
          const params = { path: { broadcast: id }, header: { 'If-Match': etag } };
          const answer = session.api.PATCH('/api/v1/broadcasts/{broadcast}', { params, body });
          return revised(await dataOf(answer));
        },
      }}
      compared={COMPARED_FIELDS}
      errorFields={BROADCAST_FIELDS}
      problemOf={draftProblem}
    >
      {({ changes, ...fields }) => (
        <>
          <Edits hasEdits={Object.keys(changes).length > 0} onEdits={onEdits} />
          <BroadcastFields {...fields} isNew={false} />
          <output>{effectOnApproval(found, changes)}</output>
        </>
      )}
    </EditForm>
  );
}

function Edits({
  hasEdits,
  onEdits,
}: {
  readonly hasEdits: boolean;
  readonly onEdits: (hasEdits: boolean) => void;
}) {
  useEffect(() => {
    onEdits(hasEdits);
    return () => onEdits(false);
  }, [hasEdits]);
  return null;
}

function revised(broadcast: Broadcast): RevisedBroadcast {
  return { ...broadcast, etag: `"${broadcast.revision}"` };
}

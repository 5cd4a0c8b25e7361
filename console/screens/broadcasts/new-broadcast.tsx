import { BackLink } from '#console/parts/back-link.tsx';
import { CreateForm } from '#console/parts/create-form.tsx';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { BROADCAST_FIELDS, draftProblem, EMPTY_DRAFT, requestOf } from './broadcast-draft.ts';
import { BroadcastFields } from './broadcast-fields.tsx';
import { BROADCASTS } from './broadcast-reads.ts';

/** Creates a broadcast, and shows it. */
export function NewBroadcast() {
  const { api } = useSigned().session;
  return (
    <>
      <BackLink href="/console/broadcasts" to="Broadcasts" />
      <h1>New broadcast</h1>
      <p class="soft">The broadcast begins as a draft. You can then schedule it or send it now.</p>
      <CreateForm
        label="Create the broadcast"
        path={BROADCASTS}
        empty={EMPTY_DRAFT}
        requestOf={requestOf}
        create={async (body, headers) => {
          const data = await dataOf(api.POST(BROADCASTS, { headers, body }));
          return `/console/broadcasts/${data.id}`;
        }}
        errorFields={BROADCAST_FIELDS}
        problemOf={draftProblem}
      >
        {(fields) => <BroadcastFields {...fields} isNew />}
      </CreateForm>
    </>
  );
}

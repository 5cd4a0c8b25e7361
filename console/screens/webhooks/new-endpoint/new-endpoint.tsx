import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Submit } from '#console/parts/button.tsx';
import { useFocusOnError } from '#console/parts/fields/field.tsx';
import { useKeptDraft } from '#console/parts/lists/place.ts';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { CreatedEndpoint, type Created } from './created-endpoint.tsx';
import {
  createBody,
  EMPTY_DRAFT,
  type EndpointDraft,
  ENDPOINT_FIELDS,
  previewBody,
  problemOf,
  withoutValues,
} from './endpoint-draft.ts';
import { EndpointFields } from './endpoint-fields.tsx';
import { masked } from './header-draft.ts';

const PATH = '/api/v1/workspace-webhooks';

/** Creates an endpoint: a preview while the person types, then the secret, a test event and the switch to enable it. */
export function NewEndpoint() {
  const { api } = useSigned().session;
  // The form links to events that its filters were compared with.
  const { kept, keep } = useKeptDraft<EndpointDraft>('new endpoint');
  const { draft, setDraft, submit, isBusy, error } = useDraft(kept ?? EMPTY_DRAFT);
  const [created, setCreated] = useState<Created>();
  keep(created || draft === EMPTY_DRAFT ? undefined : withoutValues(draft));
  const body = createBody(draft);

  async function create(headers: Once): Promise<void> {
    setCreated(await bodyOf(api.POST(PATH, { headers, body })));
  }

  const form = useFocusOnError(error);
  if (created) return <CreatedEndpoint created={created} />;
  return (
    <>
      <PageHead title="New endpoint" />
      <form ref={form} class="new-endpoint" onSubmit={(event) => void submit(event, create)}>
        <EndpointFields draft={draft} error={error} onChange={setDraft} />
        <Failure error={error} fields={ENDPOINT_FIELDS} />
        <div class="actions save-bar">
          <span class="soft">The endpoint is paused at first, so that you can store its secret.</span>
          <Progress isBusy={isBusy} />
          <a class="button quiet" href="/console/endpoints">
            Cancel
          </a>
          <Submit label="Create the endpoint" isReady={problemOf(draft) === undefined} isBusy={isBusy} />
        </div>
      </form>
      <ApiCalls
        calls={[
          { method: 'POST', path: `${PATH}/preview`, body: previewBody(draft) },
          { method: 'POST', path: PATH, body: masked(body) },
        ]}
      />
    </>
  );
}

import { useEffect } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { Reported } from '#console/parts/reported.tsx';
import { pagePath } from '#console/screens/biolinks/pages/page-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { BLOCK_FIELDS, BLOCK_TYPES, type BlockDraft, emptyBlock, requestOf } from './block-draft.ts';
import { BlockFields } from './block-fields.tsx';

/** The form that adds a block at the end. `onDraft` gets the draft after each change. */
export function NewBlock({
  page,
  initial = emptyBlock('link'),
  onDraft,
  onEnd,
}: {
  readonly page: string;
  readonly initial?: BlockDraft;
  readonly onDraft: (draft: BlockDraft) => void;
  readonly onEnd: () => void;
}) {
  const { session } = useSigned();
  const { timezone } = session.me.workspace;
  const { draft, setDraft, submit, isBusy, error } = useDraft(initial);
  const form = useFocusOnError(error);
  // The button with the focus has left the page.
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  const body = requestOf(draft, timezone);

  async function create(event: Event): Promise<void> {
    const isDone = await submit(event, (headers) => {
      const params = { path: { page } };
      return bodyOf(session.api.POST('/api/v1/biolinks/pages/{page}/blocks', { params, headers, body }));
    });
    if (isDone) onEnd();
  }

  return (
    <form ref={form} onSubmit={(event) => void create(event)}>
      <Reported value={draft} report={onDraft} />
      <ChoiceField
        label="Type of block"
        pointer="#/type"
        error={error}
        value={draft.type}
        choices={BLOCK_TYPES}
        onValue={(type) => setDraft({ ...draft, ...(type === 'social' ? emptyBlock(type) : {}), type })}
      />
      <BlockFields draft={draft} error={error} onChange={setDraft} />
      <Failure error={error} fields={BLOCK_FIELDS} />
      <div class="actions">
        <button type="submit" disabled={isBusy}>
          Add the block
        </button>
        <button type="button" class="quiet" onClick={onEnd}>
          Cancel
        </button>
        <Progress isBusy={isBusy} />
      </div>
      <ApiCalls calls={[{ method: 'POST', path: `${pagePath(page)}/blocks`, body }]} />
    </form>
  );
}

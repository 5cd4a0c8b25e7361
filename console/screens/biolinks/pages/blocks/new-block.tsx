import { DraftForm } from '#console/parts/draft-form.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { Reported } from '#console/parts/reported.tsx';
import { pagePath } from '#console/screens/biolinks/pages/page-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
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
  const params = { path: { page } };
  return (
    <DraftForm
      initial={initial}
      submit="Add the block"
      send={(draft, headers) => {
        const body = requestOf(draft, timezone);
        return bodyOf(session.api.POST('/api/v1/biolinks/pages/{page}/blocks', { params, headers, body }));
      }}
      errorFields={BLOCK_FIELDS}
      onDone={onEnd}
      onCancel={onEnd}
      focus="select"
      callsOf={(draft) => [
        { method: 'POST', path: `${pagePath(page)}/blocks`, body: requestOf(draft, timezone) },
      ]}
    >
      {({ draft, error, onChange }) => (
        <>
          <Reported value={draft} report={onDraft} />
          <ChoiceField
            label="Type of block"
            pointer="#/type"
            error={error}
            value={draft.type}
            choices={BLOCK_TYPES}
            onValue={(type) => onChange({ ...draft, ...(type === 'social' ? emptyBlock(type) : {}), type })}
          />
          <BlockFields draft={draft} error={error} onChange={onChange} />
        </>
      )}
    </DraftForm>
  );
}

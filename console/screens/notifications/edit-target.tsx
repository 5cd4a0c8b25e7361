import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Loading, Progress } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import { type RevisedTarget, targetPath, useTarget } from './notification-reads.ts';
import { changesOf, draftOf, TARGET_FIELDS, withoutSecret } from './target-draft.ts';
import { TargetFields } from './target-fields.tsx';

/** Edits a target. The edit is based on the revision that the person has seen. */
export function EditTarget({ target, onEnd }: { readonly target: string; readonly onEnd: () => void }) {
  const { data, error, reload } = useTarget(target);
  if (data) return <EditForm found={data} onReload={reload} onEnd={onEnd} />;
  return error ? <Failure error={error} /> : <Loading />;
}

function EditForm({
  found,
  onReload,
  onEnd,
}: {
  readonly found: RevisedTarget;
  readonly onReload: () => void;
  readonly onEnd: () => void;
}) {
  const { api } = useSigned().session;
  const [base, setBase] = useState(found);
  const [draft, setDraft] = useState(() => draftOf(found.target));
  const [sent, setSent] = useState(draft);
  const { run, isBusy, error } = useCommand();
  const { id, kind, url_hint: urlHint } = base.target;
  const body = changesOf(draftOf(base.target), draft);
  const isChanged = Object.keys(body).length > 0;
  const isOutdated = found.etag !== base.etag;
  const shownError = sent === draft ? error : null;
  const form = useFocusOnError(shownError);

  function adopt(): void {
    setBase(found);
    setDraft(draftOf(found.target));
  }
  useEffect(() => {
    if (isOutdated && !isChanged) adopt();
  }, [found.etag]);
  // The button with the focus has left the page. Before the form is painted, so that no key press is lost.
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function save(event: Event): Promise<void> {
    event.preventDefault();
    setSent(draft);
    const params = { path: { target: id }, header: { 'If-Match': base.etag } };
    const isSaved = await run(
      () => bodyOf(api.PATCH('/api/v1/notification-targets/{target}', { params, body })),
      body,
    );
    if (isSaved) onEnd();
    // Whether another person has changed the target.
    else onReload();
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)}>
      {isOutdated && isChanged && (
        <div class="notice" role="alert">
          <p>Another person has changed the target. Your changes are based on earlier settings.</p>
          <button type="button" class="quiet" onClick={adopt}>
            Discard my changes and show the current settings
          </button>
        </div>
      )}
      <TargetFields draft={draft} error={shownError} onChange={setDraft} edited={{ urlHint }} />
      <Failure error={shownError} fields={TARGET_FIELDS} />
      <div class="actions">
        <button type="submit" disabled={!isChanged || isBusy}>
          Save
        </button>
        <button type="button" class="quiet" onClick={onEnd}>
          Cancel
        </button>
        <Progress isBusy={isBusy} />
      </div>
      <ApiCalls
        calls={[
          {
            method: 'PATCH',
            path: targetPath(id),
            headers: { 'if-match': base.etag },
            body: withoutSecret(kind, body),
          },
        ]}
      />
    </form>
  );
}

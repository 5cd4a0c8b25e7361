import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Button } from '#console/parts/button.tsx';
import { FormEnd } from '#console/parts/draft-form.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { useFocusOnError } from '#console/parts/fields/field.tsx';
import { Failure, Loading } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { revisionOf } from '#console/session/problem.ts';
import { useEdit } from '#console/session/use-edit.ts';
import { readTarget, type RevisedTarget, targetKey, targetPath, useTarget } from './notification-reads.ts';
import { changesOf, draftOf, TARGET_FIELDS, withoutSecret } from './target-draft.ts';
import { TargetFields } from './target-fields.tsx';

type OnEnd = (isSaved: boolean) => void;

/** Edits a target. */
export function EditTarget({ target, onEnd }: { readonly target: string; readonly onEnd: OnEnd }) {
  const { data, error } = useTarget(target);
  if (data) return <TargetForm found={data} onEnd={onEnd} />;
  return error ? <Failure error={error} /> : <Loading />;
}

function TargetForm({ found, onEnd }: { readonly found: RevisedTarget; readonly onEnd: OnEnd }) {
  const { session } = useSigned();
  const { id } = found.target;
  const edit = useEdit(found, {
    draftOf: ({ target }: RevisedTarget) => draftOf(target),
    changesOf,
    queryKey: targetKey(id),
    read: () => readTarget(session, id),
    save: async (etag, body) => {
      const params = { path: { target: id }, header: { 'If-Match': etag } };
      const answer = session.api.PATCH('/api/v1/notification-targets/{target}', { params, body });
      const { data, etag: next } = await revisionOf(answer);
      return { target: data, etag: next };
    },
  });
  const { base, draft, error, isSaved } = edit;
  const { kind, url_hint: urlHint } = base.target;
  const form = useFocusOnError(error);
  useEffect(() => {
    if (isSaved) onEnd(true);
  }, [isSaved]);
  // The button with the focus has left the page. Before the form is painted, so that no key press is lost.
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void edit.submit();
      }}
    >
      {edit.isConflict && (
        <Notice tone="bad" isNew>
          <p>Another person has changed the target. Your changes are based on earlier settings.</p>
          <Button label="Discard my changes and show the current settings" quiet onClick={edit.discard} />
        </Notice>
      )}
      <TargetFields draft={draft} error={error} onChange={edit.setDraft} edited={{ urlHint }} />
      <FormEnd
        submit="Save"
        isReady={edit.isChanged}
        isBusy={edit.isBusy}
        error={error}
        errorFields={TARGET_FIELDS}
        onCancel={() => onEnd(false)}
      />
      <ApiCalls
        calls={[
          {
            method: 'PATCH',
            path: targetPath(id),
            headers: { 'if-match': base.etag },
            body: withoutSecret(kind, edit.changes),
          },
        ]}
      />
    </form>
  );
}

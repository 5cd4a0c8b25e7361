import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiProblemError } from '#console/session/problem.ts';
import { type Editing, useEdit } from '#console/session/use-edit.ts';
import { ApiCalls } from './api-call.tsx';
import { Button, Submit } from './button.tsx';
import { Diff } from './code/diff.tsx';
import { type ComparedField, hasSame, rebased } from './compared-field.ts';
import { Dialog } from './dialog.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { useFocusOnError } from './fields/field.tsx';
import { Failure, Progress, Saved } from './notices.tsx';

/** What the fields of the form get. */
type Fields<Draft, Changes> = {
  readonly draft: Draft;
  /** The error of saving the draft as it is now. */
  readonly error: Error | null;
  /** Takes the next draft. A change that waits for something takes a function of the draft as it is then. */
  readonly onChange: (next: Draft | ((current: Draft) => Draft)) => void;
  /** The fields of the request. */
  readonly changes: Changes;
};

/** The form of a resource. The edit is based on the revision that the person has seen; if another person has changed it since then, both edits are shown. */
export function EditForm<
  Found extends { readonly etag: string },
  Draft extends object,
  Changes extends object,
>({
  thing,
  path,
  found,
  editing,
  compared,
  errorFields,
  problemOf = () => undefined,
  consequences,
  submit = 'Save',
  method = 'PATCH',
  ifMatch,
  shownBody = (changes) => changes,
  children,
}: {
  /** What is edited, such as `the contact`. */
  readonly thing: string;
  /** The path of the API for the resource. */
  readonly path: string;
  readonly found: Found;
  readonly editing: Editing<Found, Draft, Changes>;
  readonly compared: readonly ComparedField<Draft>[];
  /** Pointers of the fields that show their own validation errors. */
  readonly errorFields: readonly string[];
  /** Why a draft cannot be sent; undefined if it can. */
  readonly problemOf?: (draft: Draft) => string | undefined;
  /** What saving causes, for an edit that a dialog confirms. Null for one that is saved without a question. */
  readonly consequences?: (base: Found, draft: Draft) => ComponentChildren;
  /** The words of the button, for a form whose edits are always confirmed in a dialog. */
  readonly submit?: string;
  /** The method of the request: `PUT` for one that has all fields. */
  readonly method?: 'PATCH' | 'PUT';
  /** The revision that the request names, if the resource shares it with others and `etag` is one of its own. */
  readonly ifMatch?: string;
  /** The body that “Show the API call” shows, for a request with secrets. */
  readonly shownBody?: (changes: Changes) => object;
  readonly children: (fields: Fields<Draft, Changes>) => ComponentChildren;
}) {
  const { draftOf } = editing;
  const edit = useEdit(found, editing);
  const { base, draft, changes, error, isBusy, isChanged } = edit;
  const drafts = { base: draftOf(base), mine: draft, theirs: draftOf(found) };
  const changed = compared.filter((field) => !hasSame(field, drafts.base, draft));
  // The conflict shows both edits.
  const isRejected = error instanceof ApiProblemError && error.code === 'revision_mismatch';
  const [asked, setAsked] = useState(false);
  const question = consequences?.(base, draft) ?? null;
  const isAsking = asked && question !== null;
  // The fields cannot have the focus before the dialog has closed.
  const form = useFocusOnError(isAsking ? null : error);

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (question !== null) setAsked(true);
        else void edit.submit();
      }}
    >
      {edit.isConflict && (
        <EditConflict
          thing={thing}
          fields={compared}
          {...drafts}
          onKeepMine={() => {
            const merged = rebased(compared, drafts);
            edit.rebase(merged);
            setAsked((consequences?.(found, merged) ?? null) !== null);
          }}
          onTakeTheirs={edit.discard}
        />
      )}
      {children({ draft, error, onChange: edit.setDraft, changes })}
      <Failure error={isRejected ? null : error} fields={errorFields} />
      <div class={isChanged ? 'actions save-bar' : 'actions'}>
        {isChanged && changed.length > 0 && (
          <span class="count">{changed.length === 1 ? '1 change' : `${changed.length} changes`}</span>
        )}
        {isChanged && <Button label="Discard the changes" look="quiet" onClick={edit.discard} />}
        <Submit label={submit} isReady={isChanged && problemOf(draft) === undefined} isBusy={isBusy} />
        {!isAsking && <Progress isBusy={isBusy} />}
        {edit.isSaved && <Saved />}
      </div>
      {isAsking && (
        <Dialog title="Save the changes?" isBusy={isBusy} onClose={() => setAsked(false)}>
          <Diff
            title="What changes"
            changes={changed.map(({ label, textOf }) => ({
              name: label,
              from: textOf(drafts.base),
              to: textOf(draft),
            }))}
          />
          {question}
          <div class="actions">
            <Progress isBusy={isBusy} />
            <Button label="Cancel" quiet autofocus onClick={() => setAsked(false)} />
            <Button
              label="Save the changes"
              isBusy={isBusy}
              onClick={() => void edit.submit().then(() => setAsked(false))}
            />
          </div>
        </Dialog>
      )}
      <ApiCalls
        calls={[{ method, path, headers: { 'if-match': ifMatch ?? base.etag }, body: shownBody(changes) }]}
      />
    </form>
  );
}

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Once } from '#console/session/use-command.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { Dialog } from './dialog.tsx';
import { useFocusOnError } from './field.tsx';
import { Failure, Progress } from './notices.tsx';

/** What the fields of the form get. */
type Fields<Draft> = {
  readonly draft: Draft;
  /** The error of sending the draft as it is now. */
  readonly error: Error | null;
  readonly onChange: (draft: Draft) => void;
};

type Form<Draft> = {
  readonly title: string;
  /** The text of the button that sends the form. */
  readonly submit: string | ((draft: Draft) => string);
  /** What the fields contain when the dialog opens. */
  readonly initial: Draft;
  readonly send: (draft: Draft, once: Once) => Promise<unknown>;
  /** Pointers of the fields that show their own validation errors. */
  readonly errorFields: readonly string[];
  /** What the person can do about an error, in the words of the screen; undefined for the text of the API. */
  readonly explain?: (error: Error) => ComponentChildren;
  readonly children: (fields: Fields<Draft>) => ComponentChildren;
};

/** A button that asks in a dialog for what a command needs. */
export function AskedForm<Draft>({
  label,
  quiet = true,
  ...form
}: Form<Draft> & { readonly label: string; readonly quiet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class={quiet ? 'quiet' : undefined} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && <FormDialog {...form} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Mounted when it opens, so that the fields begin with the values of that moment. */
function FormDialog<Draft>({
  title,
  submit,
  initial,
  send,
  errorFields,
  explain,
  onClose,
  children,
}: Form<Draft> & { readonly onClose: () => void }) {
  const { draft, setDraft, submit: sendDraft, isBusy, error } = useDraft(initial);
  const form = useFocusOnError(error);
  const explanation = error ? explain?.(error) : undefined;

  async function onSubmit(event: Event): Promise<void> {
    if (await sendDraft(event, (once) => send(draft, once))) onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} onSubmit={(event) => void onSubmit(event)}>
        {children({ draft, error, onChange: setDraft })}
        {explanation === undefined ? (
          <Failure error={error} fields={errorFields} />
        ) : (
          <div role="alert" class="notice">
            {explanation}
          </div>
        )}
        <div class="actions">
          <button type="submit" disabled={isBusy}>
            {typeof submit === 'string' ? submit : submit(draft)}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <Progress isBusy={isBusy} />
        </div>
      </form>
    </Dialog>
  );
}

import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Once } from '#console/session/use-command.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { ApiCalls } from './api-call.tsx';
import { Button, Submit } from './button.tsx';
import { Notice } from './feedback/notice.tsx';
import { useFocusOnError } from './fields/field.tsx';
import { Failure, Progress } from './notices.tsx';

/** What the fields of a form get. */
export type DraftFields<Draft> = {
  readonly draft: Draft;
  /** The error of sending the draft as it is now. */
  readonly error: Error | null;
  /** Takes the next draft. A change that waits for something takes a function of the draft as it is then. */
  readonly onChange: (next: Draft | ((current: Draft) => Draft)) => void;
};

export type DraftFormProps<Draft> = {
  /** What the fields contain at first. */
  readonly initial: Draft;
  /** The text of the button that sends the form. */
  readonly submit: string | ((draft: Draft) => string);
  readonly send: (draft: Draft, once: Once) => Promise<unknown>;
  /** Pointers of the fields that show their own validation errors. */
  readonly errorFields: readonly string[];
  /** Whether the draft can be sent. */
  readonly isReady?: (draft: Draft) => boolean;
  /** What the person can do about an error, in the words of the screen; undefined for the text of the API. */
  readonly explain?: (error: Error) => ComponentChildren;
  /** Called after the form was sent. */
  readonly onDone?: () => void;
  /** Called by a button that closes the form. */
  readonly onCancel?: () => void;
  /** Whether the fields have their first values again after the form was sent. */
  readonly clears?: boolean;
  /** The control that has the focus at first, because the button that opened the form has left the page. */
  readonly focus?: 'input' | 'select';
  /** The requests that “Show the API call” shows below the form. */
  readonly callsOf?: (draft: Draft) => Parameters<typeof ApiCalls>[0]['calls'];
  readonly children: (fields: DraftFields<Draft>) => ComponentChildren;
};

/** A form that sends what a person entered, once. */
export function DraftForm<Draft>({
  initial,
  submit,
  send,
  errorFields,
  isReady = () => true,
  explain,
  onDone,
  onCancel,
  clears = false,
  focus,
  callsOf,
  children,
}: DraftFormProps<Draft>) {
  const { draft, setDraft, submit: sendDraft, isBusy, error } = useDraft(initial);
  const form = useFocusOnError(error);
  // Before the form is painted, so that no key press is lost.
  useLayoutEffect(() => {
    if (focus) form.current?.querySelector(focus)?.focus();
  }, []);

  async function onSubmit(event: Event): Promise<void> {
    if (!(await sendDraft(event, (once) => send(draft, once)))) return;
    if (clears) setDraft(initial);
    onDone?.();
  }

  return (
    <>
      <form ref={form} onSubmit={(event) => void onSubmit(event)}>
        {children({ draft, error, onChange: setDraft })}
        <FormEnd
          submit={typeof submit === 'string' ? submit : submit(draft)}
          isReady={isReady(draft)}
          isBusy={isBusy}
          error={error}
          errorFields={errorFields}
          explanation={error ? explain?.(error) : undefined}
          onCancel={onCancel}
        />
      </form>
      {callsOf && <ApiCalls calls={callsOf(draft)} />}
    </>
  );
}

/** The end of a form: why it could not be sent, and its buttons. */
export function FormEnd({
  submit,
  isReady = true,
  isBusy,
  error,
  errorFields,
  explanation,
  onCancel,
}: {
  readonly submit: string;
  readonly isReady?: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly errorFields: readonly string[];
  /** Shown instead of the text of the API. */
  readonly explanation?: ComponentChildren;
  readonly onCancel?: (() => void) | undefined;
}) {
  return (
    <>
      {explanation === undefined ? (
        <Failure error={error} fields={errorFields} />
      ) : (
        <Notice tone="bad" isNew>
          {explanation}
        </Notice>
      )}
      <div class="actions">
        <Submit label={submit} isReady={isReady} isBusy={isBusy} />
        {onCancel && <Button label="Cancel" quiet onClick={onCancel} />}
        <Progress isBusy={isBusy} />
      </div>
    </>
  );
}

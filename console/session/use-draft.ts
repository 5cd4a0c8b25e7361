import { useState } from 'preact/hooks';
import { errorAfterChange, type Running, useCommand } from './use-command.ts';

/**
 * What a person enters in a form, and the command that sends it. A validation error no longer applies to a draft that was changed after
 * the request, so that `error` is the error of the draft as it is now. A lost response is still an error then, because the changed draft
 * is another command and does not repeat the first one.
 */
export function useDraft<Draft>(initial: Draft | (() => Draft)) {
  const [draft, setDraft] = useState(initial);
  const [sent, setSent] = useState(draft);
  const { run, isBusy, error } = useCommand();

  /** Sends the draft by the submission of a form. Returns whether the command succeeded. */
  async function submit(event: Event, send: Parameters<Running['run']>[0]): Promise<boolean> {
    event.preventDefault();
    setSent(draft);
    return run(send);
  }

  return { draft, setDraft, submit, isBusy, error: sent === draft ? error : errorAfterChange(error) };
}

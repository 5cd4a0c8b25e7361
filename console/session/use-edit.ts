import { useLayoutEffect, useState } from 'preact/hooks';
import { carriesOut } from './carries-out.ts';
import { useSigned } from './context.ts';
import { ApiProblemError } from './problem.ts';
import { useCommand } from './use-command.ts';

/** A resource with the revision that an edit of it is based on. */
type Revised = { readonly etag: string };

/** How a form edits a resource. `Draft` is what the person enters, `Changes` are the fields of the request. */
export type Editing<Found extends Revised, Draft, Changes extends object> = {
  readonly draftOf: (found: Found) => Draft;
  /** The fields that differ. */
  readonly changesOf: (from: Draft, to: Draft) => Changes;
  /** The key of the resource among the queries, and the request that reads it. */
  readonly queryKey: readonly string[];
  readonly read: () => Promise<Found>;
  readonly save: (etag: string, changes: Changes) => Promise<Found>;
  /** The unsaved edit of a form that the person has left, and a function that keeps an unsaved edit. */
  readonly kept?: {
    readonly edit: { readonly base: Found; readonly draft: Draft } | undefined;
    readonly keep: (edit: { readonly base: Found; readonly draft: Draft } | undefined) => void;
  };
};

/**
 * An edit that is based on the revision that the person has seen, so that it does not undo the edit of another person. If the response to an
 * edit was lost, the edit is a conflict with itself when it is sent again: if the resource has all changed values, the edit is saved.
 */
export function useEdit<Found extends Revised, Draft, Changes extends object>(
  found: Found,
  { draftOf, changesOf, queryKey, read, save, kept }: Editing<Found, Draft, Changes>,
) {
  const { queries } = useSigned();
  const [base, setBase] = useState(() => kept?.edit?.base ?? found);
  const [draft, setDraft] = useState(() => kept?.edit?.draft ?? draftOf(found));
  const [sent, setSent] = useState<Draft>();
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useCommand();
  const changes = changesOf(draftOf(base), draft);
  const isChanged = Object.keys(changes).length > 0;
  kept?.keep(isChanged ? { base, draft } : undefined);
  const isOutdated = found.etag !== base.etag;

  function isCarriedOutIn(current: Found): boolean {
    return carriesOut(changes, changesOf(draftOf(current), draft));
  }
  const isMine = isChanged && sent === draft && isCarriedOutIn(found);

  function adopt(current: Found): void {
    setBase(current);
    setDraft(draftOf(current));
  }
  // Before the screen is painted, so that it never shows a conflict that is none.
  useLayoutEffect(() => {
    if (!isOutdated || (isChanged && !isMine)) return;
    adopt(found);
    if (!isMine) return;
    setSaved(true);
    // The rest of the screen shows the values before the edit.
    void queries.invalidateQueries();
  }, [found.etag]);

  /** Reads the resource for this form and for the rest of the screen. A read that began before the edit is not waited for. */
  async function readAgain(): Promise<Found> {
    const current = await read();
    queries.setQueryData(queryKey, current);
    return current;
  }

  async function saveOnce(): Promise<Found> {
    try {
      return await save(base.etag, changes);
    } catch (error_) {
      const current = isConflict(error_) ? await readAgain().catch(() => undefined) : undefined;
      if (!current || !isCarriedOutIn(current)) throw error_;
      return current;
    }
  }

  /** Sends the edit. Returns whether it is saved. */
  async function submit(): Promise<boolean> {
    setSent(draft);
    setSaved(false);
    const isDone = await run(async () => adopt(await saveOnce()));
    if (isDone) setSaved(true);
    // The edit may be saved although its response was lost, and the edit of another person is shown at once.
    else void readAgain().catch(() => undefined);
    return isDone;
  }

  return {
    base,
    draft,
    setDraft,
    changes,
    isChanged,
    isBusy,
    /** Whether the last edit is saved and nothing was changed since then. */
    isSaved: isSaved && !isChanged,
    /** Whether another person has changed the resource since the person began to edit it. */
    isConflict: isOutdated && isChanged && !isMine,
    /** The error of the draft as it is now: what was changed since then is not wrong any more. */
    error: sent === draft ? error : null,
    submit,
    /** Discards the changes. */
    discard: () => adopt(found),
    /** Bases other changes on the current revision. */
    rebase(changed: Draft): void {
      setBase(found);
      setDraft(changed);
    },
  };
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiProblemError && (error.status === 412 || error.code === 'concurrent_update');
}

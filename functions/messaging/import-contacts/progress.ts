import {
  type ContactImport,
  ImportMovedError,
  type Rejection,
} from '#shared/messaging/domain/contact-import.ts';
import type { ContactImportJobs, ImportedContact } from '#shared/messaging/ports/contact-imports.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { atStep } from '#shared/platform/core/stepwise-job.ts';

/** Lines without a write of a contact after which the progress is stored, and rejected lines that one write stores. */
const LINES_AT_ONCE = 500;
const REJECTIONS_AT_ONCE = 50;

/** The result of a line that changes no contact. */
export type Noted =
  | { readonly kind: 'unchanged' }
  /** Without the rejection if enough of them are stored. */
  | { readonly kind: 'rejected' | 'duplicates'; readonly rejection: Rejection | undefined };

export type Progress = {
  /** The import after the lines so far. */
  current(): ContactImport;
  /** The next state, with a line that changes no contact. It is stored with a later write. @throws ImportMovedError */
  note(next: ContactImport, noted: Noted): Promise<void>;
  /** Stores a contact and the import after its line in one transaction. @throws as `ContactImportJobs.apply` */
  apply(next: ContactImport, contact: ImportedContact, change: Change): Promise<void>;
  /** Stores the next state. @throws ImportMovedError if another run was first */
  store(next: ContactImport): Promise<ContactImport>;
};

/** The progress of a run: what is stored, and what the next write stores as well. */
export function createProgress(
  imports: Pick<ContactImportJobs, 'advance' | 'apply'>,
  found: ContactImport,
): Progress {
  let stored = found;
  let current = found;
  let rejections: Rejection[] = [];

  function isStored(next: ContactImport): ContactImport {
    [stored, current, rejections] = [next, next, []];
    return next;
  }

  async function store(next: ContactImport): Promise<ContactImport> {
    if (!(await imports.advance({ before: stored, after: next, rejections }))) throw new ImportMovedError();
    return isStored(next);
  }

  return {
    current: () => current,
    store,

    async note(next, noted) {
      current = next;
      if (noted.kind !== 'unchanged' && noted.rejection) rejections.push(noted.rejection);
      if (rejections.length >= REJECTIONS_AT_ONCE || next.lines - stored.lines >= LINES_AT_ONCE)
        await store(atStep(next));
    },

    async apply(next, contact, change) {
      const after = atStep(next);
      await imports.apply({ before: stored, after, rejections }, contact, change);
      isStored(after);
    },
  };
}

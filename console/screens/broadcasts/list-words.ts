import type { components } from '#clients/typescript/schema.d.ts';
import { countOf } from '#console/parts/counted.ts';

export type ContactImport = components['schemas']['ContactImport'];

export const IMPORTS = '/api/v1/salesbot/contacts/imports';
export const IMPORT = '/api/v1/salesbot/contacts/imports/{import}';

/** Why an import has failed, and what to do. */
const FAILURES: Readonly<Record<string, string>> = {
  file_changed: 'The file was replaced or deleted while it was read. Upload it again.',
  too_many_lines: 'The file has too many lines. Divide it into several files.',
  attempts_exhausted: 'The file could not be read. Upload it again later.',
};

/** Whether broadcasts can be sent to the list of an import, and to how many contacts. */
export function listSentence(found: ContactImport): string {
  const { state, list, lines, failure_reason: reason } = found;
  if (state === 'failed')
    return (
      (reason === null ? undefined : FAILURES[reason]) ?? 'The import has failed. Upload the file again.'
    );
  if (list === null) return 'This import has no list, so broadcasts cannot be sent to it. Upload a list.';
  if (state !== 'completed')
    return `The list “${list}” is being read: ${countOf(lines, 'line')} so far. Save the broadcast when the list is complete.`;
  const contacts = found.created + found.updated + found.unchanged;
  return `The list “${list}” has ${countOf(contacts, 'contact')}.${leftOut(found)}`;
}

function leftOut({ duplicates, rejected, rejected_lines: some }: ContactImport): string {
  const first = some.find(({ code }) => code !== 'duplicate_line');
  return [
    duplicates === 0 ? '' : ` ${countOf(duplicates, 'line')} had the contact of an earlier line.`,
    rejected === 0 ? '' : ` ${countOf(rejected, 'line')} could not be used`,
    rejected === 0 ? '' : first ? `, first line ${first.line}: ${first.detail}` : '.',
  ].join('');
}

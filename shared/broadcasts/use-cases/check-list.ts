import { type Audience, listOf } from '#shared/broadcasts/domain/audience.ts';
import { importExpiresAt } from '#shared/messaging/domain/contact-import.ts';
import type { ContactImportReader } from '#shared/messaging/ports/contact-imports.ts';

const GONE =
  'The list of the audience does not exist, or has expired: lists are kept for 90 days. Import the file again with createContactImport and a ' +
  'list, and use the ID of this import in audience.list.';

/**
 * Why the list that an audience names cannot be sent to, with what to do about it; undefined if it can, or if the audience names none.
 * (docs/specification.md#uploaded-lists)
 */
export async function findListProblem(
  imports: Pick<ContactImportReader, 'find'>,
  workspaceId: string,
  audience: Audience,
  now: Date,
): Promise<string | undefined> {
  const importId = listOf(audience);
  if (importId === undefined) return undefined;
  const found = await imports.find(workspaceId, importId);
  // TTL deletes items late, and the members of a list one by one.
  if (!found || importExpiresAt(found) <= now) return GONE;
  if (found.list === null)
    return 'The import of the audience has no list. Import the file again with createContactImport and a list.';
  if (found.state === 'completed') return undefined;
  return found.state === 'failed'
    ? 'The import of the list has failed, so the list is incomplete. Import the file again with createContactImport.'
    : 'The import of the list is not completed. Wait until getContactImport shows that it is.';
}

import { type Audience, listOf } from '#shared/broadcasts/domain/audience.ts';
import { importExpiresAt } from '#shared/messaging/domain/contact-import.ts';
import type { ContactImportReader } from '#shared/messaging/ports/contact-imports.ts';

const GONE =
  'The list of the audience does not exist, or has expired: lists are kept for 90 days. Import the file again with createContactImport and a ' +
  'list, and use the ID of the new import in audience.list.';

/**
 * The problem of the list in an audience, and what to do about it, as a detail of an error. Undefined if broadcasts can be sent to the list,
 * or if the audience has no list (docs/specification/messaging.md#uploaded-lists).
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

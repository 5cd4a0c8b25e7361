import { type ContactImport, importExpiresAt } from '#shared/messaging/domain/contact-import.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import type { ContactImportReader } from '#shared/messaging/ports/contact-imports.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from '#shared/platform/http/not-found.ts';

type ImportRequest = {
  readonly principal: Principal;
  readonly params: { readonly import: string };
  readonly now: Date;
};

/** Finds the import of the path, unless it has expired. @throws PlatformError `import_not_found` */
export async function loadImport(
  imports: Pick<ContactImportReader, 'find'>,
  { principal, params, now }: ImportRequest,
): Promise<ContactImport> {
  const found = await imports.find(principal.workspaceId, params.import);
  // TTL deletes items late.
  if (!found || importExpiresAt(found) <= now) throw notFound(messagingErrors.import_not_found);
  return found;
}

import { type ContactImport, importExpiresAt } from './contact-import.ts';

/**
 * A contact in the list of an import (docs/specification/messaging.md#uploaded-lists). It has no personal data, so the member stays when its contact is
 * deleted.
 */
export type ListMember = {
  readonly importId: string;
  readonly workspaceId: string;
  readonly contactId: string;
  /** The line that added the member, counted from 1. By this number, a repeated run finds that it has added the member itself. */
  readonly line: number;
  readonly expiresAt: Date;
};

/** The member that a line adds to the list of its import; undefined for an import without a list. */
export function memberOf(
  imported: Pick<ContactImport, 'id' | 'workspaceId' | 'list' | 'createdAt'>,
  contactId: string,
  line: number,
): ListMember | undefined {
  const { id, workspaceId, list } = imported;
  if (list === null) return undefined;
  return { importId: id, workspaceId, contactId, line, expiresAt: importExpiresAt(imported) };
}

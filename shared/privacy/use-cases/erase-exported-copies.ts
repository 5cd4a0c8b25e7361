import * as v from 'valibot';
import type { Erasable, ErasedContact } from '#shared/events/ports/erasable.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { kindOfFile } from '#shared/privacy/domain/export-keys.ts';
import { CONTACT_FIELDS } from '#shared/privacy/domain/workspace-export.ts';
import type { ExportedCopies, StoredCopy } from '#shared/privacy/ports/exported-copies.ts';

/** Erasures whose position is kept. At the maximum all positions are deleted, and the erasures begin again. */
const MAX_POSITIONS = 1000;

/**
 * Removes a contact from the files of exports (docs/specification/privacy.md#erasure). A file is written again without the lines about the
 * contact, under its key, so the URLs that were given out read the new file. All other lines stay as they are.
 *
 * A workspace can have more files than one run can read. The position of an erasure is therefore kept in memory; a new container begins
 * again, which changes nothing in files that are done.
 */
export function createExportedCopiesEraser(copies: ExportedCopies): Erasable<ErasedContact> {
  const positions = new Map<string, string>();
  let turn: Promise<unknown> = Promise.resolve();

  async function erase(erased: ErasedContact, hasTime: () => boolean): Promise<boolean> {
    const { workspaceId, contact, requestedAt, isLast } = erased;
    const place = [workspaceId, contact, requestedAt.getTime(), isLast].join(' ');
    let key: string | undefined;
    for await (const copy of copies.list(workspaceId, positions.get(place))) {
      if (copy.key !== key) {
        // Only now all versions of the key before are done.
        if (key !== undefined) remember(place, key);
        if (!hasTime()) return false;
        ({ key } = copy);
      }
      await eraseIn(copy, erased);
    }
    positions.delete(place);
    return true;
  }

  function remember(place: string, key: string): void {
    if (positions.size >= MAX_POSITIONS) positions.clear();
    positions.set(place, key);
  }

  async function eraseIn(copy: StoredCopy, { contact, requestedAt, isLast }: ErasedContact): Promise<void> {
    const kind = kindOfFile(copy.key);
    const field = kind && CONTACT_FIELDS[kind];
    if (!field) return;
    // A run that was killed between the two steps of a replacement, or an expired file.
    if (!copy.isLatest) return copies.remove(copy);
    // The last pass reads what an export wrote with records that it had read before the first pass.
    if (isLast && copy.writtenAt < requestedAt) return;
    const text = await copies.read(copy.key);
    if (text === undefined) return;
    const lines = text.split('\n');
    const kept = lines.filter((line) => !isAbout(line, field, contact));
    if (kept.length < lines.length) await copies.replace(copy, kept.join('\n'));
  }

  return {
    // A file has up to 14 MB, so erasures that run at the same time read one after the other.
    erase(erased, hasTime) {
      const result = turn.then(() => erase(erased, hasTime));
      turn = result.catch(() => undefined);
      return result;
    },
  };
}

function isAbout(line: string, field: 'id' | 'contact_id', contact: string): boolean {
  const id = idIn(line, field);
  return id !== undefined && hashContact(id.toLowerCase()) === contact;
}

/** The ID in a line; undefined for the empty end of a file. */
function idIn(line: string, field: 'id' | 'contact_id'): string | undefined {
  const record: unknown = line === '' ? undefined : JSON.parse(line);
  const id = v.safeParse(v.object({ [field]: v.string() }), record);
  return id.success ? id.output[field] : undefined;
}

import { randomUUID } from 'node:crypto';
import { editPage, newPage, type PageEdit } from '#shared/biolinks/domain/page-edit.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';

/** A draft with a title and a unique slug. */
export function aPage(overrides: Partial<Page> = {}): Page {
  const identity = { id: newId(NOW), workspaceId: randomUUID(), slug: `ada-${randomUUID()}`, theme: 'paper' };
  return { ...newPage(identity, { title: 'Ada Lovelace' }, NOW), ...overrides };
}

/** The page after an edit that changes something. */
export function anEditedPage(before: Page, edit: PageEdit, at = secondsAfterNow(60)): Page {
  const after = editPage(before, edit, at);
  if (!after) throw new Error('The edit changes nothing');
  return after;
}

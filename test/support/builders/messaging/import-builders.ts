import { randomUUID } from 'node:crypto';
import {
  atRun,
  completedImport,
  type ContactImport,
  newImport,
  startedImport,
} from '#shared/messaging/domain/contact-import.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

/** An import with a list that was completed when it was created. */
export function aCompletedImport(overrides: Partial<ContactImport> = {}): ContactImport {
  const { createdAt = NOW, workspaceId = randomUUID() } = overrides;
  const created = newImport({ id: randomUUID(), workspaceId }, { size: 1000, list: 'Guests' }, createdAt);
  const running = atRun(startedImport(created, '"etag"', createdAt), createdAt);
  return { ...completedImport(running, createdAt), ...overrides };
}

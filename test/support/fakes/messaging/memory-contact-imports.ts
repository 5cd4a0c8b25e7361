import {
  type ContactImport,
  IMPORT_LIMITS,
  ImportMovedError,
  importRunning,
  isInProgress,
  type Rejection,
  tooManyImports,
} from '#shared/messaging/domain/contact-import.ts';
import type {
  ContactImportJobs,
  ContactImportStore,
  ImportProgress,
} from '#shared/messaging/ports/contact-imports.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import {
  commitInMemory,
  listMemberPlace,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';

/** Imports over a memory core. Their contacts are written by a contact store over the same core. */
export function createMemoryContactImports(
  core: MemoryCore,
  contacts: Pick<ContactStore, 'create' | 'save'>,
): ContactImportStore & ContactImportJobs {
  const { contactImports } = core;

  function placeOf({ workspaceId, id }: Pick<ContactImport, 'workspaceId' | 'id'>): string {
    return withinWorkspace(workspaceId, id);
  }

  function isUnchanged(before: ContactImport): boolean {
    return contactImports.get(placeOf(before))?.imported.step === before.step;
  }

  function rejectionsOf(imported: Pick<ContactImport, 'workspaceId' | 'id'>): readonly Rejection[] {
    return contactImports.get(placeOf(imported))?.rejections ?? [];
  }

  function store({ after, rejections }: ImportProgress): void {
    contactImports.set(placeOf(after), {
      imported: structuredClone(after),
      rejections: [...rejectionsOf(after), ...rejections],
    });
  }

  return {
    async find(workspaceId, id) {
      return structuredClone(contactImports.get(withinWorkspace(workspaceId, id))?.imported);
    },

    async readRejections(workspaceId, id) {
      return [...rejectionsOf({ workspaceId, id })];
    },

    async create(imported, context) {
      commitInMemory(core, context, () => {
        const { at } = context.change;
        const recent = [...contactImports.values()]
          .map((each) => each.imported)
          .filter(({ workspaceId }) => workspaceId === imported.workspaceId)
          .map(({ createdAt }) => createdAt.getTime())
          .filter((time) => time > at.getTime() - DAY_MS)
          .toSorted((a, b) => a - b);
        const [oldest = 0] = recent;
        if (recent.length >= IMPORT_LIMITS.perDay) throw tooManyImports(new Date(oldest + DAY_MS), at);
        if (contactImports.has(placeOf(imported))) throw new ConcurrentUpdateError();
        store({ before: imported, after: imported, rejections: [] });
      });
    },

    async start(before, after, context) {
      commitInMemory(core, context, () => {
        const running = [...contactImports.values()]
          .map(({ imported }) => imported)
          .find((each) => each.workspaceId === after.workspaceId && isInProgress(each));
        if (running && running.id !== after.id) throw importRunning(running.id);
        if (!isUnchanged(before)) throw new ConcurrentUpdateError();
        store({ before, after, rejections: [] });
      });
    },

    async advance(progress) {
      if (!isUnchanged(progress.before)) return false;
      store(progress);
      return true;
    },

    async apply(progress, { before, after, member, events }, change) {
      if (!isUnchanged(progress.before)) throw new ImportMovedError();
      const place = member && listMemberPlace(member);
      const stored = place === undefined ? undefined : core.listMembers.get(place);
      if (stored && stored.line !== member?.line) throw new ConcurrentUpdateError();
      const context = { change, idempotencyRecord: null };
      if (before) await contacts.save(before, after, events, context);
      else await contacts.create(after, events, context);
      if (place !== undefined && member) core.listMembers.set(place, member);
      store(progress);
    },
  };
}

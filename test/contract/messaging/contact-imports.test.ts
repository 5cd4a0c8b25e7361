import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  afterLine,
  atRun,
  completedImport,
  type ContactImport,
  continuedImport,
  failedImport,
  ImportMovedError,
  newImport,
  type Rejection,
  startedImport,
} from '#shared/messaging/domain/contact-import.ts';
import { memberOf } from '#shared/messaging/domain/list-member.ts';
import { ConcurrentUpdateError, DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { atStep } from '#shared/platform/core/stepwise-job.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContact, aFullContact } from '#test/support/builders/messaging/contact-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const LATER = secondsAfterNow(60);

function aRejection(line: number): Rejection {
  return { line, code: 'malformed_json', detail: 'The line is not valid JSON.', pointer: '#' };
}

describeStores('ContactImportStore', (fixture) => {
  async function created(workspaceId: string = randomUUID()): Promise<ContactImport> {
    return createdWith(null, workspaceId);
  }

  async function createdWith(
    list: string | null,
    workspaceId: string = randomUUID(),
  ): Promise<ContactImport> {
    const imported = newImport({ id: newId(NOW), workspaceId }, { size: 1000, list }, NOW);
    await fixture.imports.create(imported, aContext());
    return imported;
  }

  async function started(workspaceId: string = randomUUID()): Promise<ContactImport> {
    const before = await created(workspaceId);
    const after = startedImport(before, '"etag"', NOW);
    await fixture.imports.start(before, after, aContext());
    return after;
  }

  const found = ({ workspaceId, id }: ContactImport) => fixture.imports.find(workspaceId, id);
  const advance = (before: ContactImport, after: ContactImport, rejections: readonly Rejection[] = []) =>
    fixture.imports.advance({ before, after, rejections });

  describe('create', () => {
    it('stores an import, of its workspace only', async () => {
      const imported = await created();

      expect(await found(imported)).toEqual(imported);
      expect(await fixture.imports.find(randomUUID(), imported.id)).toBeUndefined();
    });

    it('stores the name of a list', async () => {
      const imported = await createdWith('Guests');

      expect(await found(imported)).toMatchObject({ list: 'Guests' });
    });

    it('accepts 20 within 24 hours, and the next when the oldest is a day old', async () => {
      const workspaceId = randomUUID();
      const create = (seconds: number) => {
        const at = secondsAfterNow(seconds);
        const { change } = aContext();
        const imported = newImport({ id: newId(at), workspaceId }, { size: 1 }, at);
        return fixture.imports.create(imported, aContext({ change: { ...change, at } }));
      };
      for (let made = 0; made < 20; made += 1) await create(made);

      await expect(create(86_399)).rejects.toMatchObject({
        code: 'quota_exceeded',
        extras: { resource: 'contact-imports', limit: 20, headers: { 'Retry-After': '1' } },
      });
      await expect(create(86_400)).resolves.toBeUndefined();
      await expect(create(86_400)).rejects.toMatchObject({ code: 'quota_exceeded' });
    });

    it('creates nothing under a stored response', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      const [one, twin] = [1, 2].map(() =>
        newImport({ id: newId(NOW), workspaceId: randomUUID() }, { size: 1 }, NOW),
      );
      if (!one || !twin) throw new Error('There are two');
      await fixture.imports.create(one, aContext({ idempotencyRecord }));

      await expect(fixture.imports.create(twin, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await found(twin)).toBeUndefined();
    });
  });

  describe('start', () => {
    it('plans the first run', async () => {
      const imported = await started();

      expect(await found(imported)).toEqual(imported);
      expect(imported).toMatchObject({ state: 'queued', due: { at: NOW, seq: 1, timer: true } });
    });

    it('is accepted once', async () => {
      const before = await created();
      const after = startedImport(before, '"etag"', NOW);
      await fixture.imports.start(before, after, aContext());

      await expect(fixture.imports.start(before, after, aContext())).rejects.toThrow(ConcurrentUpdateError);
    });

    it.each([
      ['completed', (before: ContactImport) => completedImport(before, LATER)],
      ['failed', (before: ContactImport) => failedImport(before, 'file_changed', LATER)],
    ])('is rejected until the other import of the workspace has %s', async (_, end) => {
      const first = await started();
      const second = await created(first.workspaceId);
      const start = () => fixture.imports.start(second, startedImport(second, '"etag"', NOW), aContext());
      await expect(start()).rejects.toMatchObject({ code: 'import_running', extras: { import: first.id } });
      expect(await found(second)).toEqual(second);
      await expect(started()).resolves.toBeDefined();

      const running = atRun(first, NOW);
      expect(await advance(first, running)).toBe(true);
      expect(await advance(running, end(running))).toBe(true);
      await expect(start()).resolves.toBeUndefined();
    });
  });

  describe('advance', () => {
    it('stores the progress once, with the rejected lines in their order', async () => {
      const first = await started();
      const running = atRun(first, NOW);
      await advance(first, running);
      const one = atStep(afterLine(running, 'rejected', 10));
      const two = continuedImport(afterLine(one, 'rejected', 20), LATER);

      expect(await advance(running, one, [aRejection(1)])).toBe(true);
      expect(await advance(running, one, [aRejection(1)])).toBe(false);
      expect(await advance(one, two, [aRejection(2), aRejection(3)])).toBe(true);
      expect(await found(first)).toEqual(two);
      expect(await fixture.imports.readRejections(first.workspaceId, first.id)).toEqual(
        [1, 2, 3].map(aRejection),
      );
      expect(await fixture.imports.readRejections(first.workspaceId, randomUUID())).toEqual([]);
    });
  });

  describe('apply', () => {
    async function running(workspaceId?: string) {
      const first = await started(workspaceId);
      const before = atRun(first, NOW);
      await advance(first, before);
      return before;
    }

    const contactOf = ({ workspaceId }: ContactImport, id: string) => fixture.contacts.find(workspaceId, id);

    it('creates a contact with its event and the progress, all or nothing', async () => {
      const before = await running();
      const after = atStep(afterLine(before, 'created', 10));
      const contact = aFullContact({ workspaceId: before.workspaceId });
      const [event, late] = [anEvent(), anEvent()];
      const apply = (events = [event]) =>
        fixture.imports.apply(
          { before, after, rejections: [aRejection(1)] },
          { before: undefined, after: contact, member: undefined, events },
          aContext().change,
        );
      await apply();

      await expect(apply([late])).rejects.toThrow(ImportMovedError);
      expect(await contactOf(before, contact.id)).toEqual(contact);
      expect(await found(before)).toEqual(after);
      expect(await fixture.events.find(event.id)).toEqual(event);
      expect(await fixture.events.find(late.id)).toBeUndefined();
      expect(await fixture.imports.readRejections(before.workspaceId, before.id)).toEqual([aRejection(1)]);
    });

    it('adds the member of the list with the contact, also if it was added by the same line', async () => {
      const before = { ...(await running()), list: 'Guests' };
      const after = atStep(afterLine(before, 'created', 10));
      const contact = aFullContact({ workspaceId: before.workspaceId });
      const member = memberOf(before, contact.id, 1);
      if (!member) throw new Error('The import has a list');
      await fixture.listMembers.add(member);
      const progress = { before, after, rejections: [] };
      await fixture.imports.apply(
        progress,
        { before: undefined, after: contact, member, events: [] },
        aContext().change,
      );

      expect(await fixture.listMembers.find(before.id, contact.id)).toEqual(member);
      expect(await contactOf(before, contact.id)).toEqual(contact);
    });

    it('changes nothing if the contact is a member by another line', async () => {
      const before = { ...(await running()), list: 'Guests' };
      const contact = aFullContact({ workspaceId: before.workspaceId });
      const [first, second] = [1, 2].map((line) => memberOf(before, contact.id, line));
      if (!first || !second) throw new Error('The import has a list');
      await fixture.listMembers.add(first);
      const applied = fixture.imports.apply(
        { before, after: atStep(afterLine(before, 'created', 10)), rejections: [] },
        { before: undefined, after: contact, member: second, events: [] },
        aContext().change,
      );

      await expect(applied).rejects.toThrow(ConcurrentUpdateError);
      expect(await contactOf(before, contact.id)).toBeUndefined();
      expect(await found(before)).toMatchObject({ lines: 0 });
      expect(await fixture.listMembers.find(before.id, contact.id)).toEqual(first);
    });

    it('changes a contact that did not change meanwhile', async () => {
      const before = await running();
      const contact = aContact({ workspaceId: before.workspaceId });
      await fixture.contacts.create(contact, [], aContext());
      const apply = (progress: ContactImport, old: typeof contact, name: string) =>
        fixture.imports.apply(
          { before: progress, after: atStep(afterLine(progress, 'updated', 10)), rejections: [] },
          { before: old, after: { ...old, name, revision: old.revision + 1 }, member: undefined, events: [] },
          aContext().change,
        );
      await apply(before, contact, 'First');
      const next = (await found(before)) ?? expect.fail();

      await expect(apply(next, contact, 'Second')).rejects.toThrow(ConcurrentUpdateError);
      expect(await contactOf(before, contact.id)).toMatchObject({ name: 'First', revision: 2 });
      expect(await found(before)).toEqual(next);
    });

    it('does not create a contact with the address of another one', async () => {
      const before = await running();
      const { workspaceId } = before;
      const holder = aContact({ workspaceId, email: 'eve@example.com' });
      await fixture.contacts.create(holder, [], aContext());
      const twin = aContact({ workspaceId, email: 'EVE@example.com' });
      const applied = fixture.imports.apply(
        { before, after: atStep(afterLine(before, 'created', 10)), rejections: [] },
        { before: undefined, after: twin, member: undefined, events: [] },
        aContext().change,
      );

      await expect(applied).rejects.toMatchObject({ code: 'contact_exists', extras: { contact: holder.id } });
      expect(await found(before)).toEqual(before);
    });
  });
});

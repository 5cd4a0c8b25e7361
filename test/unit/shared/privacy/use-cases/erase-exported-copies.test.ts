import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { ExportedCopies } from '#shared/privacy/ports/exported-copies.ts';
import { createExportedCopiesEraser } from '#shared/privacy/use-cases/erase-exported-copies.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryExportedCopies } from '#test/support/fakes/privacy/memory-exported-copies.ts';

const always = () => true;

/** A workspace with exports, and an erasure of one contact. */
function anExport() {
  const clock = { now: NOW };
  const copies = createMemoryExportedCopies(() => clock.now);
  const [workspaceId, contactId] = [randomUUID(), randomUUID()];
  const keyOf = (name: string, prefix = 'exports') => `${prefix}/${workspaceId}/e/r/${name}.ndjson`;
  return {
    clock,
    copies,
    contactId,
    keyOf,
    put: (name: string, lines: readonly object[], prefix?: string) =>
      copies.put(keyOf(name, prefix), lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    text: (name: string, prefix?: string) => copies.texts(keyOf(name, prefix))[0],
    /** One eraser for several requests. */
    begin() {
      const { erase } = createExportedCopiesEraser(copies);
      const contact = hashContact(contactId);
      return (requestedAt: Date, hasTime = always) =>
        erase({ workspaceId, contact, requestedAt, isLast: false }, hasTime);
    },
    /** An eraser over these files, whose calls fail where a test requires it. */
    eraser(overrides: Partial<ExportedCopies> = {}, isLast = false) {
      const { erase } = createExportedCopiesEraser({ ...copies, ...overrides });
      const erased = { workspaceId, contact: hashContact(contactId), requestedAt: NOW, isLast };
      return (hasTime = always) => erase(erased, hasTime);
    },
  };
}

describe('erasing a contact from the files of exports', () => {
  it.each([
    ['contacts-0001', 'id'],
    ['external-contacts-0001', 'id'],
    ['conversations-0001', 'contact_id'],
    ['messages-0012', 'contact_id'],
    ['external-conversations-0001', 'contact_id'],
    ['external-messages-0001', 'contact_id'],
    ['payments-0001', 'contact_id'],
    ['bookings-0001', 'contact_id'],
    ['orders-0001', 'contact_id'],
  ])('removes its lines from %s, and keeps the others byte for byte', async (name, field) => {
    const { put, text, contactId, eraser } = anExport();
    const others = [
      { [field]: randomUUID(), text: `about ${contactId}` },
      { [field]: null, name: 'Zoë 😀' },
    ];
    put(name, [...others, { [field]: contactId.toUpperCase(), a: 1 }, { [field]: contactId }]);

    expect(await eraser()()).toBe(true);
    expect(text(name)).toBe(others.map((each) => `${JSON.stringify(each)}\n`).join(''));
  });

  it('removes it from exports of contacts, too, and leaves an empty file', async () => {
    const { put, text, contactId, eraser } = anExport();
    put('contacts-0001', [{ id: contactId }], 'contact-exports');
    await eraser()();

    expect(text('contacts-0001', 'contact-exports')).toBe('');
  });

  it('writes no file that has no line about the contact, and reads none of other kinds', async () => {
    const { put, contactId, eraser } = anExport();
    put('contacts-0001', [{ id: randomUUID() }]);
    for (const name of ['audit-events-0001', 'posts-0001', 'media/picture']) put(name, [{ id: contactId }]);
    const read: string[] = [];
    const erase = eraser({
      read: async (key) => {
        read.push(key);
        return `{"id":"${randomUUID()}"}\n`;
      },
      replace: () => Promise.reject(new Error('No file has the contact')),
    });

    expect(await erase()).toBe(true);
    expect(read.map((key) => key.split('/').at(-1))).toEqual(['contacts-0001.ndjson']);
  });

  it('leaves no earlier version after a run that was killed within a replacement', async () => {
    const { put, copies, keyOf, contactId, eraser } = anExport();
    put('contacts-0001', [{ id: contactId }]);
    const killed = eraser({
      async replace({ key }, text) {
        copies.put(key, text);
        throw new Error('Killed');
      },
    });

    await expect(killed()).rejects.toThrow('Killed');
    expect(copies.texts(keyOf('contacts-0001'))).toHaveLength(2);
    expect(await eraser()()).toBe(true);
    expect(copies.texts(keyOf('contacts-0001'))).toEqual(['']);
  });

  it('continues after the last file when the time was used up', async () => {
    const { put, copies, text, contactId, eraser } = anExport();
    const names = ['contacts-0001', 'contacts-0002', 'messages-0001'];
    for (const name of names) put(name, [{ id: contactId, contact_id: contactId }]);
    const read: string[] = [];
    const erase = eraser({
      read: (key) => {
        read.push(key);
        return copies.read(key);
      },
    });
    let files = 0;

    expect(await erase(() => (files += 1) <= 2)).toBe(false);
    expect(await erase()).toBe(true);
    expect(read).toHaveLength(3);
    expect(names.map((name) => text(name))).toEqual(['', '', '']);
    expect(await erase()).toBe(true);
    expect(read).toHaveLength(6);
  });

  it('removes the earlier versions of a file also if the time is used up or a removal fails in between', async () => {
    const { put, copies, keyOf, contactId, eraser } = anExport();
    put('contacts-0001', [{ id: contactId }]);
    put('contacts-0001', []);
    put('messages-0001', [{ contact_id: contactId }]);
    let failures = 1;
    const erase = eraser({
      async remove(copy) {
        failures -= 1;
        if (failures >= 0) throw new Error('S3 is down');
        return copies.remove(copy);
      },
    });

    await expect(erase()).rejects.toThrow('S3 is down');
    let asked = 0;
    expect(await erase(() => (asked += 1) <= 1)).toBe(false);
    expect(copies.texts(keyOf('contacts-0001'))).toEqual(['']);
    expect(await erase()).toBe(true);
    expect(copies.texts(keyOf('messages-0001'))).toEqual(['']);
  });

  it('begins again for another request of the same contact', async () => {
    const { put, contactId, text, begin } = anExport();
    put('contacts-0001', [{ id: contactId }]);
    put('contacts-0002', [{ id: contactId }]);
    const erase = begin();
    let asked = 0;
    expect(await erase(NOW, () => (asked += 1) <= 1)).toBe(false);
    put('contacts-0001', [{ id: contactId }]);

    expect(await erase(secondsAfterNow(60))).toBe(true);
    expect([text('contacts-0001'), text('contacts-0002')]).toEqual(['', '']);
  });

  it('reads in the last pass only what was written since the request', async () => {
    const { clock, put, text, contactId, eraser } = anExport();
    clock.now = secondsAfterNow(-1);
    put('contacts-0001', [{ id: contactId }]);
    clock.now = secondsAfterNow(20);
    put('contacts-0002', [{ id: contactId }]);

    expect(await eraser({}, true)()).toBe(true);
    expect([text('contacts-0001'), text('contacts-0002')]).toEqual([`{"id":"${contactId}"}\n`, '']);
  });

  it('does nothing about a file that expires meanwhile', async () => {
    const { put, eraser, contactId } = anExport();
    put('contacts-0001', [{ id: contactId }]);

    expect(await eraser({ read: async () => undefined })()).toBe(true);
  });

  it('holds one file at a time, however many erasures run', async () => {
    const { put, copies, contactId, eraser } = anExport();
    put('contacts-0001', [{ id: contactId }]);
    let [open, most] = [0, 0];
    const erase = eraser({
      async read(key) {
        open += 1;
        most = Math.max(most, open);
        await Promise.resolve();
        open -= 1;
        return copies.read(key);
      },
    });

    expect(await Promise.all([erase(), erase(), erase()])).toEqual([true, true, true]);
    expect(most).toBe(1);
  });
});

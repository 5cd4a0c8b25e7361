import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContactEdit, editContact } from '#shared/messaging/domain/contact-edit.ts';
import { aContact, aFullContact } from '#test/support/builders/messaging/contact-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const LATER = secondsAfterNow(60);

describe('editContact', () => {
  it.each([
    ['nothing', {}],
    ['the same values', { stage: 'customer', tags: ['newsletter', 'vip'], optedOut: ['sms'] }],
    ['a tag that the contact has', { addTags: ['vip'] }],
    ['the removal of what the contact lacks', { removeTags: ['a'], customFields: new Map([['a', null]]) }],
  ] as const)('changes nothing for %s', (_, edit) => {
    expect(editContact(aFullContact(), edit, LATER)).toBeUndefined();
  });

  it('moves the time of the change forward, also if the clock is behind', () => {
    const before = aContact({ updatedAt: LATER });

    expect(editContact(before, { name: 'n' }, NOW)?.contact.updatedAt).toEqual(new Date(LATER.getTime() + 1));
    expect(editContact(before, { name: 'n' }, secondsAfterNow(61))?.contact.updatedAt).toEqual(
      secondsAfterNow(61),
    );
  });

  it('keeps the order of tags, each once', () => {
    const before = aContact({ tags: ['b', 'a'] });

    expect(editContact(before, { addTags: ['c', 'a', 'c'], removeTags: ['b'] }, LATER)?.contact.tags).toEqual(
      ['a', 'c'],
    );
    expect(editContact(before, { tags: ['c', 'c', 'a'] }, LATER)?.contact.tags).toEqual(['c', 'a']);
  });

  it('reports each change exactly once, so that a copy made from the events is the same', () => {
    const tag = fc.constantFrom('a', 'b', 'c', 'd');
    const edits = fc.record<ContactEdit>(
      {
        name: fc.constantFrom('Ada', 'Eve', null),
        stage: fc.constantFrom('lead', 'customer', null),
        tags: fc.array(tag),
        addTags: fc.array(tag),
        removeTags: fc.array(tag),
        optedOut: fc.uniqueArray(fc.constantFrom('sms', 'whatsapp')),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 12 }), (all) => {
        let contact = aContact();
        const copy = { tags: new Set<string>(), stage: contact.stage, revision: contact.revision };
        for (const edit of all) {
          const change = editContact(contact, edit, LATER);
          if (!change) continue;
          expect(change.happened).not.toEqual([]);
          for (const happening of change.happened) {
            // A tag is never reported as added while the copy has it, or as removed while the copy lacks it.
            if (happening.kind === 'tagged') expect(copy.tags.has(happening.tag)).toBe(false);
            if (happening.kind === 'untagged') expect(copy.tags.has(happening.tag)).toBe(true);
            if (happening.kind === 'tagged') copy.tags.add(happening.tag);
            if (happening.kind === 'untagged') copy.tags.delete(happening.tag);
            if (happening.kind === 'stage_changed') {
              expect(happening.previousStage).toBe(copy.stage);
              copy.stage = happening.stage;
            }
            if (happening.kind === 'updated') copy.stage = change.contact.stage;
          }
          ({ contact } = change);
          copy.revision += 1;
        }
        expect([...copy.tags].toSorted()).toEqual([...contact.tags].toSorted());
        expect([copy.stage, copy.revision]).toEqual([contact.stage, contact.revision]);
      }),
      { numRuns: runs(200) },
    );
  });
});

import { randomUUID } from 'node:crypto';
import { newContact } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

/** A contact with a name only. */
export function aContact(overrides: Partial<Contact> = {}): Contact {
  const identity = { id: newId(NOW), workspaceId: randomUUID() };
  return { ...newContact(identity, { name: 'Ada Moreau' }, NOW).contact, ...overrides };
}

/** A contact with every field set. */
export function aFullContact(overrides: Partial<Contact> = {}): Contact {
  return aContact({
    email: 'Ada.Moreau@example.com',
    phone: '+12025550143',
    platform: 'whatsapp',
    stage: 'customer',
    previousStage: 'lead',
    stageChangedAt: secondsAfterNow(1),
    tags: ['newsletter', 'vip'],
    customFields: new Map<string, string | number | boolean>([
      ['customer_number', 'C-1042'],
      ['orders', 1e300],
      ['wholesale', false],
      ['constructor', 'Ada'],
    ]),
    dates: new Map([
      ['birthday', { date: '1990-03-14', repeats: 'yearly', nextOn: '2027-03-14' }],
      ['contract', { date: '2020-06-30', repeats: 'never', nextOn: null }],
    ]),
    optOuts: new Map([['sms', secondsAfterNow(2)]]),
    consents: [
      {
        pageId: '01980000-0000-7000-8000-0000000000a1',
        pageUrl: 'https://pages.example.com/ada',
        blockId: '01980000-0000-7000-8000-0000000000b1',
        text: 'Send me the newsletter.\nI can unsubscribe.',
        version: 'LgpkSb9DFJdFDxiF0sakPKpgmSP95f4keQpEKGENquI',
        firstAt: secondsAfterNow(1),
        lastAt: secondsAfterNow(2),
      },
    ],
    revision: 7,
    updatedAt: secondsAfterNow(3),
    ...overrides,
  });
}

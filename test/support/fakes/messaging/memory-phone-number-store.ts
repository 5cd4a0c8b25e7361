import { phoneNumberExists, phoneNumberTaken } from '#shared/messaging/domain/phone-number-conflict.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import type { PhoneNumberStore } from '#shared/messaging/ports/phone-number-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Phone numbers over a memory core. */
export function createMemoryPhoneNumberStore(core: MemoryCore): PhoneNumberStore {
  const { phoneNumbers } = core;
  const placeOf = ({ workspaceId, id }: PhoneNumber) => withinWorkspace(workspaceId, id);

  function requireUnchanged(before: PhoneNumber): void {
    if (phoneNumbers.get(placeOf(before))?.revision !== before.revision) throw new ConcurrentUpdateError();
  }

  function holderOf(platform: string, phone: string): PhoneNumber | undefined {
    if (platform === 'sandbox') return undefined;
    return [...phoneNumbers.values()].find(
      (each) => each.platform === platform && each.phone === phone && each.state === 'verified',
    );
  }

  return {
    async find(workspaceId, id) {
      return phoneNumbers.get(withinWorkspace(workspaceId, id));
    },

    async list(workspaceId) {
      return [...phoneNumbers.values()]
        .filter((each) => each.workspaceId === workspaceId)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },

    async findReceiver(platform, phone) {
      return holderOf(platform, phone);
    },

    async create(number, context) {
      commitInMemory(core, context, () => {
        const own = [...phoneNumbers.values()].find(
          (each) =>
            each.workspaceId === number.workspaceId &&
            each.platform === number.platform &&
            each.phone === number.phone,
        );
        if (own) throw phoneNumberExists(own.id);
        takeQuota(core, 'phone-numbers', number.workspaceId);
        phoneNumbers.set(placeOf(number), number);
      });
    },

    async save(before, after, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        const holder = holderOf(after.platform, after.phone);
        if (after.state === 'verified' && holder && holder.id !== after.id) throw phoneNumberTaken();
        phoneNumbers.set(placeOf(after), after);
      });
    },

    async remove(number, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchanged(number);
        phoneNumbers.delete(placeOf(number));
        releaseQuota(core, 'phone-numbers', number.workspaceId);
      });
    },
  };
}

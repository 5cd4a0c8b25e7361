import { BroadcastHeldError, holdOf } from '#shared/broadcasts/domain/broadcast-control.ts';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { dueOf, type Recipient, recipientMessageId } from '#shared/broadcasts/domain/recipient.ts';
import type { RecipientChange, RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { requireUnchangedContact } from '#test/support/fakes/messaging/memory-contact-store.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';

/** Recipients over a memory core. */
export function createMemoryRecipientStore(core: MemoryCore): RecipientStore {
  const { recipients, broadcastRuns } = core;

  function requireUnchanged({ before, after }: RecipientChange): void {
    const stored = recipients.get(recipientMessageId(after));
    if (stored?.revision !== before?.revision) throw new ConcurrentUpdateError();
  }

  function put(recipient: Recipient): void {
    recipients.set(recipientMessageId(recipient), structuredClone(recipient));
  }

  function reserve(broadcastId: string, price: number): void {
    const state = broadcastRuns.get(broadcastId);
    if (!state) return;
    const { control, run } = state;
    broadcastRuns.set(broadcastId, { run, control: { ...control, reserved: control.reserved + price } });
  }

  function due(broadcastId: string, status: string): { readonly at: Date; readonly recipient: Recipient }[] {
    return [...recipients.values()]
      .filter((each) => each.broadcastId === broadcastId && each.status === status)
      .map((recipient) => ({ at: dueOf(recipient), recipient }))
      .toSorted(
        (one, other) =>
          one.at.getTime() - other.at.getTime() ||
          (one.recipient.contactId < other.recipient.contactId ? -1 : 1),
      );
  }

  function all(broadcastId: string): { readonly position: string; readonly recipient: Recipient }[] {
    return [...recipients.values()]
      .filter((each) => each.broadcastId === broadcastId)
      .map((recipient) => ({ position: recipient.contactId, recipient }))
      .toSorted((one, other) => (one.position < other.position ? -1 : 1));
  }

  function entryOfDue({ at, recipient }: ReturnType<typeof due>[number]) {
    return { position: `${at.toISOString()}#${recipient.contactId}`, recipient };
  }

  return {
    async find(broadcastId, contactId) {
      return structuredClone(recipients.get(recipientMessageId({ broadcastId, contactId })));
    },

    async findAll(broadcastId, contactIds) {
      return contactIds.flatMap(
        (contactId) => structuredClone(recipients.get(recipientMessageId({ broadcastId, contactId }))) ?? [],
      );
    },

    async list(broadcastId, { status, reason, limit, after = '' }) {
      const entries = status === undefined ? all(broadcastId) : due(broadcastId, status).map(entryOfDue);
      const rest = entries.filter(
        ({ position, recipient }) =>
          position > after && (reason === undefined || recipient.reason === reason),
      );
      const page = rest.slice(0, limit);
      return {
        recipients: page.map(({ recipient }) => structuredClone(recipient)),
        readTo: rest.length > limit ? page.at(-1)?.position : undefined,
      };
    },

    async readCounts(broadcastId) {
      const counts = { ...NO_RECIPIENTS };
      for (const each of recipients.values()) if (each.broadcastId === broadcastId) counts[each.status] += 1;
      return counts;
    },

    async listDue(broadcastId, status, until, limit) {
      return due(broadcastId, status)
        .filter(({ at }) => at <= until)
        .slice(0, limit)
        .map(({ recipient }) => structuredClone(recipient));
    },

    async nextDue(broadcastId, status) {
      return due(broadcastId, status)[0]?.at;
    },

    async apply({ before, after }, changes) {
      const state = broadcastRuns.get(before.broadcastId);
      if (!state || state.run.step !== before.step) return false;
      for (const change of changes) requireUnchanged(change);
      for (const change of changes) put(change.after);
      broadcastRuns.set(before.broadcastId, { control: state.control, run: structuredClone(after) });
      return true;
    },

    async save(before, after, events, context) {
      commitInMemory(core, context, () => {
        requireUnchanged({ before, after });
        if (events.length > 0 && !core.contacts.has(withinWorkspace(after.workspaceId, after.contactId)))
          throw new ConcurrentUpdateError();
        put(after);
        for (const event of events) core.events.set(event.id, event);
        if (before.price > after.price) reserve(after.broadcastId, after.price - before.price);
      });
    },

    async claim(claims, { control }, context) {
      commitInMemory(core, context, () => {
        const price = claims.reduce((sum, { before, after }) => sum + after.price - before.price, 0);
        const state = broadcastRuns.get(control.broadcastId);
        if (!state) throw new BroadcastHeldError('stopped');
        const hold = holdOf(state.control, price);
        if (hold) throw new BroadcastHeldError(hold);
        if (state.control.budget !== control.budget) throw new BroadcastHeldError('changed');
        for (const claim of claims) {
          requireUnchanged(claim);
          requireUnchangedContact(core, claim.contact);
        }
        for (const { after } of claims) put(after);
        reserve(control.broadcastId, price);
      });
    },
  };
}

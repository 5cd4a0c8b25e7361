import { randomUUID } from 'node:crypto';
import { newBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

/** A draft that requires no approval. */
export function aBroadcast(overrides: Partial<Broadcast> = {}): Broadcast {
  const draft = newBroadcast(
    { id: newId(NOW), workspaceId: randomUUID() },
    {
      name: 'Spring sale',
      sender: 'external',
      sending: null,
      message: { type: 'text', body: 'Everything is 20 % off.' },
      channel: 'whatsapp',
      audience: null,
      requiresApproval: false,
    },
    NOW,
  );
  return { ...draft, ...overrides };
}

/** A broadcast with every field set, in a state that has them. */
export function aFullBroadcast(overrides: Partial<Broadcast> = {}): Broadcast {
  return aBroadcast({
    audience: '{"tags":["a"],"__proto__":{"deep":[1,null]}}',
    requiresApproval: true,
    state: 'failed',
    scheduledAt: new Date(NOW.getTime() + 1),
    blockedReason: 'approval_required',
    approval: { by: randomUUID(), at: new Date(NOW.getTime() + 2), contentChangedSince: true },
    approvalWaivedBy: randomUUID(),
    recipients: 12,
    sent: 7,
    failed: 5,
    error: 'Out of credit',
    startedAt: new Date(NOW.getTime() + 3),
    finishedAt: new Date(NOW.getTime() + 4),
    due: { at: new Date(NOW.getTime() + 5), seq: 9, timer: true },
    planSeq: 9,
    revision: 11,
    updatedAt: new Date(NOW.getTime() + 6),
    ...overrides,
  });
}

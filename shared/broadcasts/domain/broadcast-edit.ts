import type { Channel } from '#shared/events/catalogue/channels.ts';
import { type Content, hasSameContent } from './broadcast-content.ts';
import { requireAllowed } from './broadcast-transition.ts';
import type { Broadcast, MessageType } from './broadcast.ts';
import { channelOfSending, type Sending } from './sending.ts';

/** The fields of an edit; absent fields keep their values, also inside `message` (docs/specification/broadcasts.md#updating-a-broadcast). */
export type BroadcastEdit = {
  readonly name?: string | undefined;
  readonly message?:
    | { readonly type?: MessageType | undefined; readonly body?: string | undefined }
    | undefined;
  readonly channel?: Channel | undefined;
  readonly audience?: string | null | undefined;
  /** Only of a broadcast that the platform sends. */
  readonly sending?: Partial<Sending> | undefined;
  readonly requiresApproval?: boolean | undefined;
};

/** An edit that does not depend on the earlier values. Turning off the required approval does: the member who does it is stored. */
export type DirectBroadcastEdit = Omit<BroadcastEdit, 'sending'> & {
  readonly requiresApproval?: true | undefined;
};

/** A new broadcast: a draft without a time. */
export function newBroadcast(
  identity: Pick<Broadcast, 'id' | 'workspaceId'>,
  fields: Content & Pick<Broadcast, 'sender' | 'requiresApproval'>,
  now: Date,
): Broadcast {
  return {
    ...identity,
    ...fields,
    state: 'draft',
    scheduledAt: null,
    blockedReason: null,
    approval: null,
    approvalWaivedBy: null,
    recipients: null,
    sent: null,
    failed: null,
    error: null,
    startedAt: null,
    finishedAt: null,
    due: null,
    planSeq: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * The broadcast after an edit by a member, or undefined if nothing changes. `requires_approval: true` voids the approval, whatever the
 * value was before (docs/specification/broadcasts.md#broadcast-approval). @throws PlatformError `broadcast_not_editable`
 */
export function editBroadcast(before: Broadcast, edit: DirectBroadcastEdit, now: Date): Broadcast | undefined;
export function editBroadcast(
  before: Broadcast,
  edit: BroadcastEdit,
  now: Date,
  memberId: string,
): Broadcast | undefined;
export function editBroadcast(
  before: Broadcast,
  edit: BroadcastEdit,
  now: Date,
  memberId: string | null = null,
): Broadcast | undefined {
  requireAllowed('update', before);
  const sending = before.sending && { ...before.sending, ...edit.sending };
  const content: Content = {
    name: edit.name ?? before.name,
    message: {
      type: edit.message?.type ?? before.message.type,
      body: edit.message?.body ?? before.message.body,
    },
    audience: edit.audience === undefined ? before.audience : edit.audience,
    channel: sending ? channelOfSending(sending) : (edit.channel ?? before.channel),
    sending,
  };
  const changes = !hasSameContent(before, content);
  const requiresApproval = edit.requiresApproval ?? before.requiresApproval;
  const voids = edit.requiresApproval === true && before.approval !== null;
  if (!changes && !voids && requiresApproval === before.requiresApproval) return undefined;
  return {
    ...before,
    ...content,
    requiresApproval,
    approvalWaivedBy: requiresApproval ? null : before.requiresApproval ? memberId : before.approvalWaivedBy,
    approval: voids ? null : before.approval && { ...before.approval, ...(changes ? CHANGED : {}) },
    revision: before.revision + 1,
    updatedAt: now,
  };
}

const CHANGED = { contentChangedSince: true };

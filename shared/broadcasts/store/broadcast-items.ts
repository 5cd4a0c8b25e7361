import * as v from 'valibot';
import {
  BLOCKED_REASONS,
  BROADCAST_STATES,
  type Broadcast,
  MESSAGE_TYPES,
} from '#shared/broadcasts/domain/broadcast.ts';
import { SENDERS } from '#shared/broadcasts/domain/sending.ts';
import { CHANNELS } from '#shared/events/catalogue/channels.ts';
import { broadcastKey } from '#shared/events/store/keys.ts';
import { OWN_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { EMITTED_EVENTS } from '#shared/messaging/domain/message.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { encodedBy, instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { broadcastPartition } from './keys.ts';

/** Stored if there is no audience, so that a condition can compare the attribute. No audience has this text. */
export const NO_AUDIENCE = 'null';

const sendingItem = v.object({
  platform: v.picklist(OWN_PLATFORMS),
  phoneNumberId: maybe(v.string()),
  ratePerSecond: maybe(v.number()),
  quietHours: maybe(v.object({ from: v.string(), to: v.string() })),
  budget: maybe(v.number()),
  messageEvents: v.picklist(EMITTED_EVENTS),
  template: maybe(v.object({ language: v.string(), parameters: v.array(v.string()) })),
  mediaId: maybe(v.string()),
});

const broadcastItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    name: v.string(),
    // Broadcasts of earlier versions have none.
    sender: v.optional(v.picklist(SENDERS), 'external'),
    sending: maybe(sendingItem),
    message: v.object({ type: v.picklist(MESSAGE_TYPES), body: v.string() }),
    channel: v.picklist(CHANNELS),
    audience: encodedBy(
      v.pipe(
        v.string(),
        v.transform((text) => (text === NO_AUDIENCE ? null : text)),
      ),
      (audience) => audience ?? NO_AUDIENCE,
    ),
    requiresApproval: v.boolean(),
    state: v.picklist(BROADCAST_STATES),
    scheduledAt: maybe(instant),
    blockedReason: maybe(v.picklist(BLOCKED_REASONS)),
    approval: maybe(v.object({ by: v.string(), at: instant })),
    contentChanged: v.boolean(),
    approvalWaivedBy: maybe(v.string()),
    recipients: maybe(v.number()),
    sent: maybe(v.number()),
    failed: maybe(v.number()),
    error: maybe(v.string()),
    startedAt: maybe(instant),
    finishedAt: maybe(instant),
    planSeq: v.number(),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

/** The item of a new broadcast. */
export function toBroadcastItem(broadcast: Broadcast, change: Change) {
  return { ...broadcastKey(broadcast.id), ...toBroadcastAttributes(broadcast, change) };
}

/** All attributes except the key: what a state transition writes. */
export function toBroadcastAttributes(broadcast: Broadcast, change: Change) {
  return {
    resource: 'broadcast',
    // The index is partitioned by state, so that the engine lists broadcasts in flight without reading the others.
    ownerPk: broadcastPartition(broadcast.workspaceId, broadcast.state),
    ownerSk: broadcast.id,
    // `contentChanged` is a separate attribute, so that an edit can set it whether or not there is an approval.
    ...broadcastItem.encode({
      ...broadcast,
      contentChanged: broadcast.approval?.contentChangedSince ?? false,
    }),
    ...scheduledJobAttributes({ resource: 'broadcast', ...broadcast }, broadcast.due),
    lastChange: toLastChange(change),
  };
}

/** The broadcast of a stored item. @throws MalformedItemError */
export function fromBroadcastItem(item: Item): Broadcast {
  const { contentChanged, approval, ...rest } = broadcastItem.decode(item);
  return {
    ...rest,
    approval: approval && { ...approval, contentChangedSince: contentChanged },
    due: readDue(item),
  };
}

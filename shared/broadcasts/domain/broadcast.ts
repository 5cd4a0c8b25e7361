import type { Channel } from '#shared/platform/core/channels.ts';
import type { Due } from '#shared/platform/core/scheduled-job.ts';
import { BROADCAST_MACHINE } from './broadcast-machine.ts';

/** What the messaging engine is told to send (G78). For all but `text`, the body is a caption or a template's name. */
export const MESSAGE_TYPES = ['text', 'image', 'video', 'document', 'template'] as const;

export type MessageType = (typeof MESSAGE_TYPES)[number];

export const BROADCAST_STATES = BROADCAST_MACHINE.states;

export type BroadcastState = (typeof BROADCAST_STATES)[number];

/** Why a broadcast that was due did not start (G76). */
export const BLOCKED_REASONS = ['approval_required'] as const;

/** One message to many contacts (specification, Broadcast). Its messaging engine sends it; this record leads its life. */
export type Broadcast = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly message: { readonly type: MessageType; readonly body: string };
  /** What its events are matched by (R21); `all` where it is bound to none. */
  readonly channel: Channel;
  /** JSON text of an object that the engine understands: it is neither resolved nor looked into here (R33). */
  readonly audience: string | null;
  readonly requiresApproval: boolean;
  readonly state: BroadcastState;
  readonly scheduledAt: Date | null;
  readonly blockedReason: (typeof BLOCKED_REASONS)[number] | null;
  /** The sign-off on record, by a member's id. An edit of the content leaves it, but shows (G75). */
  readonly approval: { readonly by: string; readonly at: Date; readonly contentChangedSince: boolean } | null;
  /** As the engine reported; they never shrink. */
  readonly recipients: number;
  readonly sent: number;
  readonly failed: number;
  /** What went wrong, in the engine's words or ours. */
  readonly error: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** When the platform has to look at it next: its start while scheduled, its watchdog while in flight. */
  readonly due: Due | null;
  /** Of the last plan, also while there is none: every change of plan moves it on. */
  readonly planSeq: number;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

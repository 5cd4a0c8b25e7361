import type { Channel } from '#shared/events/catalogue/channels.ts';
import type { NextJob } from '#shared/platform/core/scheduled-job.ts';
import { BROADCAST_MACHINE } from './broadcast-machine.ts';
import type { Sender, Sending } from './sending.ts';

/** Message types of the engine. For all but `text`, the body is a caption or the name of a template. */
export const MESSAGE_TYPES = ['text', 'image', 'video', 'document', 'template'] as const;

export type MessageType = (typeof MESSAGE_TYPES)[number];

/** The stored states, as the API shows them. */
export const BROADCAST_STATES = BROADCAST_MACHINE.states;

export type BroadcastState = (typeof BROADCAST_STATES)[number];

/** Why a scheduled broadcast did not start at its time. */
export const BLOCKED_REASONS = ['approval_required'] as const;

/** One message to many contacts (docs/specification/broadcasts.md#broadcasts). An engine sends it, or the platform. */
export type Broadcast = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Fixed at creation. */
  readonly sender: Sender;
  /** How the platform sends it; null where an engine sends. */
  readonly sending: Sending | null;
  readonly message: { readonly type: MessageType; readonly body: string };
  /** The channel that its events are matched by; `all` for no specific channel. */
  readonly channel: Channel;
  /** JSON of an object. Only the engine interprets it. In a platform broadcast, it has the format of `audienceSchema`. */
  readonly audience: string | null;
  readonly requiresApproval: boolean;
  readonly state: BroadcastState;
  readonly scheduledAt: Date | null;
  readonly blockedReason: (typeof BLOCKED_REASONS)[number] | null;
  /** The approval, by the id of a member. An edit of the content keeps it and sets `contentChangedSince`. */
  readonly approval: { readonly by: string; readonly at: Date; readonly contentChangedSince: boolean } | null;
  /** The member who turned off the requirement of an approval; null if none was required, or one is. */
  readonly approvalWaivedBy: string | null;
  /**
   * Counters, null until they are known. An engine reports them, and they never decrease. The platform stores them once the audience is
   * resolved, and again at the end. Meanwhile the counts of the recipients have the current numbers.
   */
  readonly recipients: number | null;
  readonly sent: number | null;
  readonly failed: number | null;
  /** Explanation of the error, from the engine or the platform. */
  readonly error: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** The next scheduled job: the start while scheduled, the watchdog while in flight. */
  readonly due: NextJob | null;
  /** Sequence number of the last job, kept while there is none. Every change of the job increments it. */
  readonly planSeq: number;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

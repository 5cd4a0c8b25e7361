import type { Broadcast } from './broadcast-reads.ts';

type State = Broadcast['state'];

/** The states on the way of a broadcast, in order. The last one is its own final state, or the usual one. */
export function stepsOf(state: State): readonly State[] {
  const isFinal = state === 'finished' || state === 'cancelled' || state === 'failed';
  return ['draft', 'scheduled', 'in_flight', isFinal ? state : 'finished'];
}

/** Whether the broadcast can be edited, approved, scheduled and sent. */
export function isEditable({ state }: Pick<Broadcast, 'state'>): boolean {
  return state === 'draft' || state === 'scheduled';
}

/** Whether the broadcast can be deleted. */
export function isDeletable({ state }: Pick<Broadcast, 'state'>): boolean {
  return state !== 'scheduled' && state !== 'in_flight';
}

/** What each state means for the person, and the next step. */
const SENTENCES: Readonly<Record<State, string>> = {
  draft: 'The broadcast is a draft. To send it, schedule it or send it now.',
  scheduled: 'The broadcast starts at its time.',
  in_flight:
    'Your messaging system sends the broadcast and reports its progress. Without a report for 24 hours the broadcast fails.',
  finished: 'Your messaging system has reported the end of the broadcast.',
  cancelled: 'The broadcast was cancelled. Recipients who had the message before keep it.',
  failed: 'The broadcast has failed. To send the message, create a new broadcast.',
};
/** The same for a broadcast that the platform sends, where it differs. */
const PLATFORM_SENTENCES: Partial<Readonly<Record<State, string>>> = {
  in_flight: 'The platform sends the broadcast.',
  finished: 'The broadcast has ended: every recipient has an outcome. Receipts can still change outcomes.',
  failed: 'The broadcast has failed. The remaining recipients do not get the message.',
};
const BLOCKED =
  'The broadcast did not start at its time, because it was not approved. Approve it, and then schedule it again or send it.';
const NO_REPORT =
  'The broadcast has failed, because your messaging system did not report its end. To send the message, create a new broadcast.';

/** What the state of the broadcast means, and the next step. */
export function stateSentence({
  state,
  blocked_reason: blocked,
  error,
  sender,
}: Pick<Broadcast, 'state' | 'blocked_reason' | 'error' | 'sender'>): string {
  if (state === 'scheduled' && blocked !== null) return BLOCKED;
  if (sender === 'platform') return PLATFORM_SENTENCES[state] ?? SENTENCES[state];
  return state === 'failed' && error === null ? NO_REPORT : SENTENCES[state];
}

/** Whether and by whom the start was approved. */
export type ApprovalState = 'not required' | 'missing' | 'given' | 'outdated';

export function approvalState({
  requires_approval: isRequired,
  approval,
  changed_since_approval: isOutdated,
}: Pick<Broadcast, 'requires_approval' | 'approval' | 'changed_since_approval'>): ApprovalState {
  if (!isRequired) return 'not required';
  if (approval === null) return 'missing';
  return isOutdated ? 'outdated' : 'given';
}

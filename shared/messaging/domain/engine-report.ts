import * as messagingErrors from '#shared/messaging/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { errorIn } from '#shared/platform/core/state-machine.ts';
import { MESSAGE_MACHINE, type MessageState } from './message-machine.ts';
import { isOwnPlatform } from './message-platform.ts';
import { advanced, type MessageProgress, released, type StatusNews, stateOf } from './message-progress.ts';
import type { Message } from './message.ts';

/** What an engine reports about a message that it claimed. `claimToken` is null if the report has none. */
export type EngineReport =
  | (StatusNews & { readonly claimToken: string | null })
  | { readonly status: 'released'; readonly claimToken: string; readonly errorCode: string | null };

/** Requires that an engine can claim the message. @throws PlatformError `message_claimed` · `message_state_invalid` */
export function requireClaimable(message: Message): void {
  const state = requireEngineMessage(message);
  if (state === 'sending')
    throw messageClaimed('Another claim of the message is not finished. Claim another message.');
  if (errorIn(MESSAGE_MACHINE, 'claim', state))
    throw stateInvalid(state, 'Only a queued message can be claimed.');
}

/**
 * The message after a report of an engine; undefined if the report says nothing new. Reports can be repeated and arrive in any order. A
 * message that may have been sent is never `queued` again: only the holder of the current claim can release it, before the
 * lease ends and before any other report.
 * @throws PlatformError `message_claimed` without the token of the current claim · `message_state_invalid`
 */
export function applyReport(
  before: Message,
  report: EngineReport,
  now: Date,
): MessageProgress<Message> | undefined {
  const state = requireEngineMessage(before);
  if (report.status === 'released') return release(before, state, report, now);
  // The state machine lets a queued message fail, for an opt-out or after too long a wait. An engine claims the message first.
  if (state === 'queued') throw stateInvalid(state, 'Claim the message before you report about it.');
  if (state === 'sending' && (report.status === 'sent' || report.status === 'failed'))
    requireClaim(before, report.claimToken, now);
  return advanced(before, report);
}

function release(
  before: Message,
  state: MessageState,
  { claimToken, errorCode }: Extract<EngineReport, { readonly status: 'released' }>,
  now: Date,
): MessageProgress<Message> | undefined {
  if (errorIn(MESSAGE_MACHINE, 'release', state))
    throw stateInvalid(state, 'The message may have been sent, so it cannot be queued again.');
  if (state === 'queued') return undefined;
  if (!isLive(before, now))
    throw stateInvalid(
      'unknown',
      'The lease has ended, so the message may have been sent and cannot be queued again.',
    );
  requireClaim(before, claimToken, now);
  return { message: released(before, now, errorCode ?? 'released', now), emits: [] };
}

/** After the lease, the result is unknown until a report. No token is needed then, because no other claim can follow. */
function requireClaim(message: Message, token: string | null, now: Date): void {
  if (token === message.claim?.token || !isLive(message, now)) return;
  throw messageClaimed('Send the claim_token of the current claim, or report after its lease has ended.');
}

function isLive({ claim }: Message, now: Date): boolean {
  return claim !== null && now < claim.until;
}

/** The state of a message that an engine sends. */
function requireEngineMessage(message: Message): MessageState {
  const { direction, platform } = message;
  if (direction === 'in')
    throw new PlatformError(
      messagingErrors.message_state_invalid,
      'The message is from the contact. Only messages to contacts are sent.',
      {
        state: 'received',
      },
    );
  if (isOwnPlatform(platform))
    throw messageClaimed(`This platform itself sends messages on ${platform} and records their results.`);
  return stateOf(message);
}

function messageClaimed(detail: string): PlatformError {
  return new PlatformError(messagingErrors.message_claimed, detail);
}

function stateInvalid(state: MessageState, advice: string): PlatformError {
  return new PlatformError(
    messagingErrors.message_state_invalid,
    `The message has the status ${state}. ${advice}`,
    {
      state,
    },
  );
}

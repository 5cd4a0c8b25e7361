import {
  explanationOf,
  FAILURE_CODES,
} from '#console/screens/messaging/conversations/message-explanation.ts';
import type { Sending } from './sending/sending-draft.ts';
import type { Recipient } from './sending/sending-requests.ts';

/** Why a contact of the audience gets no message. */
const SKIPPED: Readonly<Record<string, string>> = {
  opted_out: 'The contact has opted out.',
  contact_unreachable: 'The contact has no phone number.',
  contact_erased: 'The contact was deleted.',
  same_number: 'Another contact with the same phone number gets the message.',
  broadcast_cancelled: 'The broadcast was cancelled before it reached the contact.',
  broadcast_failed: 'The broadcast failed before it reached the contact.',
};

/** The path of the screen with the recipients of a broadcast. */
export function recipientsPath(broadcast: string): string {
  return `/console/broadcasts/${encodeURIComponent(broadcast)}/recipients`;
}

/** The explanation of an outcome; undefined if the status needs none. */
export function outcomeSentence(
  { status, reason }: Pick<Recipient, 'status' | 'reason'>,
  platform: Sending['platform'],
): string | undefined {
  if (status === 'skipped') {
    const known = reason !== null && Object.hasOwn(SKIPPED, reason) ? SKIPPED[reason] : undefined;
    return known ?? 'The contact gets no message.';
  }
  if (status === 'failed' || status === 'unknown')
    return explanationOf({ status, error_code: reason, platform });
  return status === 'pending' && reason !== null
    ? 'The last attempt did not send the message. The platform tries again automatically.'
    : undefined;
}

/** The reasons of a status as choices of a filter: the parameter needs a status. */
export function reasonChoices(status: string | undefined): readonly (readonly [string, string])[] {
  const codes = status === 'skipped' ? Object.keys(SKIPPED) : status === 'failed' ? FAILURE_CODES : [];
  return codes.map((code) => [code, code.replaceAll('_', ' ')]);
}

/** Whether the screen of the contact still exists. */
export function hasContact({ reason }: Pick<Recipient, 'reason'>): boolean {
  return reason !== 'contact_erased';
}

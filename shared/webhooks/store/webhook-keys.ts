import type { Key } from '#shared/platform/store/keys.ts';

/** One of the places of an API key for requests that wait for events. */
export function feedWaitKey(keyId: string, place: number): Key {
  return { pk: `FW#${keyId}`, sk: `P#${place}` };
}

/** The limit of the confirmations that an address or a workspace (`subject`) can be asked for, in `period`. */
export function confirmationLimitKey(subject: string, period: string): Key {
  return { pk: `CL#${subject}`, sk: period };
}

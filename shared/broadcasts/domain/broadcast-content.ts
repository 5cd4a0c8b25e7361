import type { Broadcast } from './broadcast.ts';
import type { Sending } from './sending.ts';

/** The message and its audience: the part of a broadcast that an approval covers. */
export type Content = Pick<Broadcast, 'name' | 'message' | 'channel' | 'audience' | 'sending'>;

/** Whether two revisions of a broadcast have the same content, which is what an approval covers and what is sent. */
export function hasSameContent(one: Content, other: Content): boolean {
  return (
    one.name === other.name &&
    one.message.type === other.message.type &&
    one.message.body === other.message.body &&
    one.channel === other.channel &&
    one.audience === other.audience &&
    isSameSending(one.sending, other.sending)
  );
}

/** JSON is comparable here, because both objects were built with the same order of fields. */
function isSameSending(one: Sending | null, other: Sending | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

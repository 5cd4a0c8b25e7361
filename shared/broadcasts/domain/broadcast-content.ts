import type { Broadcast } from './broadcast.ts';

/** Whether two revisions of a broadcast have the same content, which is what an approval covers and what is sent. */
export function hasSameContent(one: Broadcast, other: Broadcast): boolean {
  return (
    one.name === other.name &&
    one.message.type === other.message.type &&
    one.message.body === other.message.body &&
    one.channel === other.channel &&
    one.audience === other.audience
  );
}

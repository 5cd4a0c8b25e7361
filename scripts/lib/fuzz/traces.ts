import type { StreamChange } from '#scripts/lib/stack/change-stream.ts';

/** A change that a rejected request has left in the tables. */
export type Trace<Rejection> = { readonly rejection: Rejection; readonly kind: string; readonly how: string };

/** Items that change without `last_change` of a command: progress of consumers, and what rejected requests write on purpose. */
const OF_THEMSELVES: ReadonlySet<string> = new Set([
  'K K', // Last use of a key.
  // An integer id that was allocated and not used leaves a gap.
  'A LAST',
  'T LAST',
  'MD LAST',
  'VISIT U', // Password attempts are always counted.
  'TOKENKEY KEY', // The first visitor with a password creates the key of all access tokens.
  'P PUB', // The result of publishing to an account, written only by the publisher.
  'X X', // Health of an endpoint, written after a delivery.
  'R R', // Progress of a recovery.
  'EV id', // An event that is redacted by an erasure.
  'ER ER', // Progress of an erasure.
  'W W', // Progress of recomputing posts after a time zone change.
]);

/**
 * Finds changes that rejected requests left. A command writes the unique id of its request into every item, so one write
 * reveals it, however late. Changes without an id and deletions are attributed to the only request that was sent in the
 * meantime.
 */
export function createTraceFinder<Rejection>() {
  const rejected = new Map<string, Rejection>();

  return {
    /** Records an error response by its request id; responses of the gateway itself have none. */
    reject(requestId: string | undefined, rejection: Rejection): void {
      if (requestId !== undefined) rejected.set(requestId, rejection);
    },
    /** The traces among these changes; `alone` is the rejected request if it was the only request since the last call. */
    find(changes: readonly StreamChange[], alone: Rejection | undefined): Trace<Rejection>[] {
      return changes.flatMap((change) => {
        const kind = kindOf(change.key);
        const how = change.after === undefined ? 'deleted' : change.before === undefined ? 'new' : 'changed';
        const named = rejected.get(requestOf(change.after) ?? '');
        if (named !== undefined && isOwnWrite(change)) return [{ rejection: named, kind, how }];
        const isElse = change.after !== undefined && (isOwnWrite(change) || OF_THEMSELVES.has(kind));
        return alone === undefined || isElse ? [] : [{ rejection: alone, kind, how }];
      });
    },
  };
}

/** Whether the change was written by the command or consumer that it names. */
function isOwnWrite({ before, after }: StreamChange): boolean {
  const nonce = changeOf(after)['nonce'];
  const isNew = nonce !== undefined && nonce !== changeOf(before)['nonce'];
  return isNew || (before === undefined && requestOf(after) !== undefined);
}

function requestOf(item: StreamChange['after']): string | undefined {
  // An audit entry has no `last_change`: it describes one.
  const id = changeOf(item)['requestId'] ?? item?.['requestId'];
  return typeof id === 'string' ? id : undefined;
}

function changeOf(item: StreamChange['after']): Readonly<Record<string, unknown>> {
  return Object(item?.['lastChange']);
}

/** The kind of item: the prefixes of its key, without ids. */
function kindOf(key: string): string {
  return key
    .split(' ')
    .map((part) => part.replace(/[#-].*$/u, '').replace(/^([0-9a-f]{8}|\d+)$/u, 'id'))
    .join(' ');
}

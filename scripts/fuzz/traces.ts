import type { StreamChange } from './change-stream.ts';

/** Something of a refused request that stays in the tables. */
export type Trace<Refusal> = { readonly rejection: Refusal; readonly kind: string; readonly how: string };

/**
 * Items that change without a command's `last_change`, whatever is asked meanwhile: what a consumer notes on its way, and what a
 * refused request leaves on purpose.
 */
const OF_THEMSELVES: ReadonlySet<string> = new Set([
  'K K', // When a key was last used.
  'W LAST', // A number that was taken and not used leaves a gap.
  'VISIT U', // A try at a password is counted whatever comes of it.
  'VISIT KEY', // The first visitor's answer needs the key of all passes.
  'P PUB', // What became of a post on an account, which publishers alone write.
  'E X', // Health of an endpoint, after a send.
  'E R', // How far a recovery is.
  'EV id', // An event that somebody asked to forget, when its turn has come.
  'W ER', // How far the request to forget a contact is.
  'W W', // How far the posts of a workspace have followed its new time zone.
]);

/**
 * Finds what refused requests leave. Requests have ids of their own, and a command writes the id into everything it writes, so one
 * write is enough to be found, however late. What carries no id, and what is deleted, is put down to the request that was alone.
 */
export function createTraceFinder<Refusal>() {
  const refused = new Map<string, Refusal>();

  return {
    /** Takes down a refusal by the id of its request, if the answer named one: the gateway's own do not. */
    refuse(requestId: string | undefined, rejection: Refusal): void {
      if (requestId !== undefined) refused.set(requestId, rejection);
    },
    /** Traces among the changes since the last look; `alone` is what was refused since then, if that was all that was asked. */
    find(changes: readonly StreamChange[], alone: Refusal | undefined): Trace<Refusal>[] {
      return changes.flatMap((change) => {
        const kind = kindOf(change.key);
        const how = change.after === undefined ? 'deleted' : change.before === undefined ? 'new' : 'changed';
        const named = refused.get(requestOf(change.after) ?? '');
        if (named !== undefined && scheduleChanged(change)) return [{ rejection: named, kind, how }];
        const isElse = change.after !== undefined && (scheduleChanged(change) || OF_THEMSELVES.has(kind));
        return alone === undefined || isElse ? [] : [{ rejection: alone, kind, how }];
      });
    },
  };
}

/** Whether this was written by who says so in it: a command, or a consumer on its way. */
function scheduleChanged({ before, after }: StreamChange): boolean {
  const nonce = changeOf(after)['nonce'];
  const isNew = nonce !== undefined && nonce !== changeOf(before)['nonce'];
  return isNew || (before === undefined && requestOf(after) !== undefined);
}

function requestOf(item: StreamChange['after']): string | undefined {
  // An entry of the audit log has no last change: it tells of one.
  const id = changeOf(item)['request_id'] ?? item?.['request_id'];
  return typeof id === 'string' ? id : undefined;
}

function changeOf(item: StreamChange['after']): Readonly<Record<string, unknown>> {
  return Object(item?.['last_change']);
}

/** What kind of item a key is of: its prefixes, without ids. */
function kindOf(key: string): string {
  return key
    .split(' ')
    .map((part) => part.replace(/[#-].*$/u, '').replace(/^([0-9a-f]{8}|\d+)$/u, 'id'))
    .join(' ');
}

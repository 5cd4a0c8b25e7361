import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isRecord } from '#cli/api/problem.ts';
import { EXIT, CommandError } from '#cli/command/command-error.ts';
import { jsonOf } from '#cli/command/json.ts';
import type { Outside } from '#cli/command/outside.ts';
import { folderOf } from '#cli/keys/profiles.ts';

/** How far the feed was processed: everything before `cursor`, and of the page that begins there the events in `done`. */
export type Position = {
  /** Undefined: the oldest event. */
  readonly cursor: string | undefined;
  readonly done: readonly string[];
};

/** What a position belongs to. A listener with other settings has a position of its own. */
export type Listener = {
  readonly host: string;
  readonly workspace: string;
  readonly profile: string;
  readonly forward: string;
  readonly events: readonly string[];
  readonly channel: string | null;
};

type Machine = Pick<Outside, 'env' | 'home' | 'files'>;

export function positionFile(machine: Pick<Outside, 'env' | 'home'>, listener: Listener): string {
  const { host, workspace, profile, forward, events, channel } = listener;
  const identity = JSON.stringify([host, workspace, profile, forward, events.toSorted(), channel]);
  const name = createHash('sha256').update(identity).digest('hex').slice(0, 32);
  return join(folderOf(machine), 'positions', `${name}.json`);
}

/**
 * The stored position; undefined before the first start.
 * @throws CommandError if the file is damaged: to start anywhere else could lose events
 */
export async function readPosition(machine: Machine, path: string): Promise<Position | undefined> {
  const text = (await machine.files.read(path))?.toString();
  if (text === undefined) return undefined;
  const stored = jsonOf(text);
  const cursor = isRecord(stored) ? stored['cursor'] : undefined;
  const done = isRecord(stored) ? stored['done'] : undefined;
  const isCursor = cursor === null || typeof cursor === 'string';
  if (isCursor && Array.isArray(done))
    return { cursor: cursor ?? undefined, done: done.filter((id) => typeof id === 'string') };
  throw new CommandError(
    EXIT.usage,
    `${path} is damaged. Start with --from oldest, which can repeat events, or --from now.`,
  );
}

/** The listener is stored for people who read the file. */
export async function writePosition(
  machine: Machine,
  path: string,
  { cursor, done }: Position,
  listener: Listener,
): Promise<void> {
  await machine.files.writePrivately(path, JSON.stringify({ cursor: cursor ?? null, done, listener }));
}

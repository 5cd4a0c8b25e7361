import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError } from './local-error.ts';

export type DataDirectory = {
  readonly dynamodb: string;
  readonly queues: string;
  readonly files: string;
  readonly schedules: string;
  readonly keyFile: string;
  readonly receiverSecrets: string;
  readonly demoFile: string;
  positionFile(mappingId: string): string;
  /** Where a stream record that was given up is kept, whole. */
  readonly undispatched: string;
  /** Lets others use the directory again. */
  release(): void;
};

/** Everything that begins anew with `--fresh`: our own entries only, in case a directory holds more than ours. */
const ENTRIES = {
  dynamodb: 'dynamodb',
  queues: 'queues',
  files: 'files',
  schedules: 'schedules',
  keyFile: 'kms.key',
  receiverSecrets: 'receiver-secrets.json',
  demoFile: 'demo.json',
  positions: 'positions',
  undispatched: 'undispatched',
} as const;

/**
 * Takes the data directory for this process. A second stack on the same data would corrupt it and is refused; the mark of a
 * killed one is taken over.
 */
export function openDataDirectory(path: string, options: { readonly fresh: boolean }): DataDirectory {
  mkdirSync(path, { recursive: true });
  const lock = join(path, 'stack.pid');
  takeLock(path, lock);
  if (options.fresh)
    for (const entry of Object.values(ENTRIES)) rmSync(join(path, entry), { recursive: true, force: true });
  const at = (entry: keyof typeof ENTRIES): string => join(path, ENTRIES[entry]);
  return {
    dynamodb: at('dynamodb'),
    queues: at('queues'),
    files: at('files'),
    schedules: at('schedules'),
    keyFile: at('keyFile'),
    receiverSecrets: at('receiverSecrets'),
    demoFile: at('demoFile'),
    undispatched: at('undispatched'),
    positionFile: (mappingId) => join(at('positions'), `${mappingId}.json`),
    release: () => rmSync(lock, { force: true }),
  };
}

function takeLock(path: string, lock: string): void {
  const content = `${process.pid} ${startOf(process.pid)}`;
  try {
    writeFileSync(lock, content, { flag: 'wx' });
    return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const [pid = '', start = ''] = readFileSync(lock, 'utf8').split(' ');
  // The start time tells a living owner from another process that was given its number since.
  if (isAlive(Number(pid)) && startOf(Number(pid)) === start)
    throw new LocalError(
      `${path} is in use by process ${pid}; stop it or set LOCAL_DATA_DIR to another directory`,
    );
  writeFileSync(lock, content);
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Start time in clock ticks from Linux' process table; empty elsewhere, where the number alone must do. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

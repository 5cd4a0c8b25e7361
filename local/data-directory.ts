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
  /** Directory of the stream records whose retries are exhausted. */
  readonly undispatched: string;
  /** Releases the directory for other processes. */
  release(): void;
};

/** Everything that `--fresh` deletes: only our own entries, in case the directory contains other files. */
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
 * Opens and locks the data directory. A second stack on the same data would corrupt it and is rejected; the lock of a killed
 * process is taken over.
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
  // The start time distinguishes the owner from another process that got the same process id.
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

/** Start time in clock ticks from the Linux process table; empty on other systems, where only the id is compared. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LocalError } from './local-error.ts';

/** Where each service stores its data. */
export type DataPaths = {
  readonly dynamodb: string;
  readonly queues: string;
  readonly files: string;
  readonly schedules: string;
  readonly messaging: string;
  readonly keyFile: string;
  readonly receiverSecrets: string;
  readonly demoFile: string;
  readonly exampleFile: string;
  positionFile(mappingId: string): string;
  /** Directory of the stream records whose retries are exhausted. */
  readonly undispatched: string;
};

export type DataDirectory = DataPaths & {
  /** Releases the directory for other processes. */
  release(): void;
};

/** Everything that `--fresh` deletes: only our own entries, in case the directory contains other files. */
const ENTRIES = {
  dynamodb: 'dynamodb',
  queues: 'queues',
  files: 'files',
  schedules: 'schedules',
  messaging: 'messaging',
  keyFile: 'kms.key',
  receiverSecrets: 'receiver-secrets.json',
  demoFile: 'demo.json',
  exampleFile: 'example.json',
  positions: 'positions',
  undispatched: 'undispatched',
} as const;

/** Time in milliseconds in which a killed process disappears; a stack that is still running after it is really in use. */
const PATIENCE_MS = 2000;
const PAUSE_MS = 50;

/**
 * Opens and locks the data directory. A second stack on the same data would corrupt it and is rejected; the lock of a killed
 * process is taken over, if necessary after a wait until that process has ended.
 */
export async function openDataDirectory(
  path: string,
  options: { readonly fresh: boolean; readonly patienceMs?: number },
): Promise<DataDirectory> {
  mkdirSync(path, { recursive: true });
  const lock = join(path, 'stack.pid');
  await takeLock(path, lock, options.patienceMs ?? PATIENCE_MS);
  if (options.fresh)
    for (const entry of Object.values(ENTRIES)) rmSync(join(path, entry), { recursive: true, force: true });
  return { ...dataPaths(path), release: () => rmSync(lock, { force: true }) };
}

/** The paths in a data directory that another thread has opened. */
export function dataPaths(path: string): DataPaths {
  const at = (entry: keyof typeof ENTRIES): string => join(path, ENTRIES[entry]);
  return {
    dynamodb: at('dynamodb'),
    queues: at('queues'),
    files: at('files'),
    schedules: at('schedules'),
    messaging: at('messaging'),
    keyFile: at('keyFile'),
    receiverSecrets: at('receiverSecrets'),
    demoFile: at('demoFile'),
    exampleFile: at('exampleFile'),
    undispatched: at('undispatched'),
    positionFile: (mappingId) => join(at('positions'), `${mappingId}.json`),
  };
}

async function takeLock(path: string, lock: string, patienceMs: number): Promise<void> {
  const content = `${process.pid} ${startOf(process.pid)}`;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      writeFileSync(lock, content, { flag: 'wx' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const [pid = '', start = ''] = readLock(lock).split(' ');
    // The start time distinguishes the owner from another process that got the same process id.
    if (!isAlive(Number(pid)) || startOf(Number(pid)) !== start) break;
    if (performance.now() >= deadline)
      throw new LocalError(
        `${path} is in use by process ${pid}; stop it or set LOCAL_DATA_DIR to another directory`,
      );
    await wait(PAUSE_MS);
  }
  writeFileSync(lock, content);
}

/** The owner may release its lock at any time. */
function readLock(lock: string): string {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return '';
  }
}

/** A zombie has ended, although its parent has not yet read its exit code. */
function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0) && !['Z', 'X'].includes(statusOf(pid)[0] ?? '');
  } catch {
    return false;
  }
}

/** Start time in clock ticks from the Linux process table; empty on other systems, where only the id is compared. */
function startOf(pid: number): string {
  return statusOf(pid)[19] ?? '';
}

/** The fields of the Linux process table after the name of the process, from its state on; empty on other systems. */
function statusOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

import { readdir, readFile } from 'node:fs/promises';

/** CPU milliseconds since the start of the process or thread, by part. */
export type PartsCpu = Readonly<Record<string, number>>;

/** The kernel counts CPU time in ticks of 10 ms. */
const TICK_MS = 10;

/** CPU time and memory of a process and its descendants, from `/proc`. */
export async function readTree(root: number): Promise<{
  readonly cpu: PartsCpu;
  readonly total: number;
  readonly megabytes: number;
  readonly rss: number;
}> {
  const cpu = new Map<string, number>();
  let megabytes = 0;
  let rss = 0;
  for (const pid of await descendants(root)) {
    const command = (await text(`/proc/${pid}/cmdline`)).split('\0');
    for (const [part, milliseconds] of await partsOf(pid, command))
      cpu.set(part, (cpu.get(part) ?? 0) + milliseconds);
    const memory = await text(`/proc/${pid}/smaps_rollup`);
    megabytes += kilobytes(memory, 'Pss') / 1024;
    rss += kilobytes(memory, 'Rss') / 1024;
  }
  const total = [...cpu.values()].reduce((sum, each) => sum + each, 0);
  return { cpu: Object.fromEntries(cpu), total, megabytes: Math.round(megabytes), rss: Math.round(rss) };
}

async function descendants(root: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/u.test(entry)) continue;
    const parent = statFields(await text(`/proc/${entry}/stat`))[1];
    if (parent !== undefined) parents.set(Number(entry), Number(parent));
  }
  const tree = [root];
  for (const pid of tree)
    for (const [child, parent] of parents) if (parent === pid && !tree.includes(child)) tree.push(child);
  return tree;
}

/**
 * The threads of the stack are told apart by their names. Compilation and garbage collection run in threads of Node.js that
 * all event loops share.
 */
async function partsOf(pid: number, command: readonly string[]): Promise<[string, number][]> {
  const whole = cpuOf(await text(`/proc/${pid}/stat`));
  if (command[0]?.endsWith('dynoxide')) return [['dynoxide', whole]];
  if (command.some((each) => each.endsWith('watchdog.ts'))) return [['watchdog', whole]];
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const parts: [string, number][] = [];
  for (const thread of threads) {
    const name = (await text(`/proc/${pid}/task/${thread}/comm`)).trim();
    const part = Number(thread) === pid ? 'functions' : name === 'emulators' ? name : 'shared threads';
    parts.push([part, cpuOf(await text(`/proc/${pid}/task/${thread}/stat`))]);
  }
  // Threads and children that have ended count, too.
  const counted = parts.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  return [...parts, ['ended', Math.max(0, whole - counted)]];
}

function cpuOf(stat: string): number {
  const fields = statFields(stat);
  // User and system time, then the same of children that have ended.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

/** The fields after the command name, which may contain spaces: the state is the first. */
function statFields(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function kilobytes(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(rollup)?.[1] ?? 0);
}

async function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

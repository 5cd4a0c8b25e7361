import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type AwsParts, startAwsParts } from '#bench/memory/aws-parts.ts';
import { median } from '#bench/record/median.ts';
import { deliveryEvents, ingestEvents, streamEvents } from './path-events.ts';
import {
  PATH_FUNCTIONS,
  type PathFunction,
  type PathOrder,
  pathReportSchema,
  type PathSide,
} from './path-messages.ts';
import { makePathWorkspace, type PathWorkspace } from './path-workspace.ts';

/** CPU time of one function in milliseconds per unit, and its median ratio to the baseline. */
export type FunctionFigures = {
  readonly unit: 'event' | 'delivery';
  readonly ownCpuMs: readonly number[];
  readonly floorCpuMs: readonly number[];
  readonly ratio: number;
};

/** CPU time of the whole path of events to this many endpoints, per delivery. */
export type PathFigures = {
  readonly endpoints: number;
  readonly functions: Readonly<Record<PathFunction, FunctionFigures>>;
  /** All three functions, divided by the number of deliveries. */
  readonly ownCpuMs: number;
  readonly floorCpuMs: number;
  readonly ratio: number;
};

export type PathOptions = {
  readonly rounds: number;
  readonly endpoints: number;
  /** Where V8 writes the CPU profiles of the functions; without it, nothing is profiled. */
  readonly profiles?: string | undefined;
};

/** Deliveries of one function in a round. */
const DELIVERIES = 500;
/** Deliveries and events until the JIT compiler has optimised the hot code; before that, the larger program is at a disadvantage. */
const WARM_UP_ROUNDS = 8;
/** Workspaces whose events are ingested in turn, so that no key reaches its rate limit. */
const WORKSPACES = 4;
/** Credentials of Lambda have a session token of about this size. It is a header of every request and part of its signature. */
const SESSION_TOKEN = 'FwoGZXIvYXdzE'.repeat(64);

type Rounds = Record<PathFunction, Record<PathSide, number[]>>;

/** Runs the three functions and their baselines alternately, each in a separate process. */
export async function runPath(options: PathOptions): Promise<PathFigures> {
  const receiver = await startServer('quick-receiver.ts', {});
  const parts = await startAwsParts(`http://127.0.0.1:${receiver.port}/hook`);
  const upstream = parts.environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
  const stub = await startServer('aws-stub.ts', { UPSTREAM: upstream });
  const children: ChildProcess[] = [receiver.child, stub.child];
  try {
    const workspaces = await makeWorkspaces(parts, options.endpoints);
    const env = environmentOf(parts, stub.port, workspaces);
    const started = new Map<string, ChildProcess>();
    for (const name of PATH_FUNCTIONS)
      for (const side of ['own', 'floor'] as const) {
        const child = startChild(name, side, env, options.profiles);
        children.push(child);
        await nextReport(child);
        started.set(`${name} ${side}`, child);
      }
    const rounds: Rounds = {
      'ingest-event': { own: [], floor: [] },
      'dispatch-event': { own: [], floor: [] },
      'deliver-webhook': { own: [], floor: [] },
    };
    for (let round = -WARM_UP_ROUNDS; round < options.rounds; round += 1)
      for (const name of PATH_FUNCTIONS)
        for (const side of sidesOf(round)) {
          const child = started.get(`${name} ${side}`);
          if (!child) continue;
          const cpuMs = await measure(child, name, side, workspaces);
          if (round >= 0) rounds[name][side].push(cpuMs);
        }
    await Promise.all([...started.values()].map(stopChild));
    return figuresOf(options.endpoints, rounds);
  } finally {
    for (const child of children) child.kill();
    await parts.stop();
  }
}

async function makeWorkspaces(parts: AwsParts, endpoints: number): Promise<PathWorkspace[]> {
  const workspaces: PathWorkspace[] = [];
  while (workspaces.length < WORKSPACES) workspaces.push(await makePathWorkspace(parts, endpoints));
  return workspaces;
}

function environmentOf(parts: AwsParts, stubPort: number, [first]: readonly PathWorkspace[]) {
  const stub = `http://127.0.0.1:${stubPort}`;
  const queue = `${stub}/000000000000/queue`;
  return {
    ...parts.environment,
    PATH: process.env['PATH'],
    POWERTOOLS_LOG_LEVEL: 'INFO',
    AWS_SESSION_TOKEN: SESSION_TOKEN,
    AWS_ENDPOINT_URL_DYNAMODB: stub,
    AWS_ENDPOINT_URL_SQS: stub,
    DELIVERY_QUEUE_URL: queue,
    QUARANTINED_EVENTS_QUEUE_URL: queue,
    RECOVERY_QUEUE_URL: queue,
    NOTIFICATION_QUEUE_URL: queue,
    FLOOR_WORKSPACE: first?.workspaceId,
  };
}

/** CPU time of a round in milliseconds, per event of ingestion and dispatch, and per delivery. */
async function measure(
  child: ChildProcess,
  name: PathFunction,
  side: PathSide,
  workspaces: readonly PathWorkspace[],
): Promise<number> {
  const [first] = workspaces;
  if (!first) throw new Error('There is no workspace');
  const perEvent = first.endpoints.length;
  const events = DELIVERIES / perEvent;
  if (name === 'deliver-webhook') return (await cpuOf(child, deliveryEvents(first, events))) / DELIVERIES;
  if (name === 'dispatch-event') return (await cpuOf(child, streamEvents(first, events, side))) / events;
  return (await cpuOf(child, ingestEvents(workspaces, DELIVERIES))) / DELIVERIES;
}

async function cpuOf(child: ChildProcess, events: readonly unknown[]): Promise<number> {
  const report = nextReport(child);
  child.send({ events } satisfies PathOrder);
  const done = await report;
  if (done.kind !== 'done' || done.failures.length > 0)
    throw new Error(`A measured function failed: ${JSON.stringify(done).slice(0, 500)}`);
  return done.cpuMs;
}

function figuresOf(endpoints: number, rounds: Rounds): PathFigures {
  const functions = {
    'ingest-event': functionFigures('event', rounds['ingest-event']),
    'dispatch-event': functionFigures('event', rounds['dispatch-event']),
    'deliver-webhook': functionFigures('delivery', rounds['deliver-webhook']),
  };
  const totals = (side: PathSide) =>
    rounds['deliver-webhook'][side].map((delivery, at) => {
      const event = (rounds['ingest-event'][side][at] ?? 0) + (rounds['dispatch-event'][side][at] ?? 0);
      return delivery + event / endpoints;
    });
  const [own, floor] = [totals('own'), totals('floor')];
  return {
    endpoints,
    functions,
    ownCpuMs: rounded(median(own)),
    floorCpuMs: rounded(median(floor)),
    ratio: rounded(median(ratios(own, floor))),
  };
}

function functionFigures(
  unit: FunctionFigures['unit'],
  { own, floor }: Readonly<Record<PathSide, readonly number[]>>,
): FunctionFigures {
  return {
    unit,
    ownCpuMs: own.map(rounded),
    floorCpuMs: floor.map(rounded),
    ratio: rounded(median(ratios(own, floor))),
  };
}

function ratios(own: readonly number[], floor: readonly number[]): number[] {
  return own.map((cpuMs, at) => cpuMs / (floor[at] ?? 1));
}

/** The order alternates, so that neither side always runs right after the other. */
function sidesOf(round: number): readonly PathSide[] {
  return round % 2 === 0 ? ['own', 'floor'] : ['floor', 'own'];
}

function startChild(
  name: PathFunction,
  side: PathSide,
  env: Readonly<Record<string, string | undefined>>,
  profiles: string | undefined,
): ChildProcess {
  const isProfiled = profiles !== undefined;
  return fork(fileOf('path-child.ts'), [name, side], {
    env,
    execArgv: isProfiled
      ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}-${side}.cpuprofile`]
      : [],
    // Logs are written, as in AWS, but discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Ends a measured process so that V8 writes its profile. */
async function stopChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

async function startServer(file: string, env: Readonly<Record<string, string>>) {
  const child = fork(fileOf(file), { env: { ...env, PATH: process.env['PATH'] } });
  const [opened] = await once(child, 'message');
  return { child, port: v.parse(v.object({ port: v.number() }), opened).port };
}

async function nextReport(child: ChildProcess) {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    const ended = once(child, 'exit', { signal }).then(() => [undefined]);
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return v.parse(pathReportSchema, message);
  } finally {
    waiting.abort();
  }
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

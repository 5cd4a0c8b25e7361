import type { PathFunction, PathOrder, PathReport, PathSide } from './path-messages.ts';

/**
 * A process that runs one function of the path, or its baseline, according to its command line. Reports the CPU time of the events of
 * each message: the time of all threads of this process, without the receiver and the stub of AWS.
 */
type Handler = (event: unknown, context: unknown) => Promise<unknown>;
type Module = { readonly handler: Handler };

const LOADERS: Record<PathFunction, Record<PathSide, () => Promise<unknown>>> = {
  'ingest-event': {
    own: () => import('#functions/events/ingest-event/index.ts'),
    floor: () => import('./ingest-floor.ts'),
  },
  'dispatch-event': {
    own: () => import('#functions/webhooks/dispatch-event/index.ts'),
    floor: () => import('./dispatch-floor.ts'),
  },
  'deliver-webhook': {
    own: () => import('#functions/webhooks/deliver-webhook/index.ts'),
    floor: () => import('./deliver-floor.ts'),
  },
};

const [, , name, side] = process.argv;
const load = LOADERS[name as PathFunction][side as PathSide];
const { handler } = (await load()) as Module;
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 };

process.on('message', (order: PathOrder) => {
  void run(order).then((report) => process.send?.(report));
});
process.send?.({ kind: 'ready' } satisfies PathReport);

async function run({ events }: PathOrder): Promise<PathReport> {
  const failures: string[] = [];
  const started = process.cpuUsage();
  for (const event of events) {
    const failure = failureOf(await handler(event, context));
    if (failure !== undefined) failures.push(failure);
  }
  const { user, system } = process.cpuUsage(started);
  return { kind: 'done', cpuMs: (user + system) / 1000, failures };
}

function failureOf(result: unknown): string | undefined {
  const { statusCode, batchItemFailures } = result as {
    readonly statusCode?: number;
    readonly batchItemFailures?: readonly unknown[];
  };
  return statusCode === 202 || batchItemFailures?.length === 0 ? undefined : JSON.stringify(result);
}

import { crashAtRandom } from './crash-at-random.ts';
import { drain } from './drain.ts';
import { ingestEvents, type Ingestion } from './ingest-events.ts';
import { type LoadFigures, loadFigures, owedBy } from './load-figures.ts';
import type { LoadOptions } from './load-options.ts';
import { openLoad } from './open-load.ts';

/** Share of recording the events in the work of a run, for choosing the times of crashes. */
const INGEST_SHARE = 0.2;

/** One load run on a temporary stack: ingest, crash if requested, drain, count. Ends at the deadline at the latest. */
export async function runLoad(
  options: LoadOptions,
  settings: {
    readonly keep: boolean;
    readonly interrupted: AbortSignal;
    readonly say: (line: string) => void;
  },
): Promise<LoadFigures> {
  const { events, endpoints, kills, seed, rate } = options;
  const { say } = settings;
  const { receiver, stack, client, endpointIds, close } = await openLoad(options);
  const over = new AbortController();
  const deadline = AbortSignal.timeout(options.deadlineSeconds * 1000);
  const signal = AbortSignal.any([deadline, settings.interrupted, over.signal]);
  const ingestion: Ingestion = { accepted: [], connectionErrors: 0, rejections: 0 };
  const progress = (): number =>
    (INGEST_SHARE * ingestion.accepted.length) / events +
    ((1 - INGEST_SHARE) * receiver.tally.delivered) / (events * endpoints);
  const reporter = setInterval(
    () =>
      say(`${ingestion.accepted.length} events accepted, ${receiver.tally.delivered} deliveries received`),
    15_000,
  );
  try {
    const startedAt = performance.now();
    let ingestedAt = startedAt;
    const [, crashes] = await Promise.all([
      ingestEvents({ client, events, rate, signal, ingestion }).then(() => (ingestedAt = performance.now())),
      crashAtRandom({ kills, seed, progress, crash: stack.crash, signal, say }),
    ]);
    const owed = owedBy(ingestion.accepted, endpoints);
    const { drained, records } = await drain({ owed, endpointIds, receiver, client, signal });
    return loadFigures({
      ingestion,
      endpoints,
      receiver,
      records,
      drained: drained && crashes.length === kills,
      crashes,
      startedAt,
      ingestedAt,
      now: new Date(),
    });
  } finally {
    over.abort();
    clearInterval(reporter);
    await close({ keep: settings.keep });
    if (settings.keep) say(`data kept in ${stack.dataDir}`);
  }
}

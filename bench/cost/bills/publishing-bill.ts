import { PUBLISHING_WORK, type PublishingRun } from '#bench/cost/publishing-run.ts';
import { type BillLine, callDollars, line } from './bill.ts';
import { ASSUMED, invocationDollars, PRICES } from './price-list.ts';

/** Consumers of the stream, which are billed by their records. */
const STREAM_CONSUMERS: ReadonlySet<string> = new Set(['project-changes', 'dispatch-event']);
/** A queue mapping receives a message and deletes it. */
const QUEUE_CALLS_A_RUN = 2;

/** What a million posts and files cost at AWS. The social networks charge nothing. */
export function publishingLines(runs: readonly PublishingRun[]): readonly BillLine[] {
  return runs.map((run) => {
    const { work, requests, counted } = run;
    const consumers = counted.runs.filter(({ operation }) => operation === PUBLISHING_WORK[work]);
    const records = counted.runs
      .filter(({ operation }) => STREAM_CONSUMERS.has(operation))
      .reduce((sum, { records: some }) => sum + some, 0);
    const queueCall = PRICES.queueRequest + PRICES.fairQueueRequest;
    const dollars =
      requests * (PRICES.httpApiRequest + invocationDollars(ASSUMED.operation)) +
      consumers.length * (invocationDollars(ASSUMED.networkRun) + QUEUE_CALLS_A_RUN * queueCall) +
      (records / ASSUMED.streamRecords) * invocationDollars(ASSUMED.streamHundred) +
      storedFiles(run) * ASSUMED.storeRequests * PRICES.putObject +
      callDollars(counted.calls);
    const perRequest = (count: number) => Number((count / requests).toFixed(1));
    const what = `${perRequest(counted.calls.length)} AWS calls, ${perRequest(consumers.length)} invocations of the consumer`;
    return line(work, what, dollars, requests);
  });
}

/** S3 is called without a client of the SDK, so its calls are not counted. */
function storedFiles({ work, requests }: PublishingRun): number {
  return work === 'a file from a URL' ? requests : 0;
}

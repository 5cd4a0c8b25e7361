import { createHash } from 'node:crypto';
import { totalOf, type AwsCall } from '#bench/cost/aws-call.ts';
import { PRICES } from '#bench/cost/bills/price-list.ts';
import { tapSdk } from '#bench/cost/sdk-tap.ts';
import { consumer } from '#functions/biolinks/count-visits/consumer.ts';
import { createHandler } from '#functions/biolinks/count-visits/handler.ts';
import { toQueueRecord } from '#local/pollers/queue-message.ts';
import { newPage } from '#shared/biolinks/domain/page-edit.ts';
import type { Visit } from '#shared/biolinks/domain/visit.ts';
import { countVisitors } from '#shared/biolinks/domain/visitor-sketch.ts';
import { createDynamoVisitCounts } from '#shared/biolinks/store/dynamo-page-day-store.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import { queueMessages, toLambdaHandler } from '#shared/platform/entry/consumer-entry.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { systemBackOff } from '#shared/platform/runtime/system-random.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';

const VIEWS = 1_000_000;
const MINUTES = 60;
const VISITORS = 700_000;
const DAY = '2026-06-01';
/** Lambda keeps five pollers for the queue, and each fills a batch for a minute: the most batches that a minute can have. */
const POLLERS = 5;

const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Counts a million views of one page, as Lambda would pass them in an hour, on the core table of the templates: in as many batches as the
 * pollers can make. The clock of the consumer moves with the views.
 */
export async function countHour(core: WritableTable) {
  const identity = {
    id: newId(new Date()),
    workspaceId: newId(new Date()),
    slug: 'measured',
    theme: 'paper',
  };
  const page = newPage(identity, { title: 'Measured' }, new Date());
  const change = {
    actor: { kind: 'system' },
    operation: 'bench',
    requestId: 'bench',
    nonce: 'bench',
  } as const;
  await createDynamoPageStore(core).create(page, {
    change: { ...change, at: new Date() },
    idempotencyRecord: null,
  });
  const place = { workspaceId: page.workspaceId, pageId: page.id, day: DAY };
  const startedAt = Date.parse(`${DAY}T12:00:00Z`);
  let now = startedAt;
  const counts = createDynamoVisitCounts(core);
  const consume = toLambdaHandler(
    consumer,
    [queueMessages],
    createHandler({ counts, clock: () => new Date(now), backOff: systemBackOff, log: QUIET }),
    { log: QUIET },
  );

  const calls: AwsCall[] = [];
  const untap = tapSdk((call) => void calls.push(call));
  let sent = 0;
  let longest = 0;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    for (let poller = 0; poller < POLLERS; poller += 1) {
      const until = Math.round((VIEWS * (minute * POLLERS + poller + 1)) / (MINUTES * POLLERS));
      const Records = Array.from({ length: until - sent }, (_, index) => record(sent + index));
      sent = until;
      const began = performance.now();
      const { batchItemFailures } = await consume({ Records });
      if (batchItemFailures.length > 0) throw new Error('A batch was not counted');
      longest = Math.max(longest, performance.now() - began);
    }
    now += 60_000;
  }
  untap();

  const { day } = await counts.read(page.id, DAY);
  const transactions = calls.filter(({ action }) => action === 'TransactWriteItems');
  const { reads, writes } = totalOf(calls);
  return {
    views: VIEWS,
    counted: day?.views ?? 0,
    visitors: VISITORS,
    estimatedVisitors: countVisitors(day?.visitors ?? new Uint8Array()),
    writesOfCounts: transactions.length,
    readUnits: Math.round(reads),
    writeUnits: writes,
    tableDollars: Math.round((reads * PRICES.readUnit + writes * PRICES.writeUnit) * 1000) / 1000,
    longestBatchMs: Math.round(longest),
  };

  function record(index: number) {
    const from: Visit & { kind: 'view' } = {
      kind: 'view',
      ...place,
      at: now,
      from: { referrer: `site-${index % 50}.example`, device: 'mobile', visitor: visitor(index % VISITORS) },
    };
    return toQueueRecord({ MessageId: newId(new Date(now)), Body: JSON.stringify(from) }, '');
  }
}

function visitor(number: number): string {
  return createHash('sha256').update(String(number)).digest('hex').slice(0, 16);
}

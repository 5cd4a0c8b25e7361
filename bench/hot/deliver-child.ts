import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { queueEvent } from '#bench/deliveries/queue-event.ts';
import type { DeliverReport, DeliverOrder } from './hot-messages.ts';

/**
 * A process that only delivers: with the deployed `deliver-webhook` or with the baseline, according to its command line.
 * Reports the CPU time of each order, including its threads but not the emulator.
 */
type Handler = (event: SQSEvent) => Promise<SQSBatchResponse>;

const { handler }: { handler: Handler } =
  process.argv[2] === 'floor'
    ? await import('./delivery-floor.ts')
    : await import('#functions/webhooks/deliver-webhook/index.ts');

process.on('message', (order: DeliverOrder) => {
  void deliver(order).then((report) => process.send?.(report));
});
process.send?.({ kind: 'ready' } satisfies DeliverReport);

async function deliver({ batches }: DeliverOrder): Promise<DeliverReport> {
  const events = batches.map(queueEvent);
  let failures = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  for (const event of events) failures += (await handler(event)).batchItemFailures.length;
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { kind: 'delivered', cpuMs: (user + system) / 1000, wallMs, failures };
}

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { queueEvent } from '#bench/deliveries/queue-event.ts';
import type { DeliverAnswer, DeliverOrder } from './hot-messages.ts';

/**
 * A process that delivers and nothing else: by `deliver-webhook` as it is deployed, or by the floor, as its command line says.
 * Tells for each order what processor time it took, its own threads included and the emulator's not.
 */
type Handler = (event: SQSEvent) => Promise<SQSBatchResponse>;

const { handler }: { handler: Handler } =
  process.argv[2] === 'floor'
    ? await import('./delivery-floor.ts')
    : await import('#functions/webhooks/deliver-webhook/index.ts');

process.on('message', (order: DeliverOrder) => {
  void deliver(order).then((answer) => process.send?.(answer));
});
process.send?.({ kind: 'ready' } satisfies DeliverAnswer);

async function deliver({ batches }: DeliverOrder): Promise<DeliverAnswer> {
  const events = batches.map(queueEvent);
  let failures = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  for (const event of events) failures += (await handler(event)).batchItemFailures.length;
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { kind: 'delivered', cpuMs: (user + system) / 1000, wallMs, failures };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { queueEvent } from '#bench/deliveries/queue-event.ts';
import { handler } from '#functions/webhooks/deliver-webhook/index.ts';
import type { ChildReport, ChildOrder } from './child-messages.ts';

/**
 * The measured process: only the deployed `deliver-webhook`. It executes one order of its parent at a time. Run with
 * `--expose-gc`.
 */
const SAMPLE_MS = 5;
/** Resets the kernel's high-water mark of resident memory (proc(5), clear_refs). */
const RESET_PEAK = '5';

let sampled = 0;

process.on('message', (order: ChildOrder) => {
  void obey(order).then((report) => process.send?.(report));
});
process.send?.({ kind: 'ready' } satisfies ChildReport);

async function obey(order: ChildOrder): Promise<ChildReport> {
  if (order.kind === 'rest') {
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { kind: 'rested', rss: process.memoryUsage.rss() };
  }
  const sampling = setInterval(() => (sampled = Math.max(sampled, process.memoryUsage.rss())), SAMPLE_MS);
  sampled = process.memoryUsage.rss();
  const isReset = resetPeak();
  const failures: number[] = [];
  for (const records of order.batches)
    failures.push((await handler(queueEvent(records))).batchItemFailures.length);
  clearInterval(sampling);
  return {
    kind: 'delivered',
    peak: Math.max(sampled, isReset ? highWaterMark() : 0),
    failures: failures.reduce((sum, count) => sum + count, 0),
  };
}

/** Returns false if the kernel has no such file; then samples are used. */
function resetPeak(): boolean {
  try {
    writeFileSync('/proc/self/clear_refs', RESET_PEAK);
    return true;
  } catch {
    return false;
  }
}

function highWaterMark(): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return Number(kilobytes) * 1024;
}

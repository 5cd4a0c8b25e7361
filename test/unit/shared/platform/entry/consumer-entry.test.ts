import { describe, expect, it, vi } from 'vitest';
import { consumer as countVisits } from '#functions/biolinks/count-visits/consumer.ts';
import { consumer as deliverWebhook } from '#functions/webhooks/deliver-webhook/consumer.ts';
import { consumer as dispatchEvent } from '#functions/webhooks/dispatch-event/consumer.ts';
import { consumer as sweepDeliveries } from '#functions/webhooks/sweep-deliveries/consumer.ts';
import {
  consumerEntry,
  queueMessages,
  scheduleParts,
  toLambdaHandler,
  writtenMetrics,
} from '#shared/platform/entry/consumer-entry.ts';
import type { LambdaContext } from '#shared/platform/http/operation.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';
import { aLambdaContext } from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

type Handle = (
  event: unknown,
  context: Pick<LambdaContext, 'getRemainingTimeInMillis' | 'awsRequestId'>,
) => Promise<void>;

const consumer = defineConsumer({
  name: 'sweep-things',
  stack: 'scheduling',
  description: 'Sweeps things',
  stalledImpact: 'Things are late',
  source: { kind: 'schedule', group: 'sweep', id: 'Sweep' },
  uses: [],
});

/** A consumer with this handler. */
function start(handle: Handle, metrics?: { readonly flush: () => void }): Handle {
  return toLambdaHandler(consumer, [], handle, { log: createRecordingLog(), metrics });
}

/** Entries with a missing or a wrong part: each error below is one that `tsc` must report. */
function rejectedWithTheseParts(build: () => never): void {
  consumerEntry(countVisits, [queueMessages], build);
  // @ts-expect-error count-visits reads the messages of a queue.
  consumerEntry(countVisits, [], build);
  // @ts-expect-error count-visits does not declare write-metrics.
  consumerEntry(countVisits, [queueMessages, writtenMetrics], build);
  consumerEntry(deliverWebhook, [queueMessages, writtenMetrics], build);
  // @ts-expect-error deliver-webhook declares write-metrics.
  consumerEntry(deliverWebhook, [queueMessages], build);
  consumerEntry(dispatchEvent, [], build);
  // @ts-expect-error dispatch-event reads a stream.
  consumerEntry(dispatchEvent, [queueMessages], build);
  consumerEntry(sweepDeliveries, [scheduleParts, writtenMetrics], build);
  // @ts-expect-error The schedule of sweep-deliveries has parts.
  consumerEntry(sweepDeliveries, [writtenMetrics], build);
  // @ts-expect-error The schedule of this consumer has no parts.
  consumerEntry(consumer, [scheduleParts], build);
}

describe('consumerEntry', () => {
  it('accepts only the parts that a consumer needs', () => {
    expect(rejectedWithTheseParts).toBeTypeOf('function');
  });

  it('is built once, by the first invocation', async () => {
    let builds = 0;
    const sweep = consumerEntry(consumer, [], (): Handle => {
      builds += 1;
      return async () => undefined;
    });

    expect(builds).toBe(0);
    await sweep({}, aLambdaContext());
    await sweep({}, aLambdaContext());
    expect(builds).toBe(1);
  });

  it('is built again after a build that failed', async () => {
    let builds = 0;
    const sweep = consumerEntry(consumer, [], (): Handle => {
      builds += 1;
      if (builds === 1) throw new Error('Missing environment variable: CORE_TABLE');
      return async () => undefined;
    });

    expect(() => sweep({}, aLambdaContext())).toThrow('CORE_TABLE');
    await sweep({}, aLambdaContext());
    expect(builds).toBe(2);
  });

  it('reads the trace of each invocation, which Lambda sets in the environment of the process', async () => {
    const traces: unknown[] = [];
    const sweep = consumerEntry(consumer, [], ({ environment }): Handle => async () => {
      traces.push(environment['_X_AMZN_TRACE_ID']);
    });
    for (const trace of ['Root=1', 'Root=2']) {
      vi.stubEnv('_X_AMZN_TRACE_ID', trace);
      await sweep({}, aLambdaContext());
    }
    vi.unstubAllEnvs();

    expect(traces).toEqual(['Root=1', 'Root=2']);
  });
});

describe('toLambdaHandler', () => {
  it('does not end an invocation past its deadline while its requests are unfinished', async () => {
    const finished: string[] = [];
    const sweep = start(async () => {
      await new Promise<void>((resolve) => void systemTimer(20, resolve));
      finished.push('request');
    });

    await sweep({}, aLambdaContext({ getRemainingTimeInMillis: () => 0 }));
    expect(finished).toEqual(['request']);
  });

  it('writes the metrics at the end of an invocation, also after an error', async () => {
    let flushes = 0;
    const metrics = { flush: () => void (flushes += 1) };
    const failing = start(() => Promise.reject(new Error('broken')), metrics);

    await start(async () => undefined, metrics)({}, aLambdaContext());
    await expect(failing({}, aLambdaContext())).rejects.toThrow('broken');
    expect(flushes).toBe(2);
  });
});

describe('scheduleParts', () => {
  const parted = defineConsumer({ ...consumer, source: { ...consumer.source, parts: 2 } });

  it('pass the part of the event on, and all of the work without one', async () => {
    const parts: unknown[] = [];
    const sweep = consumerEntry(parted, [scheduleParts], () => async (part: unknown) => {
      parts.push(part);
    });
    await sweep({ part: 1 }, aLambdaContext());
    await sweep({ source: 'aws.scheduler' }, aLambdaContext());

    expect(parts).toEqual([
      { index: 1, of: 2 },
      { index: 0, of: 1 },
    ]);
  });

  it('fail for a part that the schedule does not have', async () => {
    const sweep = consumerEntry(parted, [scheduleParts], () => async () => undefined);

    await expect(sweep({ part: 2 }, aLambdaContext())).rejects.toThrow(
      'The schedule has the parts 0 to 1, not 2',
    );
  });
});

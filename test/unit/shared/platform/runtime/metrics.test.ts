import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BROADCASTS_METRICS } from '#shared/broadcasts/metrics.ts';
import { MESSAGING_METRICS } from '#shared/messaging/metrics.ts';
import { DIMENSIONS, type Metric } from '#shared/platform/core/metric.ts';
import { consumerChain } from '#shared/platform/runtime/consumer-chain.ts';
import { createMetrics, flushMetrics } from '#shared/platform/runtime/metrics.ts';
import { PUBLISHING_METRICS } from '#shared/publishing/metrics.ts';
import { WEBHOOKS_METRICS } from '#shared/webhooks/metrics.ts';

function aMeter() {
  const lines: string[] = [];
  const metrics = createMetrics('workspace-test', (line) => lines.push(line));
  return { metrics, lines, documents: () => lines.map((line) => JSON.parse(line)) };
}

describe('createMetrics', () => {
  it('writes a document of the embedded metric format', () => {
    const { metrics, documents } = aMeter();

    metrics.add(WEBHOOKS_METRICS.attempts, 1, { outcome: 'success' });
    metrics.flush();

    expect(documents()).toEqual([
      {
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: 'workspace-test',
              Dimensions: [['service', 'outcome']],
              Metrics: [{ Name: 'Attempts', Unit: 'Count' }],
            },
          ],
        },
        service: 'deliver-webhook',
        outcome: 'success',
        Attempts: 1,
      },
    ]);
  });

  it('keeps values of one combination of dimensions in one line', () => {
    const { metrics, documents } = aMeter();

    for (const outcome of ['success', 'success', 'retry'] as const)
      metrics.add(WEBHOOKS_METRICS.attempts, 1, { outcome });
    for (const milliseconds of [12, 30]) metrics.add(WEBHOOKS_METRICS.attemptDuration, milliseconds);
    metrics.flush();

    expect(documents()).toMatchObject([
      { outcome: 'success', Attempts: [1, 1] },
      { outcome: 'retry', Attempts: 1 },
      { AttemptDuration: [12, 30] },
    ]);
  });

  it('writes nothing before it is flushed, and nothing twice', () => {
    const { metrics, lines } = aMeter();

    metrics.add(WEBHOOKS_METRICS.lateness, 3);
    expect(lines).toEqual([]);
    metrics.flush();
    metrics.flush();

    expect(lines).toHaveLength(1);
  });

  it('starts a new document before the limit of one hundred values', () => {
    const { metrics, documents } = aMeter();

    for (let value = 1; value <= 101; value += 1) metrics.add(WEBHOOKS_METRICS.attemptDuration, value);
    metrics.flush();

    expect(documents().map(({ AttemptDuration }) => AttemptDuration.length)).toEqual([99, 2]);
  });

  it('lists each of its dimensions in every document, as a string', () => {
    const { metrics, documents } = aMeter();

    metrics.add(PUBLISHING_METRICS.publications, 1, { provider: 'mastodon', outcome: 'published' });
    metrics.add(PUBLISHING_METRICS.published, 1);
    metrics.flush();

    for (const document of documents())
      for (const dimension of document['_aws'].CloudWatchMetrics[0].Dimensions[0])
        expect(document[dimension]).toMatch(/^[a-z-]+$/u);
  });
});

describe('flushMetrics', () => {
  it('writes what was added after the handler has returned', async () => {
    const { metrics, lines } = aMeter();
    const handler = consumerChain(
      async (name: string) => {
        metrics.add(WEBHOOKS_METRICS.lateness, 1);
        return `hello ${name}`;
      },
      [flushMetrics(metrics)],
    );

    await expect(handler('you')).resolves.toBe('hello you');
    expect(lines).toHaveLength(1);
  });

  it('writes it as well when the handler throws', async () => {
    const { metrics, lines } = aMeter();
    const handler = consumerChain(async () => {
      metrics.add(WEBHOOKS_METRICS.lateness, 1);
      throw new Error('as asked');
    }, [flushMetrics(metrics)]);

    await expect(handler(undefined)).rejects.toThrow('as asked');
    expect(lines).toHaveLength(1);
  });
});

describe('the metrics of all products', () => {
  const all: readonly Metric[] = [
    WEBHOOKS_METRICS,
    PUBLISHING_METRICS,
    MESSAGING_METRICS,
    BROADCASTS_METRICS,
  ].flatMap((metrics) => Object.values<Metric>(metrics));

  it('are these, each with a name of its own', () => {
    // Those of the platform are about every function, without a list of their values.
    expect(
      globSync('shared/*/metrics.ts').filter((file) => file !== 'shared/platform/metrics.ts'),
    ).toHaveLength(4);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it('have no dimension that grows with customers', () => {
    expect(DIMENSIONS).toEqual(['service', 'outcome', 'provider', 'scan']);
    for (const { by } of all) {
      expect(DIMENSIONS).toEqual(expect.arrayContaining(Object.keys(by)));
      expect(Object.keys(by).join()).not.toMatch(
        /_?id\b|workspace|endpoint|delivery|event|account|host|url/iu,
      );
    }
  });

  it('are some dozens at most, each of which costs $0.30 a month', () => {
    const combinations = all.map(({ by }) =>
      Object.values(by).reduce((product, values) => product * values.length, 1),
    );

    expect(combinations.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(64);
  });
});

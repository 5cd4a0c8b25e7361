import { describe, expect, it } from 'vitest';
import { consumerChain } from '#shared/platform/runtime/consumer-chain.ts';
import {
  DELIVERY_OUTCOMES,
  DIMENSIONS,
  METRIC_PLATFORMS,
  METRIC_PROVIDERS,
  METRICS,
  PUBLISH_OUTCOMES,
  RECEIPT_OUTCOMES,
  SEND_OUTCOMES,
} from '#shared/platform/runtime/metric-catalogue.ts';
import { createMetrics, flushMetrics } from '#shared/platform/runtime/metrics.ts';

function aMeter() {
  const lines: string[] = [];
  const metrics = createMetrics('workspace-test', (line) => lines.push(line));
  return { metrics, lines, documents: () => lines.map((line) => JSON.parse(line)) };
}

describe('createMetrics', () => {
  it('writes a document of the embedded metric format', () => {
    const { metrics, documents } = aMeter();

    metrics.add('Attempts', 1, { outcome: 'success' });
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

    for (const outcome of ['success', 'success', 'retry'] as const) metrics.add('Attempts', 1, { outcome });
    for (const milliseconds of [12, 30]) metrics.add('AttemptDuration', milliseconds);
    metrics.flush();

    expect(documents()).toMatchObject([
      { outcome: 'success', Attempts: [1, 1] },
      { outcome: 'retry', Attempts: 1 },
      { AttemptDuration: [12, 30] },
    ]);
  });

  it('writes nothing before it is flushed, and nothing twice', () => {
    const { metrics, lines } = aMeter();

    metrics.add('Lateness', 3);
    expect(lines).toEqual([]);
    metrics.flush();
    metrics.flush();

    expect(lines).toHaveLength(1);
  });

  it('starts a new document before the limit of one hundred values', () => {
    const { metrics, documents } = aMeter();

    for (let value = 1; value <= 101; value += 1) metrics.add('AttemptDuration', value);
    metrics.flush();

    expect(documents().map(({ AttemptDuration }) => AttemptDuration.length)).toEqual([99, 2]);
  });

  it('lists each of its dimensions in every document, as a string', () => {
    const { metrics, documents } = aMeter();

    metrics.add('Publications', 1, { provider: 'mastodon', outcome: 'published' });
    metrics.add('Published', 1);
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
        metrics.add('Lateness', 1);
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
      metrics.add('Lateness', 1);
      throw new Error('as asked');
    }, [flushMetrics(metrics)]);

    await expect(handler(undefined)).rejects.toThrow('as asked');
    expect(lines).toHaveLength(1);
  });
});

describe('the catalogue of metrics', () => {
  it('has no dimension that grows with customers', () => {
    expect(DIMENSIONS).toEqual(['service', 'outcome', 'provider']);
    for (const { by } of Object.values(METRICS)) {
      expect(DIMENSIONS).toEqual(expect.arrayContaining([...by]));
      expect(by.join()).not.toMatch(/_?id\b|workspace|endpoint|delivery|event|account|host|url/iu);
    }
  });

  it('defines some dozens of metrics at most, each of which costs $0.30 a month', () => {
    const sizes = {
      'deliver-webhook': { outcome: DELIVERY_OUTCOMES.length, provider: 0 },
      'publish-post': { outcome: PUBLISH_OUTCOMES.length, provider: METRIC_PROVIDERS.length },
      'deliver-message': { outcome: SEND_OUTCOMES.length, provider: METRIC_PLATFORMS.length },
      'send-broadcast-messages': { outcome: 0, provider: 0 },
      'record-receipt': { outcome: RECEIPT_OUTCOMES.length, provider: 0 },
    };
    const combinations = Object.values(METRICS).map(({ service, by }) =>
      by.reduce((product: number, dimension) => product * sizes[service][dimension], 1),
    );

    expect(combinations.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(64);
  });
});

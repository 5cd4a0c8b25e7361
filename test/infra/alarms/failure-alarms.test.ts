import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { handleEach, queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { WATCHED, asList, at, resourcesOf } from '#test/infra/synthesized.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { HOSTS, aLambdaContext, anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';

/** Successful requests of a period: 100 a second would be 30,000. They write no metric, so fewer show the same. */
const SUCCESSES = 300;

const documentSchema = v.pipe(
  v.object({
    _aws: v.object({
      CloudWatchMetrics: v.array(
        v.object({
          Namespace: v.string(),
          Dimensions: v.array(v.array(v.string())),
          Metrics: v.array(v.object({ Name: v.string() })),
        }),
      ),
    }),
  }),
  v.transform(({ _aws: { CloudWatchMetrics } }) => CloudWatchMetrics),
);

/** The sums of one period by the value of the dimension, as the query of an alarm selects them from lines of the embedded metric format. */
function queried(query: string, lines: readonly Record<string, unknown>[]): ReadonlyMap<string, number> {
  const [, metric = '', namespace = '', dimension = '', group = ''] =
    /^SELECT SUM\("(\w+)"\) FROM SCHEMA\("([\w-]+)", (\w+)\) GROUP BY (\w+) ORDER BY SUM\(\) DESC$/u.exec(
      query,
    ) ?? [];
  const sums = new Map<string, number>();
  for (const line of lines) {
    const document = v.safeParse(documentSchema, line);
    if (!document.success) continue;
    for (const { Namespace, Dimensions, Metrics } of document.output) {
      const isSelected =
        Namespace === namespace &&
        Metrics.some(({ Name }) => Name === metric) &&
        Dimensions.some((names) => names.join(',') === dimension);
      if (!isSelected) continue;
      const key = String(line[group]);
      sums.set(key, (sums.get(key) ?? 0) + Number(line[metric]));
    }
  }
  return sums;
}

/** The contributors in ALARM state after these periods; a period without data is healthy. */
function contributors(
  { properties }: ReturnType<typeof alarmOf>,
  periods: readonly (readonly Record<string, unknown>[])[],
): string[] {
  const [query] = asList(at(properties, 'Metrics'));
  const latest = periods
    .slice(-Number(properties['EvaluationPeriods']))
    .map((lines) => queried(String(at(query, 'Expression')), lines));
  const names = new Set(latest.flatMap((sums) => [...sums.keys()]));
  return [...names].filter((name) => {
    const breaching = latest.filter((sums) => (sums.get(name) ?? 0) > Number(properties['Threshold']));
    return breaching.length >= Number(properties['DatapointsToAlarm']);
  });
}

function alarmOf(stage: (typeof WATCHED)[number], id: string) {
  const name = `workspace-${stage}-observability-${id}`;
  const found = resourcesOf(stage, 'AWS::CloudWatch::Alarm').find(
    ({ properties }) => properties['AlarmName'] === name,
  );
  if (found === undefined) throw new Error(`${stage} has no alarm ${name}`);
  return found;
}

describe.each(WATCHED)('alarms on failing functions of %s', (stage) => {
  const failing = alarmOf(stage, 'FailingFunction');
  const many = alarmOf(stage, 'FunctionFailures');

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('name an operation that always throws while another one serves 100 requests a second', async () => {
    const works = operationOf('ingest-thing', () => ({ status: 204, body: null }));
    const throws = operationOf('rotate-thing', () => {
      throw new Error('no permission');
    });

    const period = async () =>
      linesOf(async () => {
        for (let request = 0; request < SUCCESSES; request += 1) await works();
        for (let request = 0; request < 3; request += 1) await throws();
      });
    const periods = [await period(), await period()];

    expect(contributors(failing, periods.slice(0, 1))).toEqual([]);
    expect(contributors(failing, periods)).toEqual(['rotate-thing']);
    expect(contributors(failing, [...periods, []])).toEqual(['rotate-thing']);
    expect(contributors(failing, [...periods, [], []])).toEqual([]);
    expect(contributors(many, periods)).toEqual([]);
  });

  it('page if a function fails more than a hundred times, and count neither mistakes of clients nor two failures', async () => {
    const throws = operationOf('rotate-thing', () => {
      throw new Error('no permission');
    });
    const rejects = operationOf('reject-thing', () => ({ status: 204, body: null }), { path: '/elsewhere' });
    const run = async (call: () => Promise<unknown>, times: number) =>
      linesOf(async () => {
        for (let request = 0; request < times; request += 1) await call();
      });

    const [hundred, more, two, clients] = [
      await run(throws, 100),
      await run(throws, 101),
      await run(throws, 2),
      await run(rejects, 200),
    ];

    expect(contributors(many, [more, more])).toEqual(['rotate-thing']);
    expect(contributors(many, [hundred, hundred])).toEqual([]);
    expect(contributors(failing, [two, two, two])).toEqual([]);
    expect(contributors(failing, [clients, clients, clients])).toEqual([]);
  });

  it('name a consumer whose messages fail', async () => {
    const log = createLog('send-thing', { STAGE: stage });
    const consume = queueConsumer(
      { message: v.object({ id: v.string() }) },
      log,
      handleEach(log, async () => {
        throw new Error('no permission');
      }),
    );
    const records = ['{"id":"1"}', '{"id":"2"}', 'no JSON'].map((body, index) => ({
      messageId: `m${index}`,
      body,
      attributes: { ApproximateReceiveCount: '1' },
    }));
    const event = { Records: records } as unknown as Parameters<typeof consume>[0];
    const period = await linesOf(async () => {
      await consume(event);
    });

    expect(contributors(failing, [period, period])).toEqual(['send-thing']);
  });

  /** A function of the stage, and a request to it. */
  function operationOf(
    name: string,
    respond: () => { readonly status: 204; readonly body: null },
    request: { readonly path?: string } = {},
  ) {
    const operation = defineOperation({
      name,
      product: 'meta',
      summary: 'A thing',
      routes: [{ method: 'GET', path: '/thing' }],
      access: { kind: 'public' },
      uses: [],
      responses: { 204: null },
      errors: [],
      ...(request.path === undefined ? {} : { servedAt: 'pages' as const }),
    });
    const handler = { handle: async () => respond() };
    const log = createLog(name, { STAGE: stage });
    const run = httpFunction(operation, handler, { clock: () => NOW, hosts: HOSTS, log });
    return async () => run(anHttpEvent({ path: '/thing' }), aLambdaContext());
  }
});

/** The log lines that are written meanwhile. */
async function linesOf(act: () => Promise<void>): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const written = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0);
  await act();
  written.mockRestore();
  return lines;
}

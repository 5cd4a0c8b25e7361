import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { Bench } from 'tinybench';
import { handler as updatePage } from '#functions/biolinks/update-page/index.ts';
import { handler as updateBroadcast } from '#functions/broadcasts/update-broadcast/index.ts';
import { handler as updatePost } from '#functions/publishing/update-post/index.ts';
import type { LambdaContext, HttpEvent, HttpResult } from '#shared/platform/http/operation.ts';
import type { UpdateFigures } from './hot-messages.ts';
import type { HotWorkspace } from './hot-workspace.ts';

/**
 * A process that calls the update operations one after another, each time with a different body. Reports the wall-clock time
 * of a call, including the emulator, and the CPU time of this process.
 */
type Handler = (event: HttpEvent, context: LambdaContext) => Promise<HttpResult>;
type Request = { readonly params: Record<string, string>; readonly body: unknown; readonly ifMatch?: string };

const WARM_UP = 300;
const made: HotWorkspace = JSON.parse(process.env['HOT_WORKSPACE'] ?? '{}');
const calls = Number(process.env['HOT_CALLS']);
const dynamo = new DynamoDBClient();
const cpu = new Map<string, { calls: number; started: NodeJS.CpuUsage; milliseconds: number }>();
const bench = new Bench({ time: 0, iterations: calls, warmupTime: 0, warmupIterations: WARM_UP });

add('update-post', updatePost, 'PUT', (turn) => ({
  params: { workspace: made.workspaceId, post: made.post },
  body: {
    versions: [{ account_id: 0, is_original: true, content: [{ body: `We are open again, ${turn}.` }] }],
  },
}));
add('update-page', updatePage, 'PATCH', (turn) => ({
  params: { page: made.page },
  body: { title: `Ada ${turn}`, tagline: `Engines, ${turn}`, settings: { seo: { title: `Ada ${turn}` } } },
  ifMatch: `"${turn}"`,
}));
add('update-broadcast', updateBroadcast, 'PUT', (turn) => ({
  params: { broadcast: made.broadcast },
  body: { name: `Sale ${turn}`, message: { type: 'text', body: `Everything is ${turn} % off.` } },
}));
measured('one UpdateItem, written plainly', async (turn) => {
  await dynamo.send(
    new UpdateItemCommand({
      TableName: process.env['CORE_TABLE'],
      Key: { pk: { S: 'PLAIN' }, sk: { S: 'P' } },
      UpdateExpression: 'SET title = :title, revision = :revision',
      ExpressionAttributeValues: { ':title': { S: `Ada ${turn}` }, ':revision': { N: String(turn) } },
    }),
  );
});

await bench.run();
process.send?.(
  bench.tasks.map(({ name, result }): UpdateFigures => {
    if (result.state !== 'completed') throw new Error(`${name} ended as ${result.state}`, { cause: result });
    const own = cpu.get(name);
    const { latency, throughput } = result;
    return {
      name,
      calls: latency.samplesCount,
      requestsPerSecond: Math.round(throughput.mean),
      medianMs: rounded(latency.p50),
      p99Ms: rounded(latency.p99),
      cpuMsPerCall: rounded((own?.milliseconds ?? 0) / (own?.calls ?? 1)),
    };
  }),
);
dynamo.destroy();
process.disconnect();

function add(name: string, handler: Handler, method: string, requestOf: (turn: number) => Request): void {
  measured(name, async (turn) => {
    const { statusCode, body } = await handler(eventOf(method, requestOf(turn)), contextOf());
    if (statusCode !== 200) throw new Error(`${name} returned ${statusCode}: ${body}`);
  });
}

/** Adds a task that knows its turn and measures the CPU time of all turns after the warm-up. */
function measured(name: string, run: (turn: number) => Promise<void>): void {
  let turn = 0;
  let first = 0;
  bench.add(
    name,
    () => {
      turn += 1;
      return run(turn);
    },
    {
      beforeAll() {
        first = turn;
        cpu.set(name, { calls: 0, started: process.cpuUsage(), milliseconds: 0 });
      },
      afterAll() {
        const counted = cpu.get(name);
        if (!counted) return;
        const { user, system } = process.cpuUsage(counted.started);
        cpu.set(name, { ...counted, calls: turn - first, milliseconds: (user + system) / 1000 });
      },
    },
  );
}

function eventOf(method: string, { params, body, ifMatch }: Request): HttpEvent {
  return {
    version: '2.0',
    routeKey: `${method} /`,
    rawPath: '/',
    rawQueryString: '',
    headers: {
      'x-api-key': made.apiKey,
      'content-type': 'application/json',
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    pathParameters: params,
    requestContext: {
      accountId: '000000000000',
      apiId: 'bench',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method, path: '/', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'bench' },
      requestId: 'bench',
      routeKey: `${method} /`,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
    body: JSON.stringify(body),
    isBase64Encoded: false,
  };
}

function contextOf(): LambdaContext {
  const context: Partial<LambdaContext> = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 };
  return context as LambdaContext;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

import { parseArgs } from 'node:util';
import { readOpenApi } from '#scripts/conformance/open-api.ts';
import { startThrowAwayStack } from '#scripts/throw-away-stack.ts';
import { createPlanner } from './any-request.ts';
import { createRound, type Target } from './round.ts';
import { createTally } from './tally.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    /** A stack has the room for so many; then the next one begins empty. */
    'per-stack': { type: 'string', default: '10000' },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
const perStack = Number(values['per-stack']);

const BATCH = 500;
/** Requests of each batch that are sent alone, with a look at the tables before and after. */
const WATCHED = 10;

// Deliveries end while the tables are watched.
process.env['RETRY_DELAYS'] ??= '1,1,1,1,1';

const document = readOpenApi();
const tally = createTally();
const started = Date.now();
console.log(`${requests} requests from seed ${seed}`);

// Whoever interrupts still gets the figures, and no stack is left behind.
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isInterrupted = true));

for (let done = 0; done < requests && !isInterrupted;) {
  const { running, stop } = await startThrowAwayStack();
  try {
    const target = await prepare(running);
    const plan = createPlanner(document, target.receiverUrl);
    const round = createRound(document, target, tally);
    const end = Math.min(requests, done + perStack);
    while (done < end && !isInterrupted) {
      const planned = plan(Math.min(BATCH, end - done), seed + done);
      await round.runAll(planned.slice(WATCHED));
      await round.watch(planned.slice(0, WATCHED));
      done += planned.length;
      await requireFooting(target);
      console.log(`${done} requests, ${tally.faults().length} kinds of faults, ${seconds()} s`);
    }
    round.close();
  } finally {
    await stop();
  }
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);
for (const [group, { what, curl, times }] of tally.faults())
  console.log(`\n${times} × ${group}\n${what}\n${curl}`);
console.log(JSON.stringify({ seed, seconds: seconds(), ...tally.summary(operations) }, null, 2));
process.exitCode = tally.faults().length === 0 ? 0 : 1;

function seconds(): number {
  return Math.round((Date.now() - started) / 1000);
}

/** Keys for every kind of caller, and what must not be lost: the key and the member they come from. */
async function prepare(running: Record<string, string>): Promise<Target> {
  const { baseUrl = '', apiKey = '', secondAdminApiKey = '', otherApiKey = '' } = running;
  const narrow = await ask(baseUrl, apiKey, '/api/v1/api-keys', {
    name: 'Narrow',
    permissions: ['publishing:posts:write', 'biolinks:pages:write', 'publishing:webhooks:subscribe'],
  });
  const [own, second] = [
    await ask(baseUrl, apiKey, '/api/v1/me'),
    await ask(baseUrl, secondAdminApiKey, '/api/v1/me'),
  ];
  const ids = [own, second].flatMap(({ data }) => [data.key.id, data.member.id]);
  return {
    baseUrl,
    receiverUrl: running['receiverUrl'] ?? '',
    dynamodbUrl: running['dynamodbUrl'] ?? '',
    workspaceId: running['workspaceId'] ?? '',
    otherWorkspaceId: running['otherWorkspaceId'] ?? '',
    keys: {
      admin: apiKey,
      second: secondAdminApiKey,
      narrow: narrow.secret,
      other: otherApiKey,
      nobody: '',
      token: 'pat_0123456789abcdef',
      wrong: `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`,
      two: apiKey,
    },
    spared: new Set([...ids, narrow.data.id]),
  };
}

/** Without its own key the fuzzer would only ever see 401. */
async function requireFooting({ baseUrl, keys }: Target): Promise<void> {
  await ask(baseUrl, keys.admin, '/api/v1/me');
}

async function ask(baseUrl: string, key: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(baseUrl + path, init);
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  // oxlint-disable-next-line typescript/no-explicit-any
  return (await response.json()) as any;
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillSampleEvent, readSamples, type Sample } from '#scripts/lib/samples/sample-event.ts';
import { prepareGiven, removeSampleEndpoints } from '#scripts/lib/samples/sample-givens.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import type { CallSteps } from './aws-call.ts';
import { type Bundle, type Bundles, buildBundles } from './build-bundles.ts';
import { type CallRecorder, startCallRecorder } from './call-recorder.ts';
import { type ColdFigures, coldFigures, type Round } from './cold-figures.ts';
import { startColdStack } from './cold-stack.ts';
import { floorEvent } from './floor-source.ts';
import { measureStart } from './measure-start.ts';

export type ColdOptions = {
  readonly rounds: number;
  /** Names of functions; empty for all. */
  readonly only: readonly string[];
};

/** Starts every function repeatedly with its first valid sample, each time followed by its floor. */
export async function runCold(
  { rounds, only }: ColdOptions,
  say: (line: string) => void,
): Promise<readonly ColdFigures[]> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-bundles-'));
  const bundles = buildBundles(folder);
  const stack = await startColdStack();
  const recorder = await startCallRecorder(stack.environmentOf(''));
  try {
    const samples = (await readSamples()).filter(isSuccessful);
    const wanted = bundles.functions.filter(({ name }) => only.length === 0 || only.includes(name));
    const measured = new Map<Bundle, Round[]>(wanted.map((each) => [each, []]));
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      for (const [bundle, starts] of measured) {
        const sample = samples.find((each) => each.function === bundle.name);
        const event = await eventOf(stack.ready, sample);
        const environment = stack.environmentOf(bundle.name);
        starts.push(await measure({ bundles, recorder, folder }, bundle, event, environment));
        await removeSampleEndpoints(stack.ready);
      }
    }
    return [...measured].map(([bundle, starts]) => coldFigures(bundle, starts));
  } finally {
    await recorder.stop();
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Bench = { readonly bundles: Bundles; readonly recorder: CallRecorder; readonly folder: string };

async function measure(
  { bundles, recorder, folder }: Bench,
  own: Bundle,
  event: unknown,
  environment: Readonly<Record<string, string>>,
): Promise<Round> {
  const eventFile = join(folder, 'event.json');
  const start = async (file: string, input: unknown) => {
    await writeFile(eventFile, JSON.stringify(input));
    return measureStart({ child: bundles.child, file }, eventFile, recorder.environmentOf(environment));
  };
  const { result, steps } = await recorder.record(() => start(own.file, event));
  const floorSteps = steps.length > 0 ? steps : ONE_READ;
  const { file } = bundles.floorOf(floorSteps);
  const floor = await recorder.replay(floorSteps, () => start(file, floorEvent(floorSteps)));
  return { own: result, floor, steps };
}

/** The floor of functions that make no call. */
const ONE_READ: CallSteps = [
  [
    {
      service: 'DYNAMODB',
      operation: 'GetItem',
      path: '/',
      body: Buffer.from(
        '{"TableName":"core","Key":{"pk":{"S":"K#none"},"sk":{"S":"K"}},"ConsistentRead":true}',
      ),
      status: 200,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      response: Buffer.from('{}'),
    },
  ],
];

/** Whether a sample shows the normal work. On the second run, a name may already be taken, which is nearly the same work. */
function isSuccessful({ outcome }: Sample): boolean {
  return 'status' in outcome ? outcome.status < 400 : outcome.failures === 0;
}

async function eventOf(running: Running, sample: Sample | undefined): Promise<unknown> {
  // Functions without a sample get no event: `$default` returns 404 for any request.
  if (!sample) return UNKNOWN_ROUTE;
  const { workspaceId, apiKey, receiverUrl } = running;
  const made = await prepareGiven(running, sample.given);
  return fillSampleEvent(sample, { workspaceId, apiKey, receiverUrl, ...made });
}

const UNKNOWN_ROUTE = {
  version: '2.0',
  routeKey: '$default',
  rawPath: '/nothing',
  rawQueryString: '',
  headers: {},
  requestContext: {
    domainName: 'localhost',
    http: {
      method: 'GET',
      path: '/nothing',
      protocol: 'HTTP/1.1',
      sourceIp: '192.0.2.1',
      userAgent: 'bench',
    },
    requestId: 'bench',
    routeKey: '$default',
    stage: '$default',
  },
  isBase64Encoded: false,
};

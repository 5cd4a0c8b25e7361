import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '#scripts/running.ts';
import { fillSampleEvent, readSamples, type Sample } from '#scripts/samples/sample-event.ts';
import { prepareGiven, removeSampleEndpoints } from '#scripts/samples/sample-givens.ts';
import { type Bundle, type Bundles, buildBundles } from './build-bundles.ts';
import {
  type ColdFigures,
  coldFigures,
  type FloorFigures,
  floorFigures,
  type Round,
} from './cold-figures.ts';
import { startColdStack } from './cold-stack.ts';
import { measureStart } from './measure-start.ts';

export type ColdOptions = {
  readonly rounds: number;
  /** Names of functions; empty for all. */
  readonly only: readonly string[];
};

/** Starts every function repeatedly, each next to the baselines, with its first valid sample. */
export async function runCold(
  { rounds, only }: ColdOptions,
  say: (line: string) => void,
): Promise<{ readonly floors: FloorFigures; readonly functions: readonly ColdFigures[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-bundles-'));
  const bundles = buildBundles(folder);
  const stack = await startColdStack();
  try {
    const samples = (await readSamples()).filter(isSuccessful);
    const wanted = bundles.functions.filter(({ name }) => only.length === 0 || only.includes(name));
    const measured = new Map<Bundle, Round[]>(wanted.map((each) => [each, []]));
    const eventFile = join(folder, 'event.json');
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      for (const [bundle, starts] of measured) {
        const sample = samples.find((each) => each.function === bundle.name);
        await writeFile(eventFile, JSON.stringify(await eventOf(stack.ready, sample)));
        starts.push(
          await measure(bundles, bundle, eventFile, {
            CORE_TABLE: stack.ready.coreTable,
            ...stack.environmentOf(bundle.name),
          }),
        );
        await removeSampleEndpoints(stack.ready);
      }
    }
    const all = [...measured.values()].flat();
    return {
      floors: floorFigures(bundles.floors, all),
      functions: [...measured].map(([bundle, starts]) => coldFigures(bundle, starts)),
    };
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  { child, floors }: Bundles,
  own: Bundle,
  eventFile: string,
  environment: Readonly<Record<string, string>>,
): Promise<Round> {
  const start = ({ file }: Bundle) => measureStart({ child, file }, eventFile, environment);
  return { plain: await start(floors.plain), lean: await start(floors.lean), own: await start(own) };
}

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
    domainName: 'api.example.com',
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

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

if (process.platform === 'win32')
  process.stderr.write(
    'Some tests require /bin/sh and POSIX signals. On Windows, run `npm test` inside WSL 2.\n',
  );

// Local stacks and other processes that tests start would each compile the same modules again.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/**
 * These tests share no state, so files run in parallel on one module graph per worker: loading the CDK once instead of once
 * per file saves most of the time. Therefore they use no `vi.mock` and restore every change they make to a module.
 */

/** Files that only `npm run test:slow` runs: they compute, start a stack of their own or wait for seconds. */
const SLOW = 'test/**/*.slow.test.ts';

/** Files that `npm test` runs to a part of their depth and `npm run test:slow` as a whole (test/support/fixtures/platform/depth.ts), with what is left out. */
export const DEEPER: Readonly<Record<string, string>> = {
  'test/e2e/**/samples.test.ts': 'All samples except the first one of every fourth function.',
  'test/e2e/**/authorisation-matrix.test.ts':
    'Eleven of twelve operations: each loads its function, 50 CPU seconds.',
  'test/e2e/**/mixpost-clients.test.ts': 'Three of four errors, as the node shows them.',
  'test/property/**/*.test.ts':
    'Seven of eight runs of each property, and two of three operations of http-function.',
  'test/model/histories.test.ts': '1,050 of 1,200 random histories.',
  'test/model/messages/histories.test.ts': 'Seven of eight random histories.',
  'test/model/**/crash-everywhere.test.ts': 'Five of six histories, crashed at each of their calls.',
  'test/integration/**/faults/*-crash.test.ts': 'Every second crash.',
};

/** Files that test the tooling and what it generates, not the platform: `npm run check` runs them. */
export const TOOLING: readonly string[] = [
  'test/unit/**/response-check.test.ts',
  'test/unit/**/any-request.test.ts',
  'test/unit/**/architecture.test.ts',
  'test/unit/**/census.test.ts',
  'test/unit/**/data-model-page.test.ts',
  'test/unit/**/design-tokens-source.test.ts',
  'test/unit/document-links.test.ts',
  'test/unit/**/generate/figures.test.ts',
  'test/unit/**/lint.test.ts',
  'test/unit/**/nightly/record.test.ts',
  'test/unit/**/openapi-json.test.ts',
  'test/unit/**/pins.test.ts',
  'test/unit/**/clients/readme.test.ts',
  'test/unit/**/response-example.test.ts',
  'test/unit/**/retries.test.ts',
  'test/unit/**/run-groups.test.ts',
  'test/unit/**/schema-current.test.ts',
  'test/unit/**/states-page.test.ts',
  'test/unit/**/tree.test.ts',
  'test/unit/**/workflows.test.ts',
  'test/infra/**/documented-figures.test.ts',
  'test/infra/**/rejected-settings.test.ts',
];

/** Files that `npm test` runs for prod alone and `npm run check` for every stage. */
export const EVERY_STAGE: readonly string[] = ['test/infra/**/nag.test.ts'];

/** What a run records and reports as a whole. */
const RECORDS = 'test/support/fixtures/platform/records';
/** Projects that read templates or start stacks: all of them use one synthesis. */
const SYNTHESIS = 'test/support/fixtures/platform/synthesis/synthesis-setup.ts';
/** Projects whose files share one local stack per worker. */
const SHARED_STACKS = 'test/support/fixtures/platform/stacks/shared-stacks-setup.ts';

/** What `npm test` leaves to the other two runs. */
const ELSEWHERE = [SLOW, ...TOOLING];

/**
 * Tests with processes, sockets and real waits, slowest last. Each group starts after the previous one, because a busy
 * machine would make tests exceed their deadlines. Three or four files at a time use two cores, as much of each is waiting.
 */
const PER_WORKER = { isolate: false, testTimeout: 20_000, hookTimeout: 30_000 };

/** Tests with processes, sockets and real waits. */
const WITH_PROCESSES = { testTimeout: 90_000, hookTimeout: 90_000 };

/** What `npm run test:slow` sets for all of its files. */
const WHOLE = { env: { TEST_DEPTH: 'whole' } };

/** Slow files that measure times, layout shifts or memory: one at a time, when everything else has ended. */
export const TIMED: readonly string[] = [
  'test/browser/biolinks/public-page.slow.test.ts',
  'test/browser/platform/console-scroll.slow.test.ts',
  'test/integration/local/queue-poller.slow.test.ts',
  'test/integration/local/start.slow.test.ts',
  'test/integration/webhooks/hostile-sizes.slow.test.ts',
  'test/integration/webhooks/own-stalls.slow.test.ts',
  'test/integration/privacy/export-memory.slow.test.ts',
];

/** The slow files in folders of `test/`, and the files there that `npm test` shortens. */
function slowFilesOf(...kinds: readonly string[]): string[] {
  const shortened = Object.keys(DEEPER).filter((file) =>
    kinds.some((kind) => file.startsWith(`test/${kind}/`)),
  );
  return [...kinds.map((kind) => `test/${kind}/**/*.slow.test.ts`), ...shortened];
}

/** The longest files, started first in their group: started last, they would leave the other core idle. */
const LONGEST = [
  'samples',
  'authorisation-matrix',
  'mixpost-clients',
  'webhook-journey',
  'mcp-protocol',
  'queue-poller',
  'sweep',
  'histories',
  'messages',
  'broadcasts',
  'dates',
  'http-function',
  'console-posts',
  'console-screens',
  'console-page-editor',
  'console-conversations',
  'console-platform-broadcasts',
  'console-network',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.includes(basename(moduleId).replace(/(\.slow)?\.test\.ts$/u, ''));
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: [`${RECORDS}/documented-errors-setup.ts`, `${RECORDS}/retries-setup.ts`],
    projects: [
      ...['unit', 'property', 'contract', 'infra', 'model'].map((name) => ({
        test: {
          ...PER_WORKER,
          name,
          include: [`test/${name}/**/*.test.ts`],
          exclude: ELSEWHERE,
          maxWorkers: '100%',
          ...(name === 'infra' ? { globalSetup: SYNTHESIS } : {}),
        },
      })),
      // They start when the groups before them have ended: on a busy machine, they would exceed their deadlines.
      {
        test: {
          ...WITH_PROCESSES,
          name: 'integration',
          isolate: false,
          include: ['test/integration/**/*.test.ts'],
          exclude: ELSEWHERE,
          maxWorkers: 4,
          globalSetup: SYNTHESIS,
          sequence: { groupOrder: 1 },
        },
      },
      ...['e2e', 'browser'].map((name) => ({
        test: {
          ...WITH_PROCESSES,
          name,
          include: [`test/${name}/**/*.test.ts`],
          exclude: ELSEWHERE,
          isolate: false,
          maxWorkers: 3,
          globalSetup: [SYNTHESIS, SHARED_STACKS],
          sequence: { groupOrder: 2 },
        },
      })),
      {
        test: {
          ...WITH_PROCESSES,
          ...WHOLE,
          name: 'slow',
          include: slowFilesOf('unit', 'property', 'contract', 'infra', 'model'),
          isolate: false,
          maxWorkers: 2,
          globalSetup: SYNTHESIS,
          sequence: { groupOrder: 3 },
        },
      },
      // Most files of the first group wait. Chromium computes, so two files of the second group use both cores.
      ...[
        { name: 'slow-waiting', kinds: ['integration', 'e2e', 'load'], maxWorkers: 4, groupOrder: 4 },
        { name: 'slow-browser', kinds: ['browser'], maxWorkers: 2, groupOrder: 5 },
      ].map(({ name, kinds, maxWorkers, groupOrder }) => ({
        test: {
          ...WITH_PROCESSES,
          ...WHOLE,
          name,
          include: slowFilesOf(...kinds),
          exclude: [...TIMED],
          isolate: false,
          retry: 1,
          maxWorkers,
          globalSetup: [SYNTHESIS, SHARED_STACKS],
          sequence: { groupOrder },
        },
      })),
      {
        test: {
          ...WITH_PROCESSES,
          ...WHOLE,
          name: 'slow-timed',
          include: [...TIMED],
          retry: 1,
          maxWorkers: 1,
          globalSetup: [SYNTHESIS, SHARED_STACKS],
          sequence: { groupOrder: 6 },
        },
      },
      {
        test: {
          ...PER_WORKER,
          name: 'tooling',
          include: [...TOOLING, ...EVERY_STAGE],
          env: { TEST_DEPTH: 'whole' },
          testTimeout: 60_000,
          globalSetup: SYNTHESIS,
        },
      },
    ],
  },
});

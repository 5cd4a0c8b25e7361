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

/** Files that only `npm run test:slow` runs, with the reason. */
export const ONLY_SLOW: Readonly<Record<string, string>> = {
  'test/e2e/**/scheduled-posts.test.ts': 'A post goes out at its minute, so that it waits for the next one.',
  'test/e2e/**/erasure.test.ts': 'A request to erase settles for 15 seconds before anything happens.',
  'test/e2e/**/member-leaves.test.ts':
    'It queues 200 deliveries whose retries come after 10 real seconds; test/integration/member-leaves has the logic.',
  'test/e2e/**/pages.test.ts':
    '50 writers of one page make 1,300 requests over HTTP; test/integration/page-races has them on the table.',
  'test/e2e/**/receiver-kit.test.ts': 'It waits for receivers that hang: two time-outs of 8 seconds.',
  'test/e2e/**/resend-and-recover.test.ts':
    'It needs a stack of its own, whose retries come after ten minutes.',
  'test/e2e/**/media.test.ts': 'It needs data of its own and starts two stacks on it.',
  'test/e2e/**/delete-workspace.test.ts': 'It needs a stack of its own, whose tables it reads as a whole.',
  'test/e2e/**/export.test.ts': 'It needs a stack of its own, whose workspace it exports.',
  'test/e2e/**/restore.test.ts': 'It needs a stack of its own, whose table it copies and restores.',
  'test/e2e/**/audit-log.test.ts':
    'It runs every sample that changes something a second time, and waits for its entry: 10 CPU seconds.',
  'test/e2e/**/example-workspace.test.ts':
    'It starts three stacks on data of its own, and waits for a receiver that hangs.',
  'test/property/**/messaging/dates.test.ts':
    'Three years of days in each of twenty time zones, half a minute.',
  'test/integration/**/import-crash.test.ts': 'An import that crashes before and after each of its calls.',
  'test/integration/**/rotation-ending.test.ts': 'Many minutes of sweeps on the emulator, ten seconds.',
  'test/integration/**/restore-table.test.ts': 'It copies and restores tables, nine seconds.',
  'test/integration/**/restored-endpoints.test.ts':
    'It restores the endpoints of tables on the emulator some thirty times, half a minute.',
  'test/e2e/**/agents/agent-tasks.test.ts':
    'An agent plays twelve tasks one after another: 12 seconds; test/e2e/agents/mcp-protocol has the rules of the server.',
  'test/e2e/**/clients/cli.test.ts':
    'It starts the command line sixty times, 15 CPU seconds; test/unit/clients/cli has its commands on a fake machine.',
  'test/e2e/**/clients/listen-crash.test.ts':
    'It forwards 1,000 events through a listener that is killed twice: half a minute.',
  'test/e2e/**/webhooks/crash.test.ts': 'It stops and starts a stack of its own, twelve seconds.',
  'test/e2e/**/messaging/records.test.ts': 'It waits for the records of each of the 35 messaging events.',
  'test/infra/**/concurrency.test.ts':
    'It synthesizes all stages for four sizes of accounts, twelve seconds.',
  'test/infra/**/previews.test.ts': 'It synthesizes previews, seven seconds.',
  'test/integration/**/faults/sweep-crash.test.ts':
    'A sweep that crashes at each of its calls, fourteen seconds.',
  'test/integration/**/faults/publish-crash.test.ts':
    'A publication that crashes at each of its calls, nine seconds.',
  'test/integration/**/webhooks/sweep.test.ts': 'Six hours of sweeps on the emulator, sixteen seconds.',
  'test/integration/**/rolled-up-counts.test.ts': 'Hours of counts on the emulator, eight seconds.',
  'test/integration/**/directory-copies.test.ts': 'Hundreds of edits on the emulator, five seconds.',
  'test/integration/**/hostile-sizes.test.ts': 'The largest bodies, five seconds.',
  'test/e2e/**/biolinks/public-page.test.ts': 'Visits with many clients and gates, ten seconds.',
  'test/integration/**/faults/deliver-crash.test.ts':
    'A delivery that crashes at each of its calls, nineteen seconds.',
  'test/integration/**/queue-poller.test.ts':
    'It waits for the visibility timeouts of messages, nine seconds.',
  'test/e2e/**/shared-emulator.test.ts': 'It starts two stacks of its own.',
  'test/integration/**/own-stalls.test.ts': 'It blocks the event loop for 1.5 seconds in each test.',
  'test/e2e/**/limits-and-replays.test.ts': 'It needs a stack of its own, with rate limits.',
  'test/e2e/**/rate-limits.test.ts': 'It needs a stack of its own, with rate limits.',
  'test/integration/**/synthesize-apart.test.ts':
    'It synthesizes the stacks in a process of its own, five seconds.',
  'test/integration/**/bootstrap-command.test.ts': 'It runs the command a dozen times, four seconds.',
  'test/integration/**/faults/removal-crash.test.ts':
    'A removal that crashes at each of its calls, five seconds; removal-once has the networks.',
  'test/integration/**/faults/dispatch-crash.test.ts':
    'A dispatcher that crashes at each of its calls, four seconds; test/model crashes it, too.',
  'test/integration/**/export-memory.test.ts': 'It exports a large workspace, four seconds.',
  'test/e2e/**/platform/correlation.test.ts': 'It waits for the log lines of deliveries, eight seconds.',
  'test/e2e/**/publishing/chat-networks.test.ts':
    'It publishes threads to two networks, five seconds; test/contract/publishing has their rules.',
  'test/integration/**/publishing-once.test.ts':
    'Random plans, each with time-outs of 300 ms, half a minute; test/contract/publishing crashes each call.',
  'test/integration/**/removal-once.test.ts':
    'Random plans, each with time-outs of 300 ms, half a minute; test/contract/publishing crashes each call.',
  'test/integration/**/dates-crash.test.ts': 'A run that crashes at each of its calls, four seconds.',
  'test/integration/**/event-log-writers.test.ts': 'Many writers of one log, four seconds.',
  'test/integration/**/responsible-admin-lost.test.ts': 'It waits for sweeps, three seconds.',
  'test/model/**/sabotage.test.ts': 'It runs the model without each of its guards, four seconds.',
  'test/infra/**/rollout.test.ts': 'It synthesizes stages of its own, four seconds.',
  'test/unit/**/remove-preview.test.ts': 'It starts the command a dozen times, three seconds.',
  'test/e2e/**/webhooks/delivery-lists.test.ts':
    'It reads long lists while deliveries arrive, eight seconds; test/contract/webhooks has the order of the lists.',
  'test/e2e/**/biolinks/signups.test.ts':
    'It waits for contacts, webhooks and erasures, ten seconds; test/unit/functions/biolinks has the rules.',
  'test/e2e/**/biolinks/own-domain.test.ts':
    'It publishes pages on domains of their own, seven seconds; test/unit/functions/biolinks has the rules.',
  'test/e2e/**/biolinks/page-analytics.test.ts':
    'It waits for counted views, five seconds; test/unit/functions/biolinks counts them on a fake queue.',
  'test/e2e/**/publishing/post-quota.test.ts': 'It creates posts by the dozen, four seconds.',
  'test/infra/**/oauth-choices.test.ts': 'It synthesizes ten stages of its own, eleven seconds.',
  'test/infra/**/daily-backups.test.ts': 'It synthesizes stages of its own, seven seconds.',
  'test/integration/**/publishing/linkedin-once.test.ts':
    'Renewals of tokens, crashed at each of their calls, with time-outs of 300 ms: six seconds.',
  'test/browser/**/console-connections.test.ts':
    'Chromium connects accounts by OAuth, once with the keyboard alone, and audits the screens: 20 CPU seconds.',
  'test/browser/**/qr-code.test.ts': 'Chromium draws codes and reads them again: 15 CPU seconds.',
  'test/browser/**/hostile-page.test.ts': 'Chromium: 30 CPU seconds.',
  'test/browser/**/biolinks/signup.test.ts': 'Chromium: 30 CPU seconds, for the form in every theme.',
  'test/browser/**/public-page.test.ts':
    'Chromium shows 17 themes in two sizes and audits each: 90 CPU seconds.',
  'test/browser/**/console.test.ts':
    'Chromium opens the console some twenty times, in two colour schemes and two sizes: 40 CPU seconds.',
  'test/browser/**/console-endpoints.test.ts':
    'Chromium opens the screens of endpoints some twenty times: 30 CPU seconds.',
  'test/browser/**/console-filters.test.ts':
    'Chromium opens the forms and screens with filters, in two colour schemes and two sizes: 20 CPU seconds.',
  'test/browser/**/console-headers.test.ts':
    'Chromium opens the forms of endpoints some ten times, in two colour schemes: 20 CPU seconds.',
  'test/browser/**/console-hostile.test.ts':
    'Chromium audits seven screens in two colour schemes and two sizes: 40 CPU seconds.',
  'test/browser/**/console-journey.test.ts':
    'Chromium repairs an outage twice, once with the keyboard alone: 20 CPU seconds.',
  'test/browser/**/console-events.test.ts':
    'Chromium opens four screens, in two colour schemes and two sizes: 30 CPU seconds.',
  'test/browser/**/console-metrics.test.ts':
    'Chromium opens two screens, one of them in two colour schemes and two sizes: 20 CPU seconds.',
  'test/browser/**/console-notifications.test.ts':
    'Chromium opens one screen some ten times, in two colour schemes and two sizes: 30 CPU seconds.',
  'test/browser/**/console-network.test.ts':
    'Chromium opens 20 screens without a network, and waits for a response that never comes: 60 seconds.',
  'test/browser/**/notification-mail.test.ts':
    'Chromium opens three pages in two colour schemes and two sizes: 10 CPU seconds.',
  'test/browser/**/console-keys.test.ts':
    'Chromium opens five screens, in two colour schemes and two sizes: 40 CPU seconds.',
  'test/browser/**/console-phone.test.ts':
    'Chromium opens five screens on a phone and on a desktop: 20 CPU seconds.',
  'test/browser/**/console-contacts.test.ts':
    'Chromium creates, edits and finds contacts, once with the keyboard alone: 30 CPU seconds.',
  'test/browser/**/console-conversations.test.ts':
    'Chromium holds a dozen conversations, one of them with the keyboard alone: 60 CPU seconds.',
  'test/browser/**/console-messaging-hostile.test.ts':
    'Chromium audits seven screens in two colour schemes and two sizes: 60 CPU seconds.',
  'test/integration/**/broadcasts/sending.test.ts':
    'Broadcasts that are killed ten times and at each call, thirty seconds.',
  'test/integration/**/broadcasts/concurrent-sending.test.ts':
    'Thirty races with a broadcast, twenty seconds; test/contract/broadcasts has the conditions.',
  'test/integration/**/broadcasts/estimates.test.ts':
    'Estimates that crash at each of their calls, six seconds.',
  'test/integration/**/broadcasts/pausing.test.ts': 'Pauses of broadcasts to sixty contacts, ten seconds.',
  'test/integration/**/broadcasts/list-audience.test.ts':
    'Broadcasts to lists that are killed between pages, ten seconds.',
  'test/integration/**/broadcasts/throttling.test.ts':
    'A provider that throttles for a minute, nine seconds.',
  'test/integration/**/broadcasts/deferred.test.ts': 'Deferred messages over days, four seconds.',
  'test/e2e/**/broadcasts/uploaded-lists.test.ts':
    'It imports files and sends one text message a second, eight seconds.',
  'test/e2e/**/broadcasts/whatsapp-broadcasts.test.ts':
    'It sends a file over WhatsApp and waits for receipts, eight seconds.',
  'test/browser/**/console-broadcasts.test.ts':
    'Chromium writes and sends broadcasts, once with the keyboard alone, and audits four screens: 60 CPU seconds.',
  'test/browser/**/console-platform-broadcasts.test.ts':
    'Chromium: the journey of a broadcast that the platform sends, twice: 30 CPU seconds.',
  'test/browser/**/console-broadcast-inputs.test.ts':
    'Chromium writes and sends six broadcasts, and waits for the screen to read again: 30 CPU seconds.',
  'test/browser/**/console-members.test.ts':
    'Chromium adds, changes and removes members, and audits the screens: 30 CPU seconds.',
  'test/browser/**/console-pages.test.ts':
    'Chromium publishes and visits pages, once with the keyboard alone: 40 CPU seconds.',
  'test/browser/**/console-posts.test.ts':
    'Chromium writes posts that go out at their minute, once with the keyboard alone, and audits six screens: five minutes.',
  'test/browser/**/console-article-accounts.test.ts': 'Chromium: the forms of the article networks.',
  'test/browser/**/console-post-edits.test.ts': 'Chromium opens six screens of posts: 15 seconds.',
  'test/browser/**/console-approvals.test.ts':
    'Chromium submits, approves and queues posts, once with the keyboard alone, and audits the screens: two minutes.',
  'test/browser/**/console-page-editor.test.ts':
    'Chromium builds pages, once with the keyboard alone, and audits four screens: 90 CPU seconds.',
  'test/browser/**/console-arrival.test.ts': 'Chromium: 20 CPU seconds.',
  'test/browser/**/console-trouble.test.ts': 'Chromium: 20 CPU seconds.',
  'test/browser/**/console-scroll.test.ts':
    'Chromium scrolls through ten thousand deliveries and measures its tasks: 30 CPU seconds.',
  'test/browser/**/reference.test.ts':
    'Chromium opens the reference of all operations a dozen times: 40 CPU seconds.',
  'test/integration/**/start.test.ts': 'It starts the local stack 13 times.',
  'test/integration/**/notification-crash.test.ts':
    'It ends the process at every call of a run: 7 CPU seconds; test/contract/webhooks/notification-log has the conditions.',
  'test/integration/**/*-races.test.ts':
    'Up to 50 requests compete for one item of the emulator: 40 CPU seconds. The contract tests of the stores test the conditions.',
  'test/integration/**/store-faults.test.ts':
    'It waits for up to seven retries in each test, with the waiting times of production.',
  'test/unit/**/redact-payloads-many.test.ts':
    'It simulates hours of redaction for thousands of contacts: 5 CPU seconds.',
  'test/infra/**/stage-choices.test.ts': 'It synthesizes some ten stages of its own: 11 CPU seconds.',
  'test/integration/**/webhook-guide.test.ts': 'It compiles a Go program, and runs Python and PHP.',
  'test/integration/**/fuzzer-interrupted.test.ts':
    'It starts the fuzzer, which starts a stack and prepares its data.',
  'test/integration/**/client-package.test.ts':
    'It builds, packs and installs the package, and checks types in an empty project.',
  'test/integration/**/cli-package.test.ts': 'It builds, packs and installs the package in an empty project.',
  'test/integration/**/cdk-package.test.ts':
    'It bundles all functions, packs and installs them, and synthesizes apps in an empty project.',
  'test/infra/**/bundle.test.ts':
    'It bundles all functions and loads each of them; `npm run synth` bundles them, too.',
};

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
  'test/unit/**/lint.test.ts',
  'test/unit/**/openapi-json.test.ts',
  'test/unit/**/pins.test.ts',
  'test/unit/**/clients/readme.test.ts',
  'test/unit/**/run-groups.test.ts',
  'test/unit/**/schema-current.test.ts',
  'test/unit/**/states-page.test.ts',
  'test/unit/**/tree.test.ts',
  'test/unit/**/workflows.test.ts',
];

/** Files that `npm test` runs for prod alone and `npm run check` for every stage. */
export const EVERY_STAGE: readonly string[] = ['test/infra/**/nag.test.ts'];

/** Projects that read templates or start stacks: all of them use one synthesis. */
const SYNTHESIS = 'test/support/fixtures/platform/synthesis/synthesis-setup.ts';
/** Projects whose files share one local stack per worker. */
const SHARED_STACKS = 'test/support/fixtures/platform/shared-stacks-setup.ts';

/** What `npm test` leaves to the other two runs. */
const ELSEWHERE = [...Object.keys(ONLY_SLOW), ...TOOLING];

/**
 * Tests with processes, sockets and real waits, slowest last. Each group starts after the previous one, because a busy
 * machine would make tests exceed their deadlines. Three or four files at a time use two cores, as much of each is waiting.
 */
const PER_WORKER = { isolate: false, testTimeout: 20_000, hookTimeout: 30_000 };

/** Tests with processes, sockets and real waits. */
const WITH_PROCESSES = { testTimeout: 90_000, hookTimeout: 90_000 };

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
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/support/fixtures/platform/records/documented-errors-setup.ts',
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
      // They start when the groups before them have ended: a busy machine would make their deadlines lie.
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
          name: 'slow',
          include: ['test/slow/**/*.test.ts', ...Object.keys(ONLY_SLOW), ...Object.keys(DEEPER)],
          env: { TEST_DEPTH: 'whole' },
          // A browser measures layout shifts and times, which a busy CI machine disturbs; the second run decides.
          retry: process.env['CI'] ? 2 : 0,
          maxWorkers: 2,
          globalSetup: [SYNTHESIS, SHARED_STACKS],
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

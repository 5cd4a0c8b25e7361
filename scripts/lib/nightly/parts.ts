/** One part of `npm run test:nightly`: a command that passes with the exit code 0. */
export type NightlyPart = {
  /** The key in the record. */
  readonly name: string;
  /** What a pass shows. */
  readonly shows: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Programs that the part needs besides Node. Without one of them, the part does not run. */
  readonly needs: readonly string[];
  /** Whether the output is printed also if the part passes. */
  readonly hasReport?: true;
  /** The part is ended as failed after this time. */
  readonly limitMinutes: number;
};

const FULL_LOAD = { RECIPIENT_COUNT: '10000', MESSAGE_COUNT: '2000', VISIT_COUNT: '10000' };

/** The shortest first. */
export const NIGHTLY_PARTS: readonly NightlyPart[] = [
  {
    name: 'openapi-rules',
    shows: 'Redocly reports no problem in docs/api/openapi.json',
    command: ['npm', 'run', 'lint', '--', 'openapi'],
    needs: [],
    limitMinutes: 10,
  },
  opinion('cfn-lint', 'cfn-lint reports no problem in the templates of every stage', 'python3'),
  {
    name: 'newest-sdk',
    shows: 'the AWS client and every store behave the same on the newest SDK as on the pinned one',
    command: ['npm', 'run', 'check', '--', 'newest-sdk'],
    needs: ['git'],
    limitMinutes: 20,
  },
  {
    name: 'histories',
    shows: 'no rule is broken in 10,000 simulated delivery histories',
    command: ['npx', 'vitest', 'run', '--project=model', 'test/model/histories.test.ts'],
    env: { MODEL_HISTORIES: '10000', MODEL_FROM: '300000' },
    needs: [],
    limitMinutes: 20,
  },
  {
    name: 'benchmarks',
    shows: 'every benchmark runs to its end',
    command: ['node', 'bench/run.ts', '--brief'],
    needs: [],
    limitMinutes: 30,
  },
  {
    name: 'redrive',
    shows: 'npm run redrive does the work of each dead-letter queue once on a running stack',
    command: ['npx', 'vitest', 'run', '--project=slow-waiting', 'test/e2e/platform/redrive.slow.test.ts'],
    env: { REDRIVEN_QUEUES: 'all' },
    needs: [],
    limitMinutes: 20,
  },
  opinion('dynamodb-local', 'the contract tests of the stores pass on DynamoDB Local', 'java', 'mvn'),
  opinion(
    'bluesky-server',
    'the adapter of Bluesky passes its contract tests on the server of Bluesky',
    'npm',
  ),
  opinion(
    'wordpress-server',
    'the adapter of WordPress passes its contract tests on a WordPress site',
    'php',
    'mariadbd',
  ),
  opinion('ministack', 'the platform is deployed into MiniStack, and works there', 'python3'),
  {
    name: 'schemathesis',
    shows: 'Schemathesis finds no response that docs/api/openapi.json does not describe',
    command: ['npm', 'run', 'check', '--', 'schemathesis'],
    needs: ['python3'],
    limitMinutes: 30,
  },
  {
    name: 'mutation',
    shows: 'the tests notice each changed expression of the retry policy, the signer and the address guard',
    command: ['npm', 'run', 'check', '--', 'mutation'],
    needs: [],
    limitMinutes: 30,
  },
  {
    name: 'rehearsals',
    shows:
      'deploy, roll back, restore, and a migration that is killed work as docs/operations.md and docs/restore.md say',
    command: ['node', 'scripts/commands/check/rehearsals.ts'],
    hasReport: true,
    needs: ['python3'],
    limitMinutes: 45,
  },
  {
    name: 'load',
    shows: '10,000 deliveries survive ten SIGKILLs',
    command: ['node', 'bench/load/run.ts', '--kill', '10', '--seed', '7'],
    needs: [],
    limitMinutes: 30,
  },
  {
    name: 'full-sizes',
    shows:
      '10,000 recipients, 2,000 messages and 10,000 visits have the outcomes that npm run test:slow expects of fewer',
    command: ['npx', 'vitest', 'run', '--project=slow-waiting', 'test/load'],
    env: FULL_LOAD,
    needs: [],
    limitMinutes: 60,
  },
];

/** A part that is an opinion of `npm run check -- second-opinion`. */
function opinion(name: string, shows: string, ...needs: readonly string[]): NightlyPart {
  const command = ['npm', 'run', 'check', '--', 'second-opinion', '--only', name] as const;
  return { name, shows, command, needs, limitMinutes: 60 };
}

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const step = v.object({
  id: v.optional(v.string()),
  run: v.optional(v.string(), ''),
  uses: v.optional(v.string(), ''),
  with: v.optional(v.record(v.string(), v.unknown()), {}),
});
const workflow = v.object({
  permissions: v.record(v.string(), v.string()),
  jobs: v.record(
    v.string(),
    v.object({
      if: v.optional(v.string(), ''),
      needs: v.optional(v.string()),
      environment: v.optional(v.string()),
      'timeout-minutes': v.number(),
      permissions: v.record(v.string(), v.string()),
      steps: v.array(step),
    }),
  ),
});

const { scripts } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()) }),
  JSON.parse(read('package.json')),
);
const files = globSync('.github/workflows/*.yml', { cwd: ROOT });
const workflows = files.map((path) => ({ path, ...v.parse(workflow, parse(read(path))) }));
const { jobs } = v.parse(workflow, parse(read('.github/workflows/deploy.yml')));
const { jobs: publishing } = v.parse(workflow, parse(read('.github/workflows/publish.yml')));

/** The commands of a job in their order, and the actions that it uses without their commits. */
function linesOf(job: string, all = jobs): readonly string[] {
  return (all[job]?.steps ?? []).flatMap(({ run, uses }) =>
    uses === '' ? run.split('\n') : [uses.split('@')[0] ?? ''],
  );
}

/** Throws for a job without such a line, so that no order is compared with a missing step. */
function positionOf(job: string, text: string | RegExp): number {
  const position = linesOf(job).findIndex((line) => line.search(text) !== -1);
  if (position === -1) throw new Error(`The job ${job} has no line with ${text}.`);
  return position;
}

describe.each(workflows)('$path', ({ permissions, jobs: all }) => {
  it('gives the token no permission that a job does not list', () => {
    expect(permissions).toEqual({});
  });

  it('inserts no expression into a command, because its value could contain commands', () => {
    const commands = Object.values(all).flatMap(({ steps }) => steps.map(({ run }) => run));

    expect(commands.filter((run) => run.includes('${{'))).toEqual([]);
  });

  it('keeps the token out of the checkout', () => {
    const checkouts = Object.values(all).flatMap(({ steps }) =>
      steps.filter(({ uses }) => uses.startsWith('actions/checkout@')),
    );

    for (const checkout of checkouts) expect(checkout.with['persist-credentials']).toBe(false);
  });

  it('runs scripts that package.json has', () => {
    const commands = Object.values(all).flatMap(({ steps }) => steps.map(({ run }) => run));
    const named = commands.flatMap((run) =>
      [...run.matchAll(/npm run (?:--silent )?([\w:-]+)/gu)].map((match) => match[1] ?? ''),
    );

    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('deploy.yml', () => {
  it('has credentials for as long as a release may take', () => {
    const { 'timeout-minutes': minutes = 0, steps = [] } = jobs['execute-prod'] ?? {};
    const session = steps.find(({ uses }) => uses.startsWith('aws-actions/configure-aws-credentials@'));

    expect(Number(session?.with['role-duration-seconds'])).toBeGreaterThan(minutes * 60);
    // `maxSessionDuration` of the role.
    expect(Number(session?.with['role-duration-seconds'])).toBeLessThanOrEqual(7200);
  });

  it('keeps what was shown in the artefact that the release is executed from', () => {
    expect(positionOf('prepare-prod', 'release -- show')).toBeLessThan(
      positionOf('prepare-prod', 'actions/upload-artifact'),
    );
    expect(positionOf('execute-prod', 'actions/download-artifact')).toBeLessThan(
      positionOf('execute-prod', 'release -- execute'),
    );
  });

  it('gives each job only the permissions that it needs', () => {
    const deploying = { contents: 'read', 'id-token': 'write' };

    expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
      diff: deploying,
      comment: { 'pull-requests': 'write' },
      deploy: deploying,
      'prepare-prod': deploying,
      'execute-prod': deploying,
    });
  });

  it('runs no code of the pull request in the job that may write comments', () => {
    expect(linesOf('comment').filter((line) => /checkout|setup-node|npm|npx/u.test(line))).toEqual([]);
  });

  it('uses the environments that the roles trust, and none for pull requests', () => {
    expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.environment]))).toEqual({
      diff: undefined,
      comment: undefined,
      deploy: "${{ inputs.stage || 'dev' }}",
      'prepare-prod': 'prod-change-set',
      'execute-prod': 'prod',
    });
    expect(jobs['deploy']?.if).toContain("inputs.stage != 'prod'");
  });

  it('deploys only what main contains', () => {
    for (const job of ['deploy', 'prepare-prod']) {
      expect(jobs[job]?.if).toContain("github.ref == 'refs/heads/main'");
      expect(positionOf(job, 'git merge-base --is-ancestor HEAD origin/main')).toBeLessThan(
        positionOf(job, 'npm ci'),
      );
    }
  });

  it('reads the whole history where it links alarms to the commit of their runbooks', () => {
    const linking = Object.keys(jobs).filter((job) =>
      /npm run synth -- .* --repository/u.test(JSON.stringify(jobs[job])),
    );

    expect(linking).toEqual(['diff', 'deploy', 'prepare-prod']);
    for (const job of linking) expect(JSON.stringify(jobs[job])).toContain('"fetch-depth":0');
  });

  it('has no credentials while packages are installed and templates are synthesized', () => {
    for (const job of ['diff', 'deploy', 'prepare-prod'])
      expect(positionOf(job, /npm run synth -- /u)).toBeLessThan(
        positionOf(job, 'aws-actions/configure-aws-credentials'),
      );
  });

  it.each([
    ['deploy', 'npx cdk deploy'],
    ['prepare-prod', '--method=prepare-change-set'],
  ])('runs preflight in %s before %s', (job, command) => {
    expect(positionOf(job, 'npm run preflight')).toBeLessThan(positionOf(job, command));
  });

  it('executes in prod only the change sets that were prepared and approved', () => {
    expect(jobs['execute-prod']?.needs).toBe('prepare-prod');
    expect(linesOf('execute-prod').filter((line) => /npx cdk|synth/u.test(line))).toEqual([]);
    expect(linesOf('prepare-prod').join('\n')).not.toMatch(
      /release -- execute|--method=(direct|change-set)/u,
    );
  });
});

describe('publish.yml', () => {
  it('publishes nothing unless a variable of the repository allows it, and only what has a tag', () => {
    expect(publishing['build']?.if).toBe(
      "github.event_name == 'workflow_dispatch' || vars.PUBLISH_PACKAGES == 'true'",
    );
    expect(publishing['publish']?.if).toBe(
      [
        "vars.PUBLISH_PACKAGES == 'true'",
        "startsWith(github.ref, 'refs/tags/v')",
        "(github.event_name == 'push' || !inputs.dry_run)",
      ].join(' && '),
    );
  });

  it('gives an identity only to the job that publishes, after an approval', () => {
    expect(
      Object.entries(publishing).map(([name, { permissions, environment }]) => [
        name,
        permissions,
        environment,
      ]),
    ).toEqual([
      ['build', { contents: 'read' }, undefined],
      ['publish', { 'id-token': 'write' }, 'npm'],
    ]);
    expect(read('.github/workflows/publish.yml')).not.toContain('secrets.');
  });

  it('runs no code of the repository or of packages in the job with the identity', () => {
    const lines = linesOf('publish', publishing).filter((line) => /checkout|\b(?:npm|npx|node) /u.test(line));

    expect(lines.map((line) => line.trim())).toEqual([
      'if [[ -n "$(npm view "$spec" version 2> /dev/null)" ]]; then',
      'npm publish "./$tarball" --provenance --access public --ignore-scripts',
    ]);
  });

  it('builds the packages of the version that is asked for, and publishes these tarballs', () => {
    const lines = linesOf('build', publishing);
    const version = lines.findIndex((line) => line.startsWith('test "${VERSION#v}" = '));

    expect(version).toBeGreaterThan(-1);
    expect(lines.slice(version + 1)).toEqual([
      'npm ci',
      'npm run packages',
      expect.stringMatching(/npm pack .* \.\/dist\/packages\/client .*\/cli .*\/cdk$/u),
      'actions/upload-artifact',
    ]);
    expect(publishing['publish']?.needs).toBe('build');
    expect(linesOf('publish', publishing)).toContain('actions/download-artifact');
  });
});

function read(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}

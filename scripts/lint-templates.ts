import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '#infra/synthesize.ts';

/** Checks every template of every stage with cfn-lint, which is Python: it gets an environment of its own, once. */
const VERSION = '1.58.0';
const ENVIRONMENT = join(import.meta.dirname, `../node_modules/.cache/cfn-lint-${VERSION}`);
const STAGES = ['dev', 'staging', 'prod'] as const;

const linter = install();
if (linter === undefined) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'workspace-templates-'));
try {
  const files = STAGES.flatMap((stage) =>
    Object.entries(synthesize({ stage, bundle: false }).templates).map(([stack, template]) => {
      const file = join(folder, `${stack}.template.json`);
      writeFileSync(file, JSON.stringify(template, undefined, 1));
      return file;
    }),
  );
  const { status } = spawnSync(linter, ['--format', 'parseable', ...files], { stdio: 'inherit' });
  if (status === 0) console.log(`cfn-lint ${VERSION} finds nothing in ${files.length} templates.`);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** Path of the linter, or undefined and a sentence about what is missing. */
function install(): string | undefined {
  const program = join(ENVIRONMENT, 'bin/cfn-lint');
  if (existsSync(program)) return program;
  try {
    execFileSync('python3', ['-m', 'venv', ENVIRONMENT], { stdio: 'inherit' });
    const pip = join(ENVIRONMENT, 'bin/pip');
    execFileSync(pip, ['install', '--quiet', `cfn-lint==${VERSION}`], { stdio: 'inherit' });
    return program;
  } catch {
    rmSync(ENVIRONMENT, { recursive: true, force: true });
    console.error(
      'cfn-lint could not be installed: it takes python3 with venv, and the Python package index.',
    );
    return undefined;
  }
}

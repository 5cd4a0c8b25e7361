import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '#infra/synthesize.ts';
import { pythonTool } from './python-tool.ts';

/** Checks the templates of all stages with cfn-lint, a Python tool that is installed once into its own virtual environment. */
const VERSION = '1.58.0';
const ENVIRONMENT = join(import.meta.dirname, `../node_modules/.cache/cfn-lint-${VERSION}`);
const STAGES = ['dev', 'staging', 'prod'] as const;

const linter = pythonTool(ENVIRONMENT, 'cfn-lint', VERSION);
if (linter === undefined) {
  console.error(
    'cfn-lint could not be installed. It requires Python 3 with venv and access to the Python package index.',
  );
  process.exit(1);
}

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
  if (status === 0) console.log(`cfn-lint ${VERSION} found no problems in ${files.length} templates.`);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { STAGES } from '#infra/config.ts';
import { synthesize } from '#infra/synthesize.ts';
import { pythonTool } from '#scripts/lib/python-tool.ts';
import { runCommand } from './bounded-process.ts';
import { CACHE } from './cache-folder.ts';
import { MissingToolError, type Opinion } from './opinion.ts';

export const CFN_LINT = 'cfn-lint 1.58.0';
const [NAME, VERSION] = ['cfn-lint', '1.58.0'];
/** The rules that are not applied, with the reasons. */
const SETTINGS = join(import.meta.dirname, '../../../.cfnlintrc.yaml');
const settingsSchema = v.object({ ignore_checks: v.array(v.string()) });

export type LintResult = {
  readonly templates: number;
  /** As `file:line:column:…:rule:message`; empty if there are none. */
  readonly findings: readonly string[];
};

/**
 * Checks the templates of all stages with cfn-lint.
 * @throws MissingToolError if cfn-lint can not be installed
 */
export async function lintTemplates(signal: AbortSignal): Promise<LintResult> {
  const linter = pythonTool(join(CACHE, `cfn-lint-${VERSION}`), NAME, VERSION);
  if (linter === undefined)
    throw new MissingToolError(
      `${CFN_LINT} could not be installed: install Python 3 with venv and pip, and allow access to the Python package index.`,
    );
  const folder = await mkdtemp(join(tmpdir(), 'workspace-templates-'));
  try {
    const files: string[] = [];
    for (const stage of STAGES)
      for (const [stack, template] of Object.entries(synthesize({ stage, bundle: false }).templates)) {
        const file = `${stack}.template.json`;
        await writeFile(join(folder, file), JSON.stringify(template, undefined, 1));
        files.push(file);
      }
    const args = ['--config-file', SETTINGS, '--format', 'parseable', ...files];
    const { code, output } = await runCommand({ command: linter, args, cwd: folder, signal });
    const findings = output.split('\n').filter((line) => line.trim() !== '');
    if (code !== 0 && findings.length === 0) findings.push(`cfn-lint exited with ${code}`);
    return { templates: files.length, findings: code === 0 ? [] : findings };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Is every template valid CloudFormation, with valid values for each property of each resource? */
export const cfnLint: Opinion = {
  name: 'cfn-lint',
  tools: [CFN_LINT],
  limitMinutes: 10,
  async run(signal) {
    const { templates, findings } = await lintTemplates(signal);
    const ignored = v.parse(settingsSchema, parse(await readFile(SETTINGS, 'utf8'))).ignore_checks;
    return {
      outcome: findings.length === 0 ? 'passed' : 'failed',
      summary: `${findings.length} findings in ${templates} templates`,
      details: { stages: STAGES, templates, findings, ignored, stubs: [] },
    };
  },
};

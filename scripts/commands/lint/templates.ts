import { CFN_LINT, lintTemplates } from '#scripts/lib/second-opinion/cfn-lint.ts';

/** Checks the templates of all stages with cfn-lint, a Python tool that is installed once into its own virtual environment. */
try {
  const { templates, findings } = await lintTemplates(AbortSignal.timeout(600_000));
  if (findings.length === 0) console.log(`${CFN_LINT} found no problems in ${templates} templates.`);
  else console.error(findings.join('\n'));
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

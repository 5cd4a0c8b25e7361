import { execFileSync } from 'node:child_process';
import type { Templates } from './template-differences.ts';

/** Enough for the templates of every stage. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Runs in the tree that is synthesized, so that it imports the code of that tree. `everything` is a stage with each option that adds
 * functions, grants or variables, which no stage has by default.
 */
const PROGRAM = `
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
const { cdkContext } = await import('#infra/cdk-context.ts');
const { configOf } = await import('#infra/config.ts');
const { composePlatform } = await import('#infra/platform.ts');
const { unbundledCode } = await import('#infra/unbundled-code.ts');
const settings = {
  dev: ['dev', configOf('dev')],
  staging: ['staging', configOf('staging')],
  prod: ['prod', configOf('prod')],
  'test-prod': ['prod', configOf('prod', { settings: 'test' })],
  everything: ['prod', {
    ...configOf('prod', { settings: 'test' }),
    notificationSender: { address: 'a@example.com', identity: 'example.com', configurationSet: 'mail' },
    messaging: { smsConfigurationSet: 'sms', protectConfigurationId: 'protect-1', maxPriceDollars: 0.2, whatsapp: true },
    oauthApps: { linkedin: { clientId: 'client', sealedSecret: 'A'.repeat(80) } },
    consoleFrameOrigins: ['https://portal.example.com'],
    connectRedirectOrigins: ['https://portal.example.com'],
  }],
};
const templates = {};
for (const [name, [stage, config]] of Object.entries(settings)) {
  const outdir = mkdtempSync(join(tmpdir(), 'compare-templates-'));
  const app = new App({
    outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    context: { ...cdkContext(), 'aws:cdk:disable-asset-staging': true },
  });
  composePlatform(app, { stage, config, codeOf: unbundledCode });
  for (const { stackName, template } of app.synth().stacks) templates[name + ' ' + stackName] = template;
  rmSync(outdir, { recursive: true });
}
process.stdout.write(JSON.stringify(templates).replaceAll(process.cwd(), '<root>'));
`;

/** The templates of every stage of a source tree, each under the name of its settings and of its stack. Nothing is bundled. */
export function synthesizeTree(root: string): Templates {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
  });
  const templates: Templates = JSON.parse(output);
  return templates;
}

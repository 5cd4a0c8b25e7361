import { App } from 'aws-cdk-lib';
import { ensureBundle } from './bundling/bundle-cache.ts';
import { cdkContext } from './cdk-context.ts';
import { configOf, stageNamed } from './config.ts';
import { requireDeployable } from './settings/deployable.ts';
import { SettingsError } from './settings/settings-error.ts';
import { requireTestFolder } from './settings/test-settings.ts';
import { WorkspacePlatform } from './workspace-platform.ts';

try {
  synthesize();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  // The CDK CLI shows the standard error of the app. A stack trace would hide what to set.
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function synthesize(): void {
  const app = new App({ analyticsReporting: false, context: cdkContext() });
  const requested: unknown = app.node.tryGetContext('stage') ?? process.env['STAGE'] ?? 'dev';
  const stage = stageNamed(String(requested));
  const settings: unknown = app.node.tryGetContext('settings');
  const config = configOf(stage, { rollout: app.node.tryGetContext('rollout'), settings });
  if (settings !== undefined) requireTestFolder(app.outdir);
  // Before the functions are bundled, which takes longer.
  requireDeployable(stage, config);
  ensureBundle();
  new WorkspacePlatform(app, stage, config);
  app.synth();
}

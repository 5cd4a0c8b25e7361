import { App } from 'aws-cdk-lib';
import { ensureBundle } from './bundling/bundle-cache.ts';
import { cdkContext } from './cdk-context.ts';
import { configOf, stageNamed } from './config.ts';
import { WorkspacePlatform } from './workspace-platform.ts';

const app = new App({ analyticsReporting: false, context: cdkContext() });
const requested: unknown = app.node.tryGetContext('stage') ?? process.env['STAGE'] ?? 'dev';
const stage = stageNamed(String(requested));
const config = configOf(stage, {
  rollout: app.node.tryGetContext('rollout'),
  settings: app.node.tryGetContext('settings'),
});

ensureBundle();
new WorkspacePlatform(app, stage, config);
app.synth();

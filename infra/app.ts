import { App } from 'aws-cdk-lib';
import { BUNDLE_FOLDER, bundle } from './bundle.ts';
import { cdkContext } from './cdk-context.ts';
import { composePlatform } from './platform.ts';
import { stageNamed } from './config.ts';

const app = new App({ analyticsReporting: false, context: cdkContext() });
const requested: unknown = app.node.tryGetContext('stage') ?? process.env['STAGE'] ?? 'dev';
const stage = stageNamed(String(requested));

bundle();
composePlatform(app, { stage, codeFolder: BUNDLE_FOLDER });
app.synth();

import { App, Tags } from 'aws-cdk-lib';
import { cdkContext } from './cdk-context.ts';
import { PipelineStack, pipelineOf } from './stacks/pipeline-stack.ts';

// An app of its own: an administrator deploys these roles once, and no role of a stage can change them by mistake.
const app = new App({ analyticsReporting: false, context: cdkContext() });
const { node } = app;
new PipelineStack(
  app,
  pipelineOf({
    repository: node.tryGetContext('repository'),
    stages: node.tryGetContext('stages'),
    provider: node.tryGetContext('provider'),
  }),
);
Tags.of(app).add('app', 'workspace');
app.synth();

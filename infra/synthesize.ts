import { App } from 'aws-cdk-lib';
import { bundle, bundleFolder, functionFolder } from './bundling/bundle.ts';
import { cdkContext } from './cdk-context.ts';
import { composePlatform } from './platform.ts';
import { rmSync } from 'node:fs';
import type { Stage } from './config.ts';

/** The parts of a template that readers look at; properties are as CloudFormation writes them, intrinsics unresolved. */
export type CloudFormationTemplate = {
  readonly Resources: Readonly<Record<string, CloudFormationResource>>;
  readonly Outputs?: Readonly<Record<string, CloudFormationOutput>>;
};

export type CloudFormationResource = {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
};

export type CloudFormationOutput = {
  readonly Value: unknown;
  readonly Export?: { readonly Name: unknown };
};

export type SynthesizedPlatform = {
  /** By stack name, such as `workspace-dev-data`. */
  readonly templates: Readonly<Record<string, CloudFormationTemplate>>;
};

type SynthesizeOptions = {
  readonly stage: Stage;
  /** Without bundling the code assets are the source folders and esbuild never runs. */
  readonly bundle: boolean;
  /** Where the cloud assembly stays; without it, nothing is left behind. */
  readonly outdir?: string;
};

/** Synthesizes one stage in this process: no credentials, no Docker, no network, no CDK CLI. */
export function synthesize(options: SynthesizeOptions): SynthesizedPlatform {
  const { stage, outdir } = options;
  if (options.bundle) bundle();
  const app = new App({
    analyticsReporting: false,
    // CDK's own rules take three quarters of the time, for templates that nobody deploys.
    builtinCloudFormationValidation: options.bundle,
    context: {
      ...cdkContext(),
      // Nobody deploys source folders, so they need not be copied into the assembly.
      ...(options.bundle ? {} : { 'aws:cdk:disable-asset-staging': true }),
    },
    ...(outdir === undefined ? {} : { outdir }),
  });
  try {
    composePlatform(app, {
      stage,
      codeFolderOf: options.bundle ? bundleFolder : functionFolder,
    });
    const { stacks } = app.synth();
    return { templates: Object.fromEntries(stacks.map(({ stackName, template }) => [stackName, template])) };
  } finally {
    if (outdir === undefined) rmSync(app.outdir, { recursive: true, force: true });
  }
}

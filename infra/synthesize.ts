import { rmSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import type { Messaging } from '#infra/settings/external-resources.ts';
import { bundledCode } from './bundled-code.ts';
import { bundle } from './bundling/bundle.ts';
import { cdkContext } from './cdk-context.ts';
import { configOf, type Stage } from './config.ts';
import { composePlatform } from './platform.ts';
import { unbundledCode } from './unbundled-code.ts';

/** The parts of a template that are read here; properties keep CloudFormation's form, with unresolved intrinsics. */
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
  /** What the cloud assembly states about each stack beside its template, by stack name. */
  readonly stacks: Readonly<Record<string, StackSettings>>;
};

export type StackSettings = {
  readonly terminationProtection: boolean;
  /** Names of the stacks that are deployed before this one. */
  readonly dependencies: readonly string[];
};

type SynthesizeOptions = {
  readonly stage: Stage;
  /** If false, the source folders are the code assets, esbuild does not run, and templates do not depend on the handlers. */
  readonly bundle: boolean;
  /** Replaces the option of the stage, for the local stack, which has servers for the AWS services that send messages. */
  readonly messaging?: Messaging;
  /** Output folder of the cloud assembly; if omitted, the assembly is deleted. */
  readonly outdir?: string;
};

/** The context values that a pipeline sets, so that the links of alarms are tested in the form that they have in a deployment. */
const EXAMPLE_REPOSITORY = {
  repository: 'example/platform',
  commit: '0123456789abcdef0123456789abcdef01234567',
};

/** Synthesizes one stage in this process: no credentials, no Docker, no network, no CDK CLI. */
export function synthesize(options: SynthesizeOptions): SynthesizedPlatform {
  const { stage, outdir, messaging } = options;
  if (options.bundle) bundle();
  const app = new App({
    analyticsReporting: false,
    // CDK's own rules take three quarters of the time; templates that are never deployed do not need them.
    builtinCloudFormationValidation: options.bundle,
    context: {
      ...cdkContext(),
      // Source folders are never deployed, so they need not be copied into the assembly.
      ...(options.bundle ? {} : { 'aws:cdk:disable-asset-staging': true, ...EXAMPLE_REPOSITORY }),
    },
    ...(outdir === undefined ? {} : { outdir }),
  });
  try {
    composePlatform(app, {
      stage,
      codeOf: options.bundle ? bundledCode : unbundledCode,
      ...(messaging === undefined ? {} : { config: { ...configOf(stage), messaging } }),
    });
    const { stacks } = app.synth();
    return {
      templates: Object.fromEntries(stacks.map(({ stackName, template }) => [stackName, template])),
      stacks: Object.fromEntries(stacks.map((stack) => [stack.stackName, settingsOf(stack)])),
    };
  } finally {
    if (outdir === undefined) rmSync(app.outdir, { recursive: true, force: true });
  }
}

function settingsOf({ terminationProtection, dependencies }: CloudFormationStackArtifact): StackSettings {
  return {
    terminationProtection: terminationProtection === true,
    dependencies: dependencies.flatMap((artifact) =>
      'stackName' in artifact ? [String(artifact.stackName)] : [],
    ),
  };
}

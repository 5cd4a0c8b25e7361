import { Stage as CdkStage } from 'aws-cdk-lib';
import type { Stack } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { requireDeployable } from '#infra/settings/deployable.ts';
import { bundledCode } from './bundled-code.ts';
import { configOf, stageNamed } from './config.ts';
import type { Severity, Stage, StageConfig } from './config.ts';
import { composePlatform } from './platform.ts';

/**
 * The settings that differ from the defaults of the stage. Each replaces the whole default: `{ alarmMail: { page, warn } }` sets both
 * addresses.
 */
export type WorkspacePlatformSettings = Partial<StageConfig>;

/**
 * One stage of the platform with all its stacks, `workspace-<stage>-data` and others. The stacks are children of the scope, not of the
 * construct. Thus their names, and those of alarms, are the same in every app, and another app can take over a deployment.
 */
export class WorkspacePlatform extends Construct {
  /** In the order in which they were created; `other.addStackDependency(stack)` deploys another stack after one of them. */
  readonly stacks: readonly Stack[];
  /** Origin of the API, such as `https://api.example.com`. */
  readonly apiUrl: string;
  /** Origin of pages without a custom domain, such as `https://pages.example.com`. */
  readonly pagesUrl: string;
  /** Topics that receive the alarms of each severity, for subscribers other than the addresses in `alarmMail`. */
  readonly alarmTopics: Readonly<Record<Severity, ITopic>>;

  /**
   * @param scope the app, or a `Stage` of the CDK, whose id then precedes the names of stacks and alarms
   * @param stage `dev`, `staging`, `prod` or `pr-<number>`: selects the default settings and is a part of all names
   * @throws Error that names the setting if one is unknown, of the wrong type, or missing in prod
   */
  constructor(scope: Construct, stage: Stage, settings: WorkspacePlatformSettings = {}) {
    if (!CdkStage.isStage(scope))
      throw new Error('Create WorkspacePlatform in the App or in a Stage: it contains stacks.');
    super(scope, stageNamed(stage));
    const config = withSettings(configOf(stage), settings);
    requireDeployable(stage, config);
    const { stacks, apiUrl, pagesUrl, topics } = composePlatform(scope, {
      stage,
      config,
      codeOf: bundledCode,
    });
    this.stacks = stacks;
    this.apiUrl = apiUrl;
    this.pagesUrl = pagesUrl;
    this.alarmTopics = topics;
  }
}

/** Throws for a setting that has no effect or a wrong type, because apps in JavaScript have no type check. */
function withSettings(defaults: StageConfig, settings: WorkspacePlatformSettings): StageConfig {
  const known = new Map<string, unknown>(Object.entries(defaults));
  // Without `exactOptionalPropertyTypes`, an app may pass undefined.
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!known.has(name))
      throw new Error(`Unknown setting \`${name}\`: WorkspacePlatformSettings has all settings.`);
    const example = known.get(name) ?? null;
    if (example !== null && value !== null && typeof value !== typeof example)
      throw new Error(
        `The setting \`${name}\` has the type ${typeof value}: it must have the type ${typeof example}.`,
      );
  }
  return { ...defaults, ...Object.fromEntries(given) };
}

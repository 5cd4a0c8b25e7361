import { type PermanentStage, STAGE_CONFIG, STAGES } from '#infra/config.ts';
import type { CloudFormationResource, CloudFormationTemplate } from '#infra/synthesize.ts';

/** Documents with numbers that follow from the templates. */
export const DOCUMENTS_WITH_TEMPLATE_FIGURES = [
  'README.md',
  'docs/operations.md',
  'docs/performance.md',
  'docs/packages.md',
];

/** The templates of a stage by stack name. */
export type TemplatesOf = (stage: PermanentStage) => Readonly<Record<string, CloudFormationTemplate>>;

/**
 * A number or a name of a document that follows from the templates: `229<!-- templates: roles of dev -->`. `× 40` before the end of the
 * comment multiplies it.
 */
const FIGURE = /(?:[\d,]+|`[\w-]+`)(?=<!-- templates: ([a-z ]+?) of ([a-z]+)(?: × ([\d.]+))? -->)/gu;

/** IAM roles of an account by default: Service Quotas, `L-FE177D64`. */
const ROLES_OF_ACCOUNT = 1000;
/** What the CDK asks about before a deployment: statements of IAM, of resources, and permissions to invoke. */
const PERMISSIONS = /^AWS::(?:IAM::|Lambda::Permission|SQS::QueuePolicy|SNS::TopicPolicy|S3::BucketPolicy)/u;

type Counted = {
  readonly stage: PermanentStage;
  readonly stacks: readonly (readonly [name: string, resources: readonly CloudFormationResource[]])[];
  readonly all: readonly CloudFormationResource[];
};

/** Every number that a document may have. */
const FACTS: Readonly<Record<string, (counted: Counted) => number | string>> = {
  stacks: ({ stacks }) => stacks.length,
  resources: ({ all }) => all.length,
  roles: ({ all }) => ofType(all, 'AWS::IAM::Role').length,
  'stages by roles': ({ all }) => Math.floor(ROLES_OF_ACCOUNT / ofType(all, 'AWS::IAM::Role').length),
  functions: ({ all }) => ofType(all, 'AWS::Lambda::Function').length,
  alarms: ({ all }) => ofType(all, 'AWS::CloudWatch::Alarm').length,
  heartbeats: ({ all }) =>
    ofType(all, 'AWS::CloudWatch::Alarm').filter(({ Properties }) =>
      String(Properties?.['AlarmName']).endsWith('-Heartbeat'),
    ).length,
  'alarm metrics': ({ all }) =>
    ofType(all, 'AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
  'queue mappings': ({ all }) =>
    ofType(all, 'AWS::Lambda::EventSourceMapping').filter(
      ({ Properties }) => Properties?.['ScalingConfig'] !== undefined,
    ).length,
  'stacks with permissions': ({ stacks }) =>
    stacks.filter(([, resources]) => resources.some(({ Type }) => PERMISSIONS.test(Type))).length,
  'unreserved concurrency': ({ stage, all }) =>
    STAGE_CONFIG[stage].accountConcurrency -
    ofType(all, 'AWS::Lambda::Function').reduce(
      (sum, { Properties }) => sum + Number(Properties?.['ReservedConcurrentExecutions'] ?? 0),
      0,
    ),
  'largest stack': ({ stage, stacks }) => `\`${largest(stacks)[0].replace(`workspace-${stage}-`, '')}\``,
  'resources of the largest stack': ({ stacks }) => largest(stacks)[1].length,
};

/** The text of a document with each figure as the templates have it. @throws Error for an unknown figure */
export function withTemplateFigures(text: string, templatesOf: TemplatesOf): string {
  return text.replaceAll(FIGURE, (_, fact: string, of: string, factor = '1') => {
    const value = valueOf(fact, of, templatesOf);
    return typeof value === 'string' ? value : Math.round(value * Number(factor)).toLocaleString('en-US');
  });
}

function valueOf(fact: string, of: string, templatesOf: TemplatesOf): number | string {
  const count = FACTS[fact];
  const stage = STAGES.find((each) => each === of);
  if (fact === 'templates' && of === 'all')
    return STAGES.reduce((sum, each) => sum + Object.keys(templatesOf(each)).length, 0);
  if (count === undefined || stage === undefined) throw new Error(`The templates have no "${fact} of ${of}"`);
  const stacks = Object.entries(templatesOf(stage)).map(
    ([name, { Resources }]) => [name, Object.values(Resources)] as const,
  );
  return count({ stage, stacks, all: stacks.flatMap(([, resources]) => resources) });
}

function ofType(resources: readonly CloudFormationResource[], type: string) {
  return resources.filter(({ Type }) => Type === type);
}

/** An alarm on an expression is billed for each metric of it. */
function metricsOf({ Properties }: CloudFormationResource): number {
  const metrics = Properties?.['Metrics'];
  if (!Array.isArray(metrics)) return 1;
  return Math.max(1, metrics.filter((metric) => 'MetricStat' in metric).length);
}

function largest(stacks: Counted['stacks']): Counted['stacks'][number] {
  const [first] = stacks.toSorted(([, one], [, other]) => other.length - one.length);
  if (first === undefined) throw new Error('The stage has no stack');
  return first;
}

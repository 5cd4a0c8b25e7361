import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { configOf, stageNamed } from '#infra/config.ts';
import { requireDeployable } from '#infra/settings/deployable.ts';
import { at, resourceNamed, resourcesOf, stacksOf, templatesOf } from './synthesized.ts';
import type { Found } from './synthesized.ts';

const PREVIEW = 'pr-123';
/** Log groups, functions, dashboards and the like have a property that ends in `Name`; schedules and alarms have `Name`. */
const NAMED = /Name$/u;
/** Names that are unique only within an API, a function or a role, and the name of a configuration of AWS. */
const LOCAL_NAMES = new Set([
  'AWS::ApiGatewayV2::Stage StageName',
  'AWS::Lambda::Alias Name',
  'AWS::IAM::Policy PolicyName',
  'AWS::CodeDeploy::DeploymentGroup DeploymentConfigName',
]);
/** What the CDK adds to empty buckets. */
const EMPTYING = ['CustomS3AutoDeleteObjectsCustomResourceProvider', 'AutoDeleteObjectsCustomResource'];

describe('the stage of a preview', () => {
  it.each(['pr-1', 'pr-123', 'pr-99999'])('is accepted: %s', (name) => {
    expect(stageNamed(name)).toBe(name);
  });

  it.each(['pr-', 'pr-0', 'pr-007', 'pr-1e3', 'pr-100000', 'pr-12-x', 'PR-1', 'pr--1', 'pr-1.5'])(
    'is rejected: %s',
    (name) => {
      expect(() => stageNamed(name)).toThrow(`Unknown stage "${name}"`);
    },
  );

  it('has the settings of dev, without names, addresses and reservations', () => {
    expect(configOf(PREVIEW)).toMatchObject({
      logLevel: configOf('dev').logLevel,
      throttle: configOf('dev').throttle,
      env: configOf('dev').env,
      domain: null,
      pageHost: null,
      alarmMail: { page: null, warn: null },
      deletionProtection: false,
      isTemporary: true,
    });
    expect(() => requireDeployable(PREVIEW, configOf(PREVIEW))).not.toThrow();
  });

  it('leaves room for the longest function name', () => {
    for (const { name } of OPERATIONS) expect(`workspace-pr-99999-${name}`.length).toBeLessThanOrEqual(64);
  });
});

describe('a preview', { timeout: 60_000 }, () => {
  it('has the resources of dev, and what empties its buckets', () => {
    const added = idsOf(PREVIEW).filter((id) => !new Set(idsOf('dev')).has(id));

    expect(idsOf('dev').filter((id) => !new Set(idsOf(PREVIEW)).has(id))).toEqual([]);
    expect(added.filter((id) => !EMPTYING.some((part) => id.includes(part)))).toEqual([]);
  });

  it('shares no stack name, physical name or export with dev', () => {
    const shared = namesOf('dev').filter((name) => namesOf(PREVIEW).includes(name));

    expect(namesOf('dev').length).toBeGreaterThan(100);
    expect(shared).toEqual([]);
    expect(JSON.stringify(templatesOf(PREVIEW))).not.toContain('workspace-dev');
  });

  it('retains nothing', () => {
    const kept = resourcesOf(PREVIEW).filter(({ resource }) =>
      [resource.DeletionPolicy, resource.UpdateReplacePolicy].some((policy) => policy?.startsWith('Retain')),
    );

    expect(kept.map(({ id }) => id)).toEqual([]);
    expect(
      Object.values(stacksOf(PREVIEW)).filter(({ terminationProtection }) => terminationProtection),
    ).toEqual([]);
    for (const table of ['CoreTable', 'DeliveryTable'])
      expect(at(resourceNamed(PREVIEW, table).properties, 'Replicas', 0)).toMatchObject({
        DeletionProtectionEnabled: false,
      });
  });

  it('empties every bucket when its stack is deleted', () => {
    const buckets = resourcesOf(PREVIEW, 'AWS::S3::Bucket').map(({ id }) => `\${${id}}`);
    const emptied = resourcesOf(PREVIEW, 'Custom::S3AutoDeleteObjects').map(({ properties }) =>
      String(properties['BucketName']),
    );

    expect(buckets).toHaveLength(3);
    expect(emptied.toSorted()).toEqual(buckets.toSorted());
    for (const stage of ['dev', 'staging', 'prod'] as const)
      expect(resourcesOf(stage, 'Custom::S3AutoDeleteObjects')).toEqual([]);
  });

  it('names every log group by its stage, so that the removal finds those that Lambda created', () => {
    const groups = resourcesOf(PREVIEW, 'AWS::Logs::LogGroup').map(({ properties }) =>
      String(properties['LogGroupName']),
    );

    expect(groups.filter((name) => !/^\/aws\/(lambda|vendedlogs)\/workspace-pr-123-/u.test(name))).toEqual(
      [],
    );
  });
});

/** Versions of functions have a hash of code and settings in their logical ids. */
function idsOf(stage: 'dev' | typeof PREVIEW): readonly string[] {
  return resourcesOf(stage)
    .filter(({ type }) => type !== 'AWS::Lambda::Version')
    .map(({ stack, id, type }) => `${stack.replace(`workspace-${stage}-`, '')} ${id} ${type}`);
}

function namesOf(stage: 'dev' | typeof PREVIEW): readonly string[] {
  const exported = Object.values(templatesOf(stage)).flatMap(({ Outputs }) =>
    Object.values(Outputs ?? {}).flatMap(({ Export }) => (Export === undefined ? [] : [String(Export.Name)])),
  );
  return [...Object.keys(templatesOf(stage)), ...exported, ...resourcesOf(stage).flatMap(fixedNames)];
}

/** Physical names that the template fixes: those without a reference, because a reference has a generated name. */
function fixedNames({ type, properties }: Found): readonly string[] {
  const own = type === 'AWS::Budgets::Budget' ? Object(properties['Budget']) : properties;
  return Object.entries(own).flatMap(([key, value]) =>
    NAMED.test(key) &&
    !LOCAL_NAMES.has(`${type} ${key}`) &&
    typeof value === 'string' &&
    !value.startsWith('${')
      ? [`${type} ${key} ${value}`]
      : [],
  );
}

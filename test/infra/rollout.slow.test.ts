import { describe, expect, it } from 'vitest';
import { configOf } from '#infra/config.ts';
import type { Stage } from '#infra/config.ts';
import { composedApp } from './composed.ts';
import { WATCHED, asList, at, resourceNamed, resourcesOf, templatesOf } from './synthesized.ts';

const STEPS: Readonly<Partial<Record<Stage, string>>> = {
  staging: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
  prod: 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute',
};

describe.each(WATCHED)('rollouts of %s', (stage) => {
  const filters = resourcesOf(stage, 'AWS::Logs::MetricFilter');

  it.each(['DispatchEvent', 'DeliverWebhook'])(
    'shift the alias to a new version of %s step by step',
    (name) => {
      const alias = resourceNamed(stage, `${name}Live`);
      const version = /^\$\{(.+)\.Version\}$/u.exec(String(alias.properties['FunctionVersion']))?.[1] ?? '';
      const group = groupOf(stage, `${name}RolloutRole`);

      expect(alias.properties).toMatchObject({ Name: 'live', FunctionName: `\${${name}Function}` });
      expect(resourceNamed(stage, version).properties).toMatchObject({ FunctionName: `\${${name}Function}` });
      expect(updatePolicyOf(stage, `${name}Live`)).toEqual({
        CodeDeployLambdaAliasUpdate: {
          ApplicationName: { Ref: expect.any(String) },
          DeploymentGroupName: { Ref: group?.id },
        },
      });
      expect(group?.properties['DeploymentConfigName']).toBe(STEPS[stage]);
    },
  );

  it.each(['DispatchEvent', 'DeliverWebhook'])(
    'keep the replaced versions of %s, but none whose update was rolled back',
    (name) => {
      const version = resourcesOf(stage, 'AWS::Lambda::Version').find(
        ({ properties }) => properties['FunctionName'] === `\${${name}Function}`,
      );

      expect(version?.resource).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
    },
  );

  it.each(['DispatchEvent', 'DeliverWebhook'])('roll %s back when it crashes or fails on records', (name) => {
    const properties = groupOf(stage, `${name}RolloutRole`)?.properties;
    const alarms = asList(at(properties, 'AlarmConfiguration', 'Alarms')).map((alarm) =>
      String(at(alarm, 'Name')).slice('${'.length, -1),
    );

    expect(at(properties, 'AlarmConfiguration', 'Enabled')).toBe(true);
    expect(at(properties, 'AutoRollbackConfiguration')).toEqual({
      Enabled: true,
      Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
    });
    expect(alarms.map((id) => resourceNamed(stage, id).properties)).toMatchObject([
      {
        MetricName: 'Errors',
        Period: 60,
        Dimensions: [
          { Name: 'FunctionName', Value: `\${${name}Function}` },
          { Name: 'Resource', Value: `\${${name}Function}:live` },
        ],
      },
      { MetricName: 'ErrorLines', Namespace: `workspace-${stage}`, Period: 60 },
      { AlarmName: expect.stringMatching(/-FailedShare$/u) },
      // The alarm on receiver responses concerns only the function that has receivers.
      ...(name === 'DeliverWebhook' ? [{ AlarmName: expect.stringMatching(/-DeliveryFailure$/u) }] : []),
    ]);
    expect(alarms).toHaveLength(name === 'DeliverWebhook' ? 4 : 3);
  });

  it.each([
    ['DispatchEvent', 'dispatch-event'],
    ['DeliverWebhook', 'deliver-webhook'],
  ])('roll %s back by the share of failing records where there are few', (name, service) => {
    const alarm = resourcesOf(stage, 'AWS::CloudWatch::Alarm').find(({ properties }) =>
      String(properties['AlarmName']).endsWith(`${service}-FailedShare`),
    );
    const runs = { MetricName: 'Invocations', Dimensions: [{}, { Value: `\${${name}Function}:live` }] };

    expect(alarm?.properties).toMatchObject({
      Threshold: 10,
      Metrics: [
        { Expression: 'IF(failed > 2, 100 * failed / runs, 0)' },
        { MetricStat: { Metric: { MetricName: 'ErrorLines' }, Stat: 'Sum', Period: 300 } },
        { MetricStat: { Metric: runs, Stat: 'Sum', Period: 300 } },
      ],
    });
  });

  it('count errors by the log lines of each function, in the metric that the alarm watches', () => {
    for (const [name, service] of [
      ['DispatchEvent', 'dispatch-event'],
      ['DeliverWebhook', 'deliver-webhook'],
    ]) {
      const filter = filters.find(({ properties }) => properties['LogGroupName'] === `\${${name}Logs}`);
      const alarm = resourcesOf(stage, 'AWS::CloudWatch::Alarm').find(
        ({ properties }) =>
          properties['MetricName'] === 'ErrorLines' && JSON.stringify(properties).includes(`"${service}"`),
      );

      expect(filter?.properties).toMatchObject({
        FilterPattern: '{ $.level = "ERROR" }',
        MetricTransformations: [
          {
            MetricNamespace: `workspace-${stage}`,
            MetricName: 'ErrorLines',
            Dimensions: [{ Key: 'service', Value: '$.service' }],
          },
        ],
      });
      expect(alarm?.properties['Dimensions']).toEqual([{ Name: 'service', Value: service }]);
    }
  });

  it('may update their own alias, and read alarms', () => {
    expect(
      at(resourceNamed(stage, 'DeliverWebhookRolloutRole').properties, 'Policies', 0, 'PolicyDocument'),
    ).toMatchObject({
      Statement: [
        {
          Action: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
          Resource: ['${DeliverWebhookFunction.Arn}', '${DeliverWebhookFunction.Arn}:live'],
        },
        { Action: 'cloudwatch:DescribeAlarms' },
      ],
    });
  });
});

describe('a rollout without steps', { timeout: 60_000 }, () => {
  const stack = 'workspace-prod-delivery';

  it('moves the aliases without CodeDeploy, which would wait for alarms, and changes nothing else', () => {
    const { stacks } = composedApp('prod', configOf('prod', { rollout: 'now' })).synth();
    const now = stacks.find(({ stackName }) => stackName === stack)?.template;
    const usual = templatesOf('prod')[stack];

    for (const id of ['DispatchEventLive', 'DeliverWebhookLive']) {
      expect(at(now, 'Resources', id, 'Properties')).toEqual(at(usual, 'Resources', id, 'Properties'));
      expect(at(now, 'Resources', id, 'UpdatePolicy')).toBeUndefined();
    }
    expect(Object.keys(Object(at(now, 'Resources')))).toEqual(Object.keys(Object(at(usual, 'Resources'))));
  });
});

function groupOf(stage: Stage, role: string) {
  return resourcesOf(stage, 'AWS::CodeDeploy::DeploymentGroup').find(
    ({ properties }) => properties['ServiceRoleArn'] === `\${${role}.Arn}`,
  );
}

/** Not among the properties: it tells CloudFormation how to update the resource. */
function updatePolicyOf(stage: Stage, id: string): unknown {
  return at(templatesOf(stage), `workspace-${stage}-delivery`, 'Resources', id, 'UpdatePolicy');
}

import { describe, expect, it } from 'vitest';
import { prepareTemplate } from '#scripts/lib/second-opinion/prepare-template.ts';

const TABLE = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { A: 1 }, DeletionPolicy: 'Retain' };
const ROLLOUT = { Type: 'AWS::CodeDeploy::DeploymentGroup', Properties: {} };
const MATH = { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [{ Expression: 'a / b' }] } };
const ALARM = { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } };

function prepared(Resources: object) {
  const { template, stubs } = prepareTemplate({ Description: 'd', Resources }, '127.0.0.1');
  return { template, stubs: Object.fromEntries(stubs.map(({ change, resources }) => [change, resources])) };
}

describe('prepareTemplate', () => {
  it('leaves everything else as it is', () => {
    expect(prepared({ Table: TABLE, Alarm: ALARM })).toEqual({
      template: { Description: 'd', Resources: { Table: TABLE, Alarm: ALARM } },
      stubs: {},
    });
  });

  it('removes budgets and the detection of cost anomalies, and lists them', () => {
    const { template, stubs } = prepared({
      Alarm: ALARM,
      Budget: { Type: 'AWS::Budgets::Budget' },
      Monitor: { Type: 'AWS::CE::AnomalyMonitor' },
    });
    expect(template).toEqual({ Description: 'd', Resources: { Alarm: ALARM } });
    expect(Object.values(stubs)).toEqual([['Budget'], ['Monitor']]);
  });

  it('removes CodeDeploy, the rollouts of aliases and alarms on metric math, and lists them', () => {
    const alias = {
      Type: 'AWS::Lambda::Alias',
      Properties: { Name: 'live' },
      UpdatePolicy: { CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: 'Rollout' } } },
    };
    const { template, stubs } = prepared({ Alias: alias, Rollout: ROLLOUT, Math: MATH });
    expect(template).toEqual({
      Description: 'd',
      Resources: { Alias: { Type: 'AWS::Lambda::Alias', Properties: { Name: 'live' } } },
    });
    expect(Object.values(stubs)).toEqual([['Rollout'], ['Math']]);
  });

  it('removes dependencies on removed resources and keeps the others', () => {
    const { template } = prepared({
      One: { ...ALARM, DependsOn: 'Math' },
      Two: { ...ALARM, DependsOn: ['Math', 'Table'] },
      Math: MATH,
      Table: TABLE,
    });
    expect(template).toMatchObject({ Resources: { Two: { DependsOn: ['Table'] } } });
    expect(template).not.toHaveProperty('Resources.One.DependsOn');
  });

  it('gives functions the host under which the emulator serves the API', () => {
    const host = [
      'https://',
      { Ref: 'Api' },
      '.execute-api.',
      { Ref: 'AWS::Region' },
      '.',
      { Ref: 'AWS::URLSuffix' },
    ];
    const origin = (parts: readonly unknown[]) => ({
      Type: 'AWS::Lambda::Function',
      Properties: { Environment: { Variables: { API_ORIGINS: { 'Fn::Join': ['', parts] } } } },
    });
    const { template, stubs } = prepared({ Function: origin(host) });

    expect(template).toMatchObject({
      Resources: { Function: origin(['https://', { Ref: 'Api' }, '.execute-api.localhost']) },
    });
    expect(Object.values(stubs)).toEqual([['Function']]);
  });

  it('lets functions that check addresses reach the receiver', () => {
    const checking = {
      Type: 'AWS::Lambda::Function',
      Properties: { Environment: { Variables: { API_HOSTS: 'h', CORE_TABLE: { Ref: 'Table' } } } },
    };
    const other = { Type: 'AWS::Lambda::Function', Properties: { Environment: { Variables: {} } } };
    const { template, stubs } = prepared({ Checking: checking, Other: other, Table: TABLE });
    expect(template).toMatchObject({
      Resources: {
        Checking: {
          Properties: {
            Environment: {
              Variables: { API_HOSTS: 'h', CORE_TABLE: { Ref: 'Table' }, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
            },
          },
        },
        Other: other,
      },
    });
    expect(Object.values(stubs)).toEqual([['Checking']]);
  });

  it('throws if a resource refers to a removed one in another way', () => {
    const widget = { Type: 'AWS::CloudWatch::CompositeAlarm', Properties: { Rule: { Ref: 'Math' } } };
    expect(() => prepared({ Widget: widget, Math: MATH })).toThrow(
      'A AWS::CloudWatch::CompositeAlarm still refers to Math.',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { readPlatform } from '#local/template/read-platform.ts';

const addresses = { queueUrl: (name: string) => `http://queues/${name}`, apiUrl: 'http://api' };

const RESOURCES = {
  Receipts: { Type: 'AWS::SQS::Queue', Properties: {} },
  Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'stage-messages' } },
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventPattern: { source: ['aws.sms-voice'] },
      Targets: [{ Id: 'Queue', Arn: { 'Fn::GetAtt': ['Receipts', 'Arn'] } }],
    },
  },
  Subscription: {
    Type: 'AWS::SNS::Subscription',
    Properties: {
      Protocol: 'sqs',
      TopicArn: { Ref: 'Topic' },
      Endpoint: { 'Fn::GetAtt': ['Receipts', 'Arn'] },
    },
  },
  Mail: {
    Type: 'AWS::SNS::Subscription',
    Properties: { Protocol: 'email', TopicArn: { Ref: 'Topic' }, Endpoint: 'ops@example.com' },
  },
};

function read(changes: object = {}) {
  return readPlatform({ template: { Resources: { ...RESOURCES, ...changes } } }, addresses);
}

describe('readPlatform of rules and subscriptions', () => {
  it('reads which events a queue gets', () => {
    expect(read().eventRules).toEqual([
      { pattern: '{"source":["aws.sms-voice"]}', queueNames: ['Receipts'] },
    ]);
  });

  it('reads which topics a queue is subscribed to, and ignores other subscribers', () => {
    expect(read().subscriptions).toEqual([
      {
        topicArn: 'arn:aws:sns:us-east-1:000000000000:stage-messages',
        queueName: 'Receipts',
        isRaw: false,
      },
    ]);
  });

  it('has no events of a disabled rule', () => {
    const Properties = { ...RESOURCES.Rule.Properties, State: 'DISABLED' };

    expect(read({ Rule: { ...RESOURCES.Rule, Properties } }).eventRules).toEqual([]);
  });

  it.each([
    [
      'a rule with a schedule',
      'Rule',
      { EventPattern: undefined, ScheduleExpression: 'rate(1 minute)' },
      'event pattern',
    ],
    [
      'a target with another input',
      'Rule',
      { Targets: [{ Arn: 'arn:aws:sqs:r:a:Q', InputPath: '$.detail' }] },
      'InputPath',
    ],
    [
      'a target that is no queue',
      'Rule',
      { Targets: [{ Arn: 'arn:aws:lambda:r:a:function:F' }] },
      'cannot send to',
    ],
    ['a filter policy', 'Subscription', { FilterPolicy: { type: ['x'] } }, 'filter policies'],
  ] as const)('rejects %s', (_what, id, changed, reason) => {
    const Properties = { ...RESOURCES[id].Properties, ...changed };

    expect(() => read({ [id]: { ...RESOURCES[id], Properties } })).toThrow(reason);
  });
});

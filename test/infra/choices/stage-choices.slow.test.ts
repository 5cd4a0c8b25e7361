import { describe, expect, it } from 'vitest';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import { broadcastDollarsPerHour, checkMessaging, pricesText } from '#infra/settings/messaging.ts';
import { composeForAll, composedApp, resourcesIn, templatesIn } from '#test/infra/composed.ts';
import { asList, at, resourcesOf, stacksOf, templatesOf } from '#test/infra/synthesized.ts';

describe.each(STAGES)('choices of %s', { timeout: 60_000 }, (stage) => {
  const config = STAGE_CONFIG[stage];

  it('leave at least a tenth of the account concurrency unreserved', () => {
    const reserved = resourcesOf(stage, 'AWS::Lambda::Function').map(({ properties }) =>
      Number(properties['ReservedConcurrentExecutions'] ?? 0),
    );

    expect(reserved.reduce((sum, own) => sum + own, 0)).toBeLessThanOrEqual(0.9 * config.accountConcurrency);
  });

  it('tag every resource that supports tags', () => {
    const tagged = resourcesOf(stage).filter(({ properties }) => properties['Tags'] !== undefined);

    expect(tagged.length).toBeGreaterThan(200);
    for (const { properties } of tagged) {
      const tags = properties['Tags'];
      const pairs = Array.isArray(tags)
        ? Object.fromEntries(tags.map((tag) => [at(tag, 'Key'), at(tag, 'Value')]))
        : tags;
      expect(pairs).toMatchObject({ app: 'workspace', stage, ...config.tags });
    }
  });

  it('protect stacks with customer data from deletion in prod', () => {
    const kept = Object.entries(stacksOf(stage)).filter(
      ([, { terminationProtection }]) => terminationProtection,
    );
    const expected = stage === 'prod' ? ['data', 'delivery', 'scheduling', 'visits'] : [];

    expect(kept.map(([stackName]) => stackName).toSorted()).toEqual(
      expected.map((part) => `workspace-${stage}-${part}`),
    );
  });

  it('notify only configured addresses', () => {
    expect(asList(Object.values(config.alarmMail).filter((mail) => mail !== null))).toHaveLength(
      resourcesOf(stage, 'AWS::SNS::Subscription').length,
    );
  });

  it('need neither a domain nor a distribution', () => {
    const types = Object.values(templatesOf(stage)).flatMap(({ Resources }) =>
      Object.values(Resources).map(({ Type }) => Type),
    );

    expect(types.filter((type) => /CloudFront|DomainName|WAF/u.test(type))).toEqual([]);
  });
});

describe('messages', { timeout: 60_000 }, () => {
  const messaging = {
    smsConfigurationSet: 'salesbot',
    protectConfigurationId: 'protect-0a1b',
    maxPriceDollars: 0.2,
    whatsapp: true,
    broadcastDollarsPerHour: 12.5,
  };
  const app = composeForAll('staging', { ...STAGE_CONFIG.staging, messaging });
  const templateOf = (part: string) => app().synth().getStackByName(`workspace-staging-${part}`).template;
  const textOf = (part: string) => JSON.stringify(templateOf(part));

  it('are sent by two functions, from numbers with the tag of a workspace and with the settings of the stage', () => {
    const text = textOf('scheduling');

    expect([...text.matchAll(/"sms-voice:SendTextMessage"/gu)]).toHaveLength(4);
    expect([...text.matchAll(/"social-messaging:SendWhatsAppMessage"/gu)]).toHaveLength(2);
    expect(text).toContain(':configuration-set/salesbot');
    expect(text).toContain(':protect-configuration/protect-0a1b');
    expect(text).toContain('{"Null":{"aws:ResourceTag/workspace":"false"}}');
    expect(text).toContain('"SMS_MAX_PRICE":"0.20000"');
    // Without prices, a budget counts the most that a text message may cost.
    expect(text).toContain('"MESSAGE_PRICES":"sms=0.20000"');
    expect(text).toContain('"MESSAGING_CHANNELS":"sms,whatsapp"');
  });

  it('are verified and have templates in the API, which sends nothing', () => {
    const text = textOf('messaging');

    expect(text).toContain('sms-voice:DescribePhoneNumbers');
    expect(text).toContain('social-messaging:ListWhatsAppMessageTemplates');
    expect(text).not.toMatch(/Send(?:Text|WhatsApp)Message/u);
  });

  it('have receipts from a topic that only the two services of this account publish to, and from a rule', () => {
    const resources = resourcesIn(templateOf('scheduling'));
    const policy = JSON.stringify(resources['AWS::SNS::TopicPolicy']);

    expect(policy).toContain('sms-voice.amazonaws.com');
    expect(policy).toContain('social-messaging.amazonaws.com');
    expect(policy).toContain('aws:SourceAccount');
    expect(resources['AWS::SNS::Subscription']).toMatchObject([
      { Protocol: 'sqs', RedrivePolicy: expect.anything() },
    ]);
    expect(resources['AWS::Events::Rule']).toMatchObject([
      { EventPattern: { source: ['aws.sms-voice', 'aws.social-messaging'] } },
    ]);
  });

  it('have alarms with runbooks', () => {
    const alarms = JSON.stringify(resourcesIn(templateOf('scheduling'))['AWS::CloudWatch::Alarm']);

    for (const runbook of [
      'broadcast-failures',
      'broadcast-spend',
      'message-spend',
      'message-throttling',
      'missing-receipts',
      'unknown-messages',
    ])
      expect(alarms).toContain(`docs/runbooks/${runbook}.md`);
  });

  it('have the prices of the stage, and the most that a text message may cost for other numbers', () => {
    const of = (prices: Record<string, number>) => pricesText({ messaging: { ...messaging, prices } });

    expect(of({ 'sms+49': 0.08, whatsapp: 0.03 })).toBe('sms=0.20000,sms+49=0.08000,whatsapp=0.03000');
    expect(of({ sms: 0.05 })).toBe('sms=0.05000');
    expect(pricesText({ messaging: null })).toBe('');
  });

  it('page if broadcasts reserve more dollars in an hour than the stage allows, by default 50', () => {
    const alarms = resourcesIn(templateOf('scheduling'))['AWS::CloudWatch::Alarm'];

    expect(alarms).toContainEqual(
      expect.objectContaining({
        AlarmName: 'workspace-staging-scheduling-send-broadcast-messages-BroadcastSpend',
        MetricName: 'BroadcastSpend',
        Statistic: 'Sum',
        Period: 3600,
        Threshold: 12.5,
      }),
    );
    const { broadcastDollarsPerHour: _setting, ...others } = messaging;
    expect(broadcastDollarsPerHour({ messaging: others })).toBe(50);
  });

  it('notify if a fifth of the messages of broadcasts fail, but not about a few messages', () => {
    const alarms = resourcesIn(templateOf('scheduling'))['AWS::CloudWatch::Alarm'] ?? [];
    const alarm = alarms.find((each) => String(at(each, 'AlarmName')).endsWith('BroadcastFailures'));
    const all = 'MAX([FILL(results, 0), FILL(failed, 0)])';

    expect(alarm).toMatchObject({ Threshold: 20, TreatMissingData: 'notBreaching' });
    expect(at(alarm, 'Metrics', '0', 'Expression')).toBe(
      `IF(${all} >= 100, 100 * FILL(failed, 0) / ${all}, 0)`,
    );
    expect(JSON.stringify(at(alarm, 'Metrics'))).toMatch(/"BroadcastResults".*"BroadcastFailures"/u);
  });

  it.each([
    [{ smsConfigurationSet: 'arn:aws:sms-voice:eu-central-1:1:configuration-set/x' }, 'smsConfigurationSet'],
    [{ protectConfigurationId: 'x' }, 'protectConfigurationId'],
    [{ maxPriceDollars: 0 }, 'maxPriceDollars'],
    [{ maxPriceDollars: 100 }, 'maxPriceDollars'],
    [{ maxPriceDollars: 0.000001 }, 'maxPriceDollars'],
    [{ maxPriceDollars: Number.NaN }, 'maxPriceDollars'],
    [{ broadcastDollarsPerHour: 0 }, 'broadcastDollarsPerHour'],
    [{ broadcastDollarsPerHour: 1_000_001 }, 'broadcastDollarsPerHour'],
    [{ broadcastDollarsPerHour: Number.NaN }, 'broadcastDollarsPerHour'],
  ])('reject the setting %j before a deployment', (change, name) => {
    expect(() => checkMessaging({ ...messaging, ...change })).toThrow(name);
  });

  it.each(STAGES)('are not configured in %s, so nothing can send one', (stage) => {
    const text = JSON.stringify(templatesOf(stage));

    expect(text).not.toContain('sms-voice:');
    expect(text).not.toContain('social-messaging:');
    expect(text).toContain('"MESSAGING_CHANNELS":"none"');
  });
});

describe('a sender of mail', { timeout: 60_000 }, () => {
  const sender = { address: 'alerts@example.com', identity: 'example.com', configurationSet: 'alerts' };
  const app = composeForAll('staging', { ...STAGE_CONFIG.staging, notificationSender: sender });
  const textOf = (part: string) =>
    JSON.stringify(app().synth().getStackByName(`workspace-staging-${part}`).template);

  it('is granted to one function, for one identity and one address', () => {
    const statements = [...textOf('delivery').matchAll(/"ses:SendEmail"/gu)];

    expect(statements).toHaveLength(1);
    expect(textOf('delivery')).toContain('{"StringEquals":{"ses:FromAddress":"alerts@example.com"}}');
    expect(textOf('delivery')).toContain(':identity/example.com');
    expect(textOf('delivery')).toContain(':configuration-set/alerts');
    expect(textOf('webhooks')).not.toContain('ses:');
    expect(textOf('webhooks')).toContain('"NOTIFICATION_SENDER":"alerts@example.com"');
  });

  it('has alarms on the bounces and complaints of the account', () => {
    const alarms = resourcesIn(app().synth().getStackByName('workspace-staging-delivery').template)[
      'AWS::CloudWatch::Alarm'
    ];
    const reputation = alarms?.filter((alarm) => at(alarm, 'Namespace') === 'AWS/SES');

    expect(reputation).toMatchObject([
      { MetricName: 'Reputation.BounceRate', Threshold: 0.05, TreatMissingData: 'ignore' },
      { MetricName: 'Reputation.ComplaintRate', Threshold: 0.001, TreatMissingData: 'ignore' },
    ]);
    for (const alarm of reputation ?? [])
      expect(JSON.stringify(at(alarm, 'AlarmDescription'))).toContain('docs/runbooks/mail-reputation.md');
  });

  it.each(STAGES)('is not configured in %s, so nothing can send mail', (stage) => {
    const text = JSON.stringify(templatesOf(stage));

    expect(text).not.toContain('ses:');
    expect(text).not.toContain('AWS/SES');
    expect(text).toContain('"NOTIFICATION_SENDER":"none"');
  });
});

describe('origins of frames', { timeout: 60_000 }, () => {
  const withOrigins = (...consoleFrameOrigins: readonly string[]) =>
    composedApp('dev', { ...STAGE_CONFIG.dev, consoleFrameOrigins });

  it('reach the functions that serve the console and the previews in it, and no other', () => {
    const app = withOrigins('https://portal.example.com', 'https://admin.example.com:8443');
    const text = JSON.stringify(templatesIn(app));

    const variable = '"CONSOLE_FRAME_ORIGINS":"https://portal.example.com,https://admin.example.com:8443"';
    expect(text.split('CONSOLE_FRAME_ORIGINS')).toHaveLength(3);
    expect(text.split(variable)).toHaveLength(3);
  });

  it.each(['portal.example.com', 'http://portal.example.com', 'https://portal.example.com/', '*', "'self'"])(
    'are rejected if they are none: %s',
    (origin) => {
      expect(() => withOrigins(origin)).toThrow('is no origin such as https://portal.example.com');
    },
  );
});

import { describe, expect, it } from 'vitest';
import { STAGE_CONFIG, configOf } from '#infra/config.ts';
import type { Stage, StageConfig } from '#infra/config.ts';
import { TEST_SETTINGS } from '#infra/settings/test-settings.ts';
import { NotFoundError, type AwsAccount } from '#scripts/lib/preflight/aws-account.ts';
import { checkApis } from '#scripts/lib/preflight/check-apis.ts';
import type { NameResolver } from '#scripts/lib/preflight/check-names.ts';
import { checkSettings, checkStage } from '#scripts/lib/preflight/check-stage.ts';
import type { Finding } from '#scripts/lib/preflight/finding.ts';

const { env, pageHost } = TEST_SETTINGS;
const missing = () => Promise.reject(new NotFoundError('not there'));

/** A DNS in which every name is right. */
const DNS: NameResolver = {
  nameServers: async () => ['ns-1.example.net'],
  cname: async () => undefined,
  addresses: async () => ['192.0.2.1'],
};

/** An account that is ready for the test settings, and has no stage yet. */
function anAccount(overrides: Partial<AwsAccount> = {}): AwsAccount {
  return {
    accountId: async () => env.account,
    region: async () => env.region,
    concurrency: async () => ({ total: 1000, unreserved: 1000 }),
    bootstrapVersion: async () => 28,
    certificate: async () => ({ status: 'ISSUED', names: ['*.example.com'] }),
    stackOutputs: missing,
    subscriptions: async () => [],
    managementAccount: async () => undefined,
    hasCostExplorer: async () => true,
    roles: async () => ({ used: 20, quota: 1000 }),
    routesPerApi: async () => 300,
    ...overrides,
  };
}

function textsOf(findings: readonly Finding[], level: Finding['level']): readonly string[] {
  return findings.filter((finding) => finding.level === level).map(({ text }) => text);
}

async function failures(stage: Stage, config: StageConfig, account?: Partial<AwsAccount>) {
  return textsOf(await checkStage(stage, config, anAccount(account), DNS), 'failed');
}

async function notes(stage: Stage, config: StageConfig, account?: Partial<AwsAccount>) {
  return textsOf(await checkStage(stage, config, anAccount(account), DNS), 'note');
}

const complete = configOf('prod', { settings: 'test' });

describe('preflight of a stage that sends messages', () => {
  it('notes what only the console of AWS shows', async () => {
    const messaging = { smsConfigurationSet: 'salesbot', maxPriceDollars: 0.2, whatsapp: true };
    const found = await notes('prod', { ...complete, messaging });

    expect(found).toContainEqual(expect.stringMatching(/salesbot.*WhatsApp.*workspace-prod-receipts/u));
    expect(found).toContainEqual(expect.stringContaining('production access'));
  });
});

describe('preflight of prod', () => {
  it('names what the committed settings lack: an account, an address and a host for pages', () => {
    expect(textsOf(checkSettings('prod', STAGE_CONFIG.prod), 'failed')).toEqual([
      expect.stringContaining('`env` is missing'),
      expect.stringContaining('`alarmMail.page` is missing'),
      expect.stringContaining('`pageHost` is missing'),
    ]);
  });

  it('succeeds with complete settings in the right account', async () => {
    expect(await failures('prod', complete)).toEqual([]);
    expect(await notes('prod', complete)).toEqual([
      expect.stringContaining('After the deployment, point it to its output.'),
      expect.stringContaining('sends a confirmation link'),
      expect.stringContaining('--repository <owner>/<name>'),
    ]);
  });

  it('does not ask for a repository if the runbooks have an address', async () => {
    const found = await notes('prod', { ...complete, runbookBaseUrl: 'https://wiki.example.com' });

    expect(found).not.toContainEqual(expect.stringContaining('--repository'));
  });

  it('asks AWS at the same time', async () => {
    let asked = 0;
    let most = 0;
    const slowly = async <T>(answer: T): Promise<T> => {
      asked += 1;
      most = Math.max(most, asked);
      await new Promise((resolve) => setImmediate(resolve));
      asked -= 1;
      return answer;
    };
    await failures('prod', complete, {
      concurrency: () => slowly({ total: 1000, unreserved: 1000 }),
      bootstrapVersion: () => slowly(28),
      roles: () => slowly({ used: 20, quota: 1000 }),
    });

    expect(most).toBeGreaterThan(1);
  });

  it('fails with the credentials of another account, and then checks nothing else', async () => {
    const other = { accountId: async () => '999999999999', bootstrapVersion: missing };

    expect(await failures('prod', complete, other)).toEqual([
      'The credentials belong to account 999999999999, but the stage belongs to 111122223333: use other credentials.',
    ]);
  });
});

describe('preflight of the concurrency', () => {
  const dev = STAGE_CONFIG.dev;

  it.each([10, 50])('lets dev into an account with a quota of %i, and asks for more', async (total) => {
    const small = { concurrency: async () => ({ total, unreserved: total }) };

    expect(await failures('dev', dev, small)).toEqual([]);
    expect(await notes('dev', dev, small)).toContainEqual(
      expect.stringContaining(`concurrency of ${total}, the stage expects 100: request more`),
    );
  });

  it('says below 40 that the stage is only for trying out', async () => {
    const tiny = { concurrency: async () => ({ total: 10, unreserved: 10 }) };
    const small = { concurrency: async () => ({ total: 40, unreserved: 40 }) };
    const text = expect.stringMatching(/only for trying out: the \d+ queue mappings .* fail with 503/u);

    expect(await notes('dev', dev, tiny)).toContainEqual(text);
    expect(await notes('dev', dev, small)).not.toContainEqual(text);
  });

  it('fails if the account cannot give what the stage reserves', async () => {
    const small = { concurrency: async () => ({ total: 200, unreserved: 200 }) };

    expect(await failures('prod', complete, small)).toEqual([
      expect.stringContaining('set `accountConcurrency: 200`'),
    ]);
    expect(await failures('prod', { ...complete, accountConcurrency: 200 }, small)).toEqual([]);
  });

  it('fails if other functions have reserved it, but not for a stage that is deployed', async () => {
    const shared = { concurrency: async () => ({ total: 1000, unreserved: 500 }) };
    const deployed = { ...shared, stackOutputs: async () => ({}) };

    expect(await failures('prod', complete, shared)).toEqual([
      expect.stringMatching(/^The stage reserves a concurrency of \d+, but other functions .* leave 400/u),
    ]);
    expect(await failures('prod', complete, deployed)).toEqual([]);
  });
});

describe('preflight of the HTTP APIs', () => {
  it('says how much of the quotas each API needs', async () => {
    expect(textsOf(await checkStage('prod', complete, anAccount(), DNS), 'ok')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^HTTP API `api`: \d+ of 300 routes, \d+ of 300 integrations$/u),
        expect.stringMatching(/^HTTP API `pages`: \d+ of 300 routes, \d+ of 300 integrations$/u),
      ]),
    );
  });

  it('fails if the account allows fewer routes than an API has, and names the quota', async () => {
    expect(await failures('prod', complete, { routesPerApi: async () => 100 })).toEqual([
      expect.stringMatching(/^The API `api` needs \d+ routes, and the quota is 100: .*`L-65B5C802`/u),
    ]);
  });

  it('fails for more integrations than API Gateway ever allows', async () => {
    const needs = [{ api: 'api', routes: 300, integrations: 301 }] as const;

    expect(textsOf(await checkApis(anAccount(), 'eu-central-1', needs), 'failed')).toEqual([
      expect.stringContaining('needs 301 integrations. API Gateway allows 300 and never raises this limit'),
    ]);
  });
});

describe('preflight of the roles', () => {
  it('fails if the account has too few IAM roles left, but not for a stage that is deployed', async () => {
    const full = { roles: async () => ({ used: 900, quota: 1000 }) };
    const deployed = { ...full, stackOutputs: async () => ({}) };

    expect(await failures('prod', complete, full)).toEqual([
      expect.stringContaining('the account has 100 of 1000 left'),
    ]);
    expect(await failures('prod', complete, deployed)).toEqual([]);
  });
});

describe('preflight of cost anomalies', () => {
  const monitored = { ...complete, costAnomalies: true };
  const member = { managementAccount: async () => '999999999999' };
  const withoutExplorer = { hasCostExplorer: async () => false };

  it('fails in a member account and without Cost Explorer', async () => {
    expect(await failures('prod', monitored, member)).toEqual([
      expect.stringContaining('needs the management account 999999999999'),
    ]);
    expect(await failures('prod', monitored, withoutExplorer)).toEqual([
      expect.stringContaining('needs Cost Explorer'),
    ]);
  });

  it('succeeds in the management account, in an account without an organization, and without `costAnomalies`', async () => {
    const management = { managementAccount: async () => env.account };

    expect(await failures('prod', monitored)).toEqual([]);
    expect(await failures('prod', monitored, management)).toEqual([]);
    expect(await failures('prod', complete, { ...member, ...withoutExplorer })).toEqual([]);
  });
});

describe('preflight of the region', () => {
  it('fails without a bootstrap stack, and with an old one, and prints the command', async () => {
    const command = "run `npx cdk bootstrap aws://111122223333/eu-central-1 --app ''`.";

    expect(await failures('prod', complete, { bootstrapVersion: missing })).toEqual([
      expect.stringContaining(command),
    ]);
    expect(await failures('prod', complete, { bootstrapVersion: async () => 5 })).toEqual([
      expect.stringContaining(command),
    ]);
  });

  it('fails without any region, and says that a stage without `env` goes wherever the credentials lead', async () => {
    expect(await failures('dev', STAGE_CONFIG.dev, { region: async () => undefined })).toEqual([
      expect.stringContaining('No region: set AWS_REGION'),
    ]);
    expect(await notes('dev', STAGE_CONFIG.dev)).toContainEqual(
      expect.stringContaining('deployed to account 111122223333, region eu-central-1'),
    );
  });

  it('passes on an error of the account, which is not a missing resource', async () => {
    const denied = { bootstrapVersion: () => Promise.reject(new Error('AccessDenied')) };

    await expect(checkStage('prod', complete, anAccount(denied), DNS)).rejects.toThrow('AccessDenied');
  });
});

describe('preflight of names and addresses', () => {
  it.each([
    ['missing', { certificate: missing }, 'does not exist'],
    [
      'pending',
      { certificate: async () => ({ status: 'PENDING_VALIDATION', names: [] }) },
      'PENDING_VALIDATION',
    ],
    [
      'of another name',
      { certificate: async () => ({ status: 'ISSUED', names: ['*.x.org'] }) },
      'is for *.x.org',
    ],
    [
      'of a parent',
      { certificate: async () => ({ status: 'ISSUED', names: ['example.com'] }) },
      'is for example.com',
    ],
  ])('fails if the certificate is %s', async (_case, account, text) => {
    expect(await failures('prod', complete, account)).toEqual([expect.stringContaining(text)]);
  });

  it('fails if a certificate is in another region, also that of the firewall', async () => {
    const moved = {
      ...pageHost,
      certificateArn: pageHost.certificateArn.replace('eu-central-1', 'us-west-2'),
    };
    const firewall = { webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/api/1', ...pageHost };
    const domain = { ...pageHost, name: 'api.example.com', firewall };

    expect(await failures('prod', { ...complete, pageHost: moved })).toEqual([
      expect.stringContaining('is not in eu-central-1'),
    ]);
    expect(await failures('prod', { ...complete, domain })).toEqual([
      expect.stringContaining('is not in us-east-1'),
    ]);
  });

  it('notes which addresses have not confirmed their subscription', async () => {
    const arn = `arn:aws:sns:${env.region}:${env.account}:PageTopic`;
    const deployed = {
      stackOutputs: async (stack: string) =>
        stack.endsWith('-alarms') ? { PageTopicArn: arn, WarnTopicArn: arn } : {},
      subscriptions: async () => [
        { endpoint: 'page@example.com', isConfirmed: false },
        { endpoint: 'warn@example.com', isConfirmed: true },
      ],
    };

    expect(await notes('prod', complete, deployed)).toEqual([
      expect.stringContaining('After the deployment, point it to its output.'),
      'page@example.com has not confirmed the subscription: open the link in the mail of AWS.',
      expect.stringContaining('--repository <owner>/<name>'),
    ]);
    expect(await notes('staging', STAGE_CONFIG.staging)).toContainEqual(
      expect.stringContaining('nobody hears the alarms'),
    );
  });

  it('notes in dev, which has no alarms, that nobody hears of the budget', async () => {
    const found = await notes('dev', STAGE_CONFIG.dev);

    expect(found).toContainEqual(
      expect.stringContaining('No `alarmMail.warn`: nobody hears that the budget'),
    );
    expect(found).not.toContainEqual(expect.stringMatching(/nobody hears the alarms|runbook/u));
  });
});

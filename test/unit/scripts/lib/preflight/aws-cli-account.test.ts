import { describe, expect, it } from 'vitest';
import { NotFoundError } from '#scripts/lib/preflight/aws-account.ts';
import { CliError, createCliAccount } from '#scripts/lib/preflight/aws-cli-account.ts';

const ARN = 'arn:aws:acm:eu-central-1:111122223333:certificate/1';

/** An account whose CLI prints this value, and the commands that it received. */
function printing(value: unknown) {
  const commands: string[] = [];
  const account = createCliAccount(async (args) => {
    commands.push(args.join(' '));
    return JSON.stringify(value);
  });
  return { account, commands };
}

describe('createCliAccount', () => {
  it('reads the quota and what is left of it', async () => {
    const { account, commands } = printing({
      AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 9, CodeSizeZipped: 1 },
    });

    expect(await account.concurrency('eu-central-1')).toEqual({ total: 10, unreserved: 9 });
    expect(commands).toEqual(['lambda get-account-settings --region eu-central-1 --output json']);
  });

  it('reads a certificate in its own region', async () => {
    const { account, commands } = printing({
      Certificate: {
        Status: 'ISSUED',
        SubjectAlternativeNames: ['a.example.com'],
        DomainValidationOptions: [
          { ResourceRecord: { Name: '_a.example.com.', Value: '_b.aws.' } },
          { ValidationMethod: 'EMAIL' },
        ],
      },
    });

    expect(await account.certificate(ARN)).toEqual({
      status: 'ISSUED',
      names: ['a.example.com'],
      validation: [{ name: '_a.example.com.', value: '_b.aws.' }],
    });
    expect(commands[0]).toContain('--region eu-central-1');
  });

  it('reads outputs, subscriptions and the version of the bootstrap stack', async () => {
    expect(
      await printing([{ OutputKey: 'Name', OutputValue: 'Value' }]).account.stackOutputs(
        'stack',
        'eu-central-1',
      ),
    ).toEqual({ Name: 'Value' });
    expect(await printing(null).account.stackOutputs('stack', 'eu-central-1')).toEqual({});
    expect(
      await printing({
        Subscriptions: [
          { Endpoint: 'a@example.com', SubscriptionArn: 'PendingConfirmation' },
          { Endpoint: 'b@example.com', SubscriptionArn: `${ARN}:1` },
        ],
      }).account.subscriptions(ARN),
    ).toEqual([
      { endpoint: 'a@example.com', isConfirmed: false },
      { endpoint: 'b@example.com', isConfirmed: true },
    ]);
    expect(await printing('28').account.bootstrapVersion('eu-central-1')).toBe(28);
  });

  it('reads the management account and the roles', async () => {
    expect(await printing('111122223333').account.managementAccount()).toBe('111122223333');
    expect(await printing({ Roles: 12, RolesQuota: 1000, Users: 1 }).account.roles()).toEqual({
      used: 12,
      quota: 1000,
    });
    expect(await printing({ AnomalyMonitors: [] }).account.hasCostExplorer()).toBe(true);
  });

  it('reads the quota for routes, or its default if the account has none', async () => {
    expect(await printing({ Quota: { Value: 400 } }).account.routesPerApi('eu-central-1')).toBe(400);
    const commands: string[] = [];
    const account = createCliAccount(async ([service, command, ...args]) => {
      commands.push([service, command, ...args].join(' '));
      if (command === 'get-service-quota') throw new Error('(NoSuchResourceException) when calling …');
      return '{"Quota":{"Value":300}}';
    });

    expect(await account.routesPerApi('eu-central-1')).toBe(300);
    expect(commands).toEqual([
      expect.stringMatching(/^service-quotas get-service-quota .*L-65B5C802 --region eu-central-1/u),
      expect.stringMatching(/^service-quotas get-aws-default-service-quota .*L-65B5C802/u),
    ]);
  });

  it('knows an account without an organization or without Cost Explorer by its errors', async () => {
    const rejecting = (message: string) => createCliAccount(() => Promise.reject(new Error(message)));

    expect(
      await rejecting('(AWSOrganizationsNotInUseException) when calling …').managementAccount(),
    ).toBeUndefined();
    expect(
      await rejecting('(AccessDeniedException): User not enabled for cost explorer access').hasCostExplorer(),
    ).toBe(false);
    await expect(rejecting('(AccessDenied)').managementAccount()).rejects.toThrow('AccessDenied');
    await expect(rejecting('(AccessDenied)').hasCostExplorer()).rejects.toThrow('AccessDenied');
  });

  it.each([
    'An error occurred (ParameterNotFound) when calling the GetParameter operation',
    'An error occurred (ResourceNotFoundException) when calling the DescribeCertificate operation',
    'An error occurred (ValidationError): Stack with id workspace-dev-alarms does not exist',
  ])('reports a missing resource: %s', async (message) => {
    const account = createCliAccount(() => Promise.reject(new Error(message)));

    await expect(account.bootstrapVersion('eu-central-1')).rejects.toBeInstanceOf(NotFoundError);
  });

  it('passes on every other error', async () => {
    const account = createCliAccount(() => Promise.reject(new Error('(AccessDenied)')));

    await expect(account.accountId()).rejects.not.toBeInstanceOf(NotFoundError);
  });

  it.each([
    [Object.assign(new Error('spawn aws ENOENT'), { code: 'ENOENT' }), /^The AWS CLI is not installed/u],
    [
      Object.assign(new Error('Command failed: aws sts get-caller-identity\nUnable to locate credentials.'), {
        stderr: '\nUnable to locate credentials.\n',
      }),
      /^The AWS CLI has no valid credentials: set AWS_PROFILE.* It says: Unable to locate credentials\.$/u,
    ],
    [
      new Error('An error occurred (ExpiredToken): The security token included in the request is expired'),
      /^The AWS CLI has no valid credentials/u,
    ],
  ])('says what to do about %s', async (failure, message) => {
    const account = createCliAccount(() => Promise.reject(failure));

    await expect(account.accountId()).rejects.toBeInstanceOf(CliError);
    await expect(account.accountId()).rejects.toThrow(message);
  });

  it('passes on every other failure as it is', async () => {
    const failure = new Error('AccessDenied');

    await expect(createCliAccount(() => Promise.reject(failure)).accountId()).rejects.toBe(failure);
  });
});

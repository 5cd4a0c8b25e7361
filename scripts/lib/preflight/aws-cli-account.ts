import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { NotFoundError, type AwsAccount } from './aws-account.ts';

/** Runs `aws` with arguments and returns its standard output. Rejects with the message of the CLI. */
export type RunAws = (args: readonly string[]) => Promise<string>;

const execute = promisify(execFile);
const MISSING = /ParameterNotFound|ResourceNotFoundException|NoSuchResourceException|does not exist/u;

const WITHOUT_CREDENTIALS =
  /Unable to locate credentials|ExpiredToken|Token has expired|InvalidClientTokenId|The config profile .* could not be found|Error loading SSO Token|security token included in the request is/iu;

/** The AWS CLI is not installed, or has no credentials: a message for the operator. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** The AWS CLI finds the credentials of every kind of profile, also of single sign-on. */
const runAws: RunAws = async (args) => (await execute('aws', [...args])).stdout;

/** The failure of a command of the AWS CLI in words that say what to do. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ENOENT')
    return new CliError(
      'The AWS CLI is not installed. Preflight needs version 2: https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html',
      { cause: error },
    );
  if (!WITHOUT_CREDENTIALS.test(error.message)) return error;
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : error.message;
  return new CliError(
    `The AWS CLI has no valid credentials: set AWS_PROFILE, or run \`aws configure sso\` or \`aws sso login\`. It says: ${said}`,
    { cause: error },
  );
}

const WITHOUT_ORGANIZATION = /AWSOrganizationsNotInUseException/u;
const WITHOUT_COST_EXPLORER = /not enabled for cost explorer/iu;

const limits = v.object({
  AccountLimit: v.object({
    ConcurrentExecutions: v.number(),
    UnreservedConcurrentExecutions: v.number(),
  }),
});
const certificate = v.object({
  Certificate: v.object({
    Status: v.string(),
    SubjectAlternativeNames: v.optional(v.array(v.string()), []),
    DomainValidationOptions: v.optional(
      v.array(v.object({ ResourceRecord: v.optional(v.object({ Name: v.string(), Value: v.string() })) })),
      [],
    ),
  }),
});
const outputs = v.nullable(v.array(v.object({ OutputKey: v.string(), OutputValue: v.string() })));
const roles = v.object({ Roles: v.number(), RolesQuota: v.number() });
const quota = v.object({ Quota: v.object({ Value: v.number() }) });
const subscriptions = v.object({
  Subscriptions: v.array(v.object({ Endpoint: v.string(), SubscriptionArn: v.string() })),
});

/** An account as the AWS CLI shows it with the current credentials. No argument contains a space. */
export function createCliAccount(run: RunAws = runAws): AwsAccount {
  const aws: RunAws = async (args) => {
    try {
      return await run(args);
    } catch (error) {
      throw explained(error);
    }
  };

  async function read<S extends v.GenericSchema>(schema: S, command: string): Promise<v.InferOutput<S>> {
    return v.parse(schema, JSON.parse(await text(`${command} --output json`)));
  }

  async function text(command: string): Promise<string> {
    try {
      return await aws(command.split(' '));
    } catch (error) {
      const message = String(error);
      throw MISSING.test(message) ? new NotFoundError(message, { cause: error }) : error;
    }
  }

  return {
    accountId: () => read(v.string(), 'sts get-caller-identity --query Account'),
    async region() {
      const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
      // The CLI exits with 1 if the profile has no region.
      const configured = await aws(['configure', 'get', 'region']).catch(() => '');
      return AWS_REGION || AWS_DEFAULT_REGION || configured.trim() || undefined;
    },
    async concurrency(region) {
      const { AccountLimit } = await read(limits, `lambda get-account-settings --region ${region}`);
      const { ConcurrentExecutions: total, UnreservedConcurrentExecutions: unreserved } = AccountLimit;
      return { total, unreserved };
    },
    async bootstrapVersion(region) {
      const parameter = `--name /cdk-bootstrap/hnb659fds/version --query Parameter.Value`;
      return Number(await read(v.string(), `ssm get-parameter ${parameter} --region ${region}`));
    },
    async certificate(arn) {
      const found = await read(
        certificate,
        `acm describe-certificate --certificate-arn ${arn} --region ${regionOf(arn)}`,
      );
      const { Status, SubjectAlternativeNames, DomainValidationOptions } = found.Certificate;
      const validation = DomainValidationOptions.flatMap(({ ResourceRecord: record }) =>
        record === undefined ? [] : [{ name: record.Name, value: record.Value }],
      );
      return { status: Status, names: SubjectAlternativeNames, validation };
    },
    async stackOutputs(stack, region) {
      const query = `--stack-name ${stack} --query Stacks[0].Outputs`;
      const found = await read(outputs, `cloudformation describe-stacks ${query} --region ${region}`);
      return Object.fromEntries((found ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
    },
    async managementAccount() {
      try {
        const query = '--query Organization.MasterAccountId';
        return await read(v.string(), `organizations describe-organization ${query}`);
      } catch (error) {
        if (WITHOUT_ORGANIZATION.test(String(error))) return undefined;
        throw error;
      }
    },
    async hasCostExplorer() {
      try {
        // The API of Cost Explorer has one endpoint.
        await text('ce get-anomaly-monitors --max-results 1 --region us-east-1 --output json');
        return true;
      } catch (error) {
        if (WITHOUT_COST_EXPLORER.test(String(error))) return false;
        throw error;
      }
    },
    async roles() {
      const { Roles: used, RolesQuota } = await read(roles, 'iam get-account-summary --query SummaryMap');
      return { used, quota: RolesQuota };
    },
    async routesPerApi(region) {
      const which = `--service-code apigateway --quota-code L-65B5C802 --region ${region}`;
      const found = await read(quota, `service-quotas get-service-quota ${which}`).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
        // Service Quotas does not know the quotas of an account that never had one applied.
        return read(quota, `service-quotas get-aws-default-service-quota ${which}`);
      });
      return found.Quota.Value;
    },
    async subscriptions(topicArn) {
      const topic = `--topic-arn ${topicArn} --region ${regionOf(topicArn)}`;
      const found = await read(subscriptions, `sns list-subscriptions-by-topic ${topic}`);
      return found.Subscriptions.map(({ Endpoint, SubscriptionArn }) => ({
        endpoint: Endpoint,
        isConfirmed: SubscriptionArn.startsWith('arn:'),
      }));
    },
  };
}

function regionOf(arn: string): string {
  return arn.split(':')[3] ?? '';
}

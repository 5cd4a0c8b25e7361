import { CONSUMERS } from '#functions/registry.ts';
import { UNRESERVABLE, concurrencyOf, reservationOf } from '#infra/concurrency.ts';
import type { Stage, StageConfig } from '#infra/config.ts';
import { missingSettings } from '#infra/settings/deployable.ts';
import type { HostName } from '#infra/settings/external-resources.ts';
import { ROLES_PER_STAGE } from '#infra/settings/role-quota.ts';
import { NotFoundError, type AwsAccount, type Certificate } from './aws-account.ts';
import { checkApis } from './check-apis.ts';
import { checkName, type NameResolver } from './check-names.ts';
import type { Finding } from './finding.ts';

/** The first version of the bootstrap stack that the CDK's assets work with. */
const BOOTSTRAP_VERSION = 6;
/** Below this the API and the consumers throttle each other all the time. */
const TRYING_OUT_BELOW = 40;

const ok = (text: string): Finding => ({ level: 'ok', text });
const note = (text: string): Finding => ({ level: 'note', text });
const failed = (text: string): Finding => ({ level: 'failed', text });

/** What the settings of a stage lack, whatever the account is like. */
export function checkSettings(stage: Stage, config: StageConfig): readonly Finding[] {
  return missingSettings(stage, config).map(failed);
}

/** Compares the settings of a stage with the account of the current credentials and with the public DNS. Reads only. */
export async function checkStage(
  stage: Stage,
  config: StageConfig,
  aws: AwsAccount,
  dns: NameResolver,
): Promise<readonly Finding[]> {
  const account = await aws.accountId();
  const region = config.env?.region ?? (await aws.region());
  if (region === undefined)
    return [failed('No region: set AWS_REGION, or `env` of the stage in infra/config.ts.')];
  const place = placeOf(config, account, await aws.region());
  // Whatever the other checks found would be about another account.
  if (place.level === 'failed') return [place];
  // At the same time, because each start of the AWS CLI takes a second or more.
  const found = await Promise.all([
    bootstrap(aws, account, region).then((finding) => [finding]),
    quota(stage, config, aws, region),
    roleQuota(stage, aws, region),
    checkApis(aws, region),
    costAnomalies(config, aws, account),
    names(stage, config, aws, region, dns),
    mail(stage, config, aws, region),
  ]);
  return [place, ...found.flat(), ...runbooks(config), ...messages(stage, config)];
}

function placeOf({ env }: StageConfig, account: string, region: string | undefined): Finding {
  if (env === null)
    return note(
      `The stage is deployed to account ${account}, region ${region}, because it has no \`env\`. Set it to allow no other.`,
    );
  if (env.account !== account)
    return failed(
      `The credentials belong to account ${account}, but the stage belongs to ${env.account}: use other credentials.`,
    );
  if (region !== undefined && region !== env.region)
    return note(
      `The stage belongs to ${env.region}, your region is ${region}: add \`--region ${env.region}\` to commands of the AWS CLI.`,
    );
  return ok(`Account ${account}, region ${env.region}`);
}

async function bootstrap(aws: AwsAccount, account: string, region: string): Promise<Finding> {
  const command = `run \`npx cdk bootstrap aws://${account}/${region} --app ''\``;
  const version = await aws.bootstrapVersion(region).catch(unlessMissing);
  if (version === undefined) return failed(`The region is not bootstrapped for the CDK: ${command}.`);
  if (version < BOOTSTRAP_VERSION)
    return failed(`The bootstrap stack has version ${version}, ${BOOTSTRAP_VERSION} is needed: ${command}.`);
  return ok(`Bootstrap version ${version}`);
}

async function quota(
  stage: Stage,
  config: StageConfig,
  aws: AwsAccount,
  region: string,
): Promise<readonly Finding[]> {
  const { accountConcurrency } = config;
  const { total, unreserved } = await aws.concurrency(region);
  const request = 'request more in Service Quotas (`L-B99A9384`)';
  const findings: Finding[] = [];
  const reserved = reservationOf(config);
  if (total < accountConcurrency)
    findings.push(
      (reserved > 0 ? failed : note)(
        `The account has a concurrency of ${total}, the stage expects ${accountConcurrency}: ${request}, or set \`accountConcurrency: ${total}\`.`,
      ),
    );
  else findings.push(ok(`Concurrency ${total}, of which the stage expects ${accountConcurrency}`));

  if (Math.min(total, accountConcurrency) < TRYING_OUT_BELOW)
    findings.push(
      note(
        `A concurrency of less than ${TRYING_OUT_BELOW} is only for trying out: the ${mappings()} queue mappings alone may take ${2 * mappings()}, so that API requests fail with 503 under load. For real use, ${request}.`,
      ),
    );
  const isDeployed =
    (await aws.stackOutputs(`workspace-${stage}-delivery`, region).catch(unlessMissing)) !== undefined;
  if (
    total >= accountConcurrency &&
    concurrencyOf(config).reserves &&
    !isDeployed &&
    reserved > unreserved - UNRESERVABLE
  )
    findings.push(
      failed(
        `The stage reserves a concurrency of ${reserved}, but other functions of the account leave ${Math.max(0, unreserved - UNRESERVABLE)}: ${request}, or reduce \`accountConcurrency\` to the part of this stage.`,
      ),
    );
  return findings;
}

async function roleQuota(stage: Stage, aws: AwsAccount, region: string): Promise<readonly Finding[]> {
  if ((await aws.stackOutputs(`workspace-${stage}-data`, region).catch(unlessMissing)) !== undefined)
    return [];
  const { used, quota: allowed } = await aws.roles();
  const left = allowed - used;
  if (left >= ROLES_PER_STAGE)
    return [ok(`IAM roles: ${left} of ${allowed} are left, the stage needs ${ROLES_PER_STAGE}`)];
  return [
    failed(
      `The stage needs up to ${ROLES_PER_STAGE} IAM roles, and the account has ${left} of ${allowed} left: request more in Service Quotas (\`L-FE177D64\`), or remove previews.`,
    ),
  ];
}

async function costAnomalies(
  config: StageConfig,
  aws: AwsAccount,
  account: string,
): Promise<readonly Finding[]> {
  if (!config.costAnomalies) return [];
  const payer = await aws.managementAccount();
  if (payer !== undefined && payer !== account)
    return [
      failed(
        `\`costAnomalies\` needs the management account ${payer}, but ${account} is a member of its organization: set it to false, and create the monitor in ${payer} by hand.`,
      ),
    ];
  if (!(await aws.hasCostExplorer()))
    return [
      failed(
        '`costAnomalies` needs Cost Explorer: open it once in the console, and wait for up to 24 hours.',
      ),
    ];
  return [ok('Cost Anomaly Detection can monitor the stage')];
}

async function names(
  stage: Stage,
  { domain, pageHost }: StageConfig,
  aws: AwsAccount,
  region: string,
  dns: NameResolver,
): Promise<readonly Finding[]> {
  const firewall = domain === null || domain.firewall === 'none' ? undefined : domain.firewall;
  const api = firewall ? 'ApiEdgeTarget' : 'ApiDomainTarget';
  const hosts: readonly NamedHost[] = [
    ...(domain === null ? [] : [{ ...domain, region, output: firewall ? undefined : api }]),
    ...(domain === null || !firewall
      ? []
      : [{ name: domain.name, certificateArn: firewall.certificateArn, region: 'us-east-1', output: api }]),
    ...(pageHost === null ? [] : [{ ...pageHost, region, output: 'PageDomainTarget' }]),
  ];
  if (hosts.length === 0) return [note('No domain: the API has the name that AWS generates.')];
  const outputs = await aws.stackOutputs(`workspace-${stage}-gateway`, region).catch(unlessMissing);
  const findings = await Promise.all(
    hosts.map(async (host) => {
      const certificate = await aws.certificate(host.certificateArn).catch(unlessMissing);
      const { name, output } = host;
      const own = certificateOf(host, certificate);
      // The API's name has two certificates behind a firewall, and is checked with the one that clients see.
      if (output === undefined) return [own];
      return [own, ...(await checkName({ name, certificate, target: outputs?.[output] }, dns))];
    }),
  );
  return findings.flat();
}

type NamedHost = HostName & { readonly region: string; readonly output: string | undefined };

function certificateOf({ name, certificateArn, region }: NamedHost, found: Certificate | undefined): Finding {
  const create = `create a certificate for ${name} in ACM, region ${region}, and set its ARN`;
  if (certificateArn.split(':')[3] !== region)
    return failed(`The certificate of ${name} is not in ${region}: ${create}.`);
  if (found === undefined) return failed(`The certificate of ${name} does not exist: ${create}.`);
  if (found.status !== 'ISSUED')
    return failed(`The certificate of ${name} is ${found.status}: complete its validation in ACM.`);
  if (!found.names.some((covered) => covers(covered, name)))
    return failed(`The certificate of ${name} is for ${found.names.join(', ')}: ${create}.`);
  return ok(`Certificate of ${name}`);
}

/** A wildcard covers exactly one label. */
function covers(covered: string, name: string): boolean {
  return (
    covered === name || (covered.startsWith('*.') && covered.slice(2) === name.slice(name.indexOf('.') + 1))
  );
}

async function mail(
  stage: Stage,
  { alarmMail, isWatched }: StageConfig,
  aws: AwsAccount,
  region: string,
): Promise<readonly Finding[]> {
  const wanted = [...new Set([alarmMail.page, alarmMail.warn])].filter((address) => address !== null);
  // In prod, a missing address for urgent alarms is a missing setting.
  if (wanted.length === 0)
    return [
      note(
        isWatched
          ? 'No `alarmMail`: nobody hears the alarms of this stage.'
          : 'No `alarmMail.warn`: nobody hears that the budget of this stage is exceeded. The stage has no alarms.',
      ),
    ];
  const topics = await aws.stackOutputs(`workspace-${stage}-alarms`, region).catch(unlessMissing);
  if (topics === undefined)
    return [note(`After the deployment, AWS sends a confirmation link to ${wanted.join(' and ')}.`)];
  const arns = [topics['PageTopicArn'], topics['WarnTopicArn']].filter((arn) => arn !== undefined);
  const known = (await Promise.all(arns.map((arn) => aws.subscriptions(arn)))).flat();
  return wanted.map((address) => {
    const own = known.filter(({ endpoint }) => endpoint === address);
    if (own.length > 0 && own.every(({ isConfirmed }) => isConfirmed)) return ok(`Alarms reach ${address}`);
    return note(
      own.length === 0
        ? `${address} is subscribed by the next deployment, and must confirm the link that AWS sends.`
        : `${address} has not confirmed the subscription: open the link in the mail of AWS.`,
    );
  });
}

/** Queues that invoke a function. Lambda reserves at least two invocations for each. */
function mappings(): number {
  return CONSUMERS.reduce((sum, { source }) => sum + (source.kind === 'queue' ? source.queues.length : 0), 0);
}

function runbooks({ isWatched, runbookBaseUrl }: StageConfig): readonly Finding[] {
  if (!isWatched || runbookBaseUrl !== null) return [];
  return [
    note(
      'Alarms link to their runbooks only if you synthesize with `npm run synth -- <stage> --repository <owner>/<name>`, as the pipeline does, or set `runbookBaseUrl`.',
    ),
  ];
}

/** What only the console of AWS shows: registrations, templates, quotas and event destinations. */
function messages(stage: Stage, { messaging }: StageConfig): readonly Finding[] {
  if (messaging === null) return [];
  const { smsConfigurationSet, whatsapp } = messaging;
  const topic = `the SNS topic workspace-${stage}-receipts`;
  const senders = `the SNS event destination of the configuration set ${smsConfigurationSet} and the two-way channel of each number${
    whatsapp ? ', and the event destination of each WhatsApp Business account' : ''
  }`;
  return [
    note(
      `Messages: check that ${senders} is ${topic}. Without it, no receipt and no incoming message arrives.`,
    ),
    note(
      'Messages: new accounts send to verified numbers only and spend $1 a month; request production access and a spend limit (docs/operations.md#messages).',
    ),
  ];
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

import { type Duration, Tags } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Function,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { Deployment } from './deployment.ts';
import type { FunctionEnvironment, StandardVariable } from './function-environment.ts';
import { fixLogicalId, pascalCase } from './logical-id.ts';

export type OperationFunctionProps = {
  /** Folder under functions/, suffix of the function's name and stem of its logical ids. */
  readonly name: string;
  readonly description: string;
  readonly timeout: Duration;
  /** Only for functions that hold large files or mostly wait. */
  readonly memoryMegabytes?: number;
  readonly environment: FunctionEnvironment;
  readonly statements: readonly PolicyStatement[];
  /** Only for consumers. Ignored if the account is too small for reservations. */
  readonly reservedConcurrency?: number;
  /** Only for a consumer whose own messages return to it by design. */
  readonly recursiveLoop?: RecursiveLoop;
};

/** Enough CPU for TLS and for loading the SDK; with less, cold starts take longer and warm invocations are no cheaper. */
const MEMORY_MEGABYTES = 512;

/**
 * One function with the defaults of this repository: Node 24 on arm64, JSON logs in a separate log group, and a separate role with
 * exactly the given statements plus writing to that log group.
 */
export class OperationFunction extends Construct {
  readonly lambda: Function;
  readonly logGroup: LogGroup;
  /** Names of its environment variables. */
  readonly variables: ReadonlySet<string>;

  constructor(scope: Construct, deployment: Deployment, props: OperationFunctionProps) {
    super(scope, props.name);
    const { stage, config } = deployment;
    const functionName = `workspace-${stage}-${props.name}`;
    const stem = pascalCase(props.name);

    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: config.logRetention,
      removalPolicy: config.logRemoval,
    });
    fixLogicalId(logGroup, `${stem}Logs`);
    this.logGroup = logGroup;

    // With an explicit role, CDK does not attach AWSLambdaBasicExecutionRole, which may write to every log group.
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    fixLogicalId(role, `${stem}Role`);
    logGroup.grantWrite(role);
    for (const statement of props.statements) role.addToPrincipalPolicy(statement);

    const environment = { ...standardEnvironment(deployment, props.name), ...props.environment };
    this.variables = new Set(Object.keys(environment));

    this.lambda = new Function(this, 'Function', {
      functionName,
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: deployment.codeOf(props.name),
      handler: 'index.handler',
      role,
      memorySize: props.memoryMegabytes ?? MEMORY_MEGABYTES,
      timeout: props.timeout,
      environment,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel[config.logLevel],
      systemLogLevelV2: SystemLogLevel[config.systemLogLevel],
      recursiveLoop: props.recursiveLoop ?? RecursiveLoop.TERMINATE,
      ...(props.reservedConcurrency === undefined || !concurrencyOf(config).reserves
        ? {}
        : { reservedConcurrentExecutions: props.reservedConcurrency }),
    });
    fixLogicalId(this.lambda, `${stem}Function`);
    Tags.of(this.lambda).add('operation', props.name);
  }
}

function standardEnvironment({ stage, config }: Deployment, name: string): Record<StandardVariable, string> {
  return {
    STAGE: stage,
    POWERTOOLS_LOG_LEVEL: config.logLevel,
    POWERTOOLS_SERVICE_NAME: name,
    ...(config.firstAttempts === 'sdk' ? { LEAN_AWS_CLIENT: 'off' } : {}),
  };
}

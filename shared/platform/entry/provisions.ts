import type { Environment } from '#packages/lean-aws-client/direct-client.ts';
import { type AwsAccess, dynamoClient } from '#shared/platform/runtime/aws-access.ts';
import type { Capability, ProvidedBy, WritingCapability } from '#shared/platform/runtime/capabilities.ts';
import { type Clock, systemClock } from '#shared/platform/runtime/clock.ts';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';
import { createLog, type Log } from '#shared/platform/runtime/logger.ts';
import type { Metrics } from '#shared/platform/runtime/metrics.ts';
import {
  LOCAL_VARIABLES,
  NONE,
  variableOf,
  variablesOfProvision,
} from '#shared/platform/runtime/provision-variables.ts';
import { createTable, type Table, type WritableTable } from '#shared/platform/store/table.ts';
import type { SealingKey, TransitKey } from './secrets.ts';

/** A group of one-time schedules, and the role with which they send. */
type Schedules = { readonly group: string; readonly roleArn: string };

/** What a provision is at run time, by its name. Every other provision is a text. */
type ProvisionValue<Name extends string> = Name extends `${string}TransitKey`
  ? TransitKey
  : Name extends `${string}Key`
    ? SealingKey
    : Name extends `${string}Bucket`
      ? FileSettings
      : Name extends `${string}${'Hosts' | 'Origins' | 'Channels'}`
        ? readonly string[]
        : Name extends `${string}Schedules`
          ? Schedules
          : Name extends 'metrics'
            ? Metrics
            : string;

/** A table that accepts writes only if one of the capabilities writes to it. */
type TableFor<C extends Capability, Name extends string> =
  Name extends ProvidedBy<Extract<C, WritingCapability>> ? WritableTable : Table;

/** What every function gets. */
export type Services = {
  readonly clock: Clock;
  readonly log: Log;
  /** The variables that Lambda sets: region and credentials, which stay the same for as long as an instance lives. */
  readonly environment: Environment;
  readonly aws: AwsAccess;
};

/** The values of these capabilities. */
export type ProvisionsOf<C extends Capability> = {
  readonly [Name in ProvidedBy<C>]: Name extends 'core' | 'deliveries'
    ? TableFor<C, Name>
    : ProvisionValue<Name>;
};

/** Only what the capabilities of a function provide, and what every function gets. */
export type Provisions<D extends { readonly uses: readonly Capability[] }> = Services &
  ProvisionsOf<D['uses'][number]>;

/** What the HTTP chain needs besides what an operation declares. A separate grant allows recording the use of an API key. */
export type AllProvisions = Services & {
  readonly core: WritableTable;
  readonly deliveries: WritableTable;
  readonly replayKey: SealingKey;
};

/** Names that JavaScript reads from an awaited value, and from one that it writes as JSON. */
const NO_PROVISIONS: readonly string[] = ['then', 'toJSON'];

/**
 * Creates the provisions of a function. Each is made of its variables when it is first used. The type of the result also has what the HTTP
 * chain needs. @throws Error if a variable is missing
 */
export function createProvisions<
  const D extends { readonly name: string; readonly uses: readonly Capability[] },
>({ name }: D, services: Partial<Services> & Readonly<Record<string, unknown>> = {}) {
  const { environment = process.env } = services;
  const { aws = { environment }, clock = systemClock, log = createLog(name, environment) } = services;
  const provided: Record<string, unknown> = { ...services, clock, log, environment, aws };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name of a provision decides its type
  return new Proxy(provided, {
    get: (_, provision) =>
      typeof provision === 'string' && !NO_PROVISIONS.includes(provision)
        ? (provided[provision] ??= provide(provision, aws))
        : undefined,
    // A copy would have only the values that have been used.
    ownKeys() {
      throw new Error('Name the provisions that you pass on: they cannot be spread');
    },
  }) as Provisions<D> & AllProvisions;
}

/** Makes a provision, as its name says. */
function provide(name: string, aws: AwsAccess): unknown {
  const { environment } = aws;
  const value = (variable: string): string => requiredVariable(variable, environment);
  if (name === 'core' || name === 'deliveries')
    return createTable(dynamoClient(aws), value(variableOf(name)));
  if (name.endsWith('TransitKey')) return { id: value(variableOf(name)), aws } satisfies TransitKey;
  if (name.endsWith('Key')) {
    const [id = '', table = '', recoveryPublicKey = ''] = variablesOfProvision(name);
    return {
      id: value(id),
      aws,
      table: value(table),
      recoveryPublicKey: value(recoveryPublicKey),
    } satisfies SealingKey;
  }
  if (name.endsWith('Bucket')) return fileSettings(value(variableOf(name)), environment);
  if (/(?:Hosts|Origins|Channels)$/u.test(name)) return listVariable(variableOf(name), environment);
  if (name.endsWith('Schedules')) {
    const [group = '', role = ''] = variablesOfProvision(name);
    return { group: value(group), roleArn: value(role) } satisfies Schedules;
  }
  return value(variableOf(name));
}

/** A bucket, with the region and the credentials that Lambda sets. */
function fileSettings(mediaBucket: string, environment: Environment): FileSettings {
  const { AWS_SESSION_TOKEN, AWS_ENDPOINT_URL_S3 } = environment;
  return {
    MEDIA_BUCKET: mediaBucket,
    AWS_REGION: requiredVariable('AWS_REGION', environment),
    AWS_ACCESS_KEY_ID: requiredVariable('AWS_ACCESS_KEY_ID', environment),
    AWS_SECRET_ACCESS_KEY: requiredVariable('AWS_SECRET_ACCESS_KEY', environment),
    AWS_SESSION_TOKEN,
    AWS_ENDPOINT_URL_S3,
  };
}

/** The values of a variable with a list. @throws Error with the name of a variable that must be set */
export function listVariable(variable: string, environment: Environment): readonly string[] {
  const isLocal = LOCAL_VARIABLES.some((local) => local === variable);
  const text = isLocal ? (environment[variable] ?? '') : requiredVariable(variable, environment);
  return text === NONE ? [] : text.split(',').flatMap((item) => item.trim() || []);
}

/** The value of a variable that must be set and not empty. @throws Error with its name */
export function requiredVariable(name: string, environment: Environment): string {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`Missing environment variable: ${name}`);
  return value;
}

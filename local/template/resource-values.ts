import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import type { Resource } from './template-schema.ts';

/** Properties that give a resource its name; other resources are named by their logical id. */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Lambda::Alias': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Alias': 'AliasName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SNS::Topic': 'TopicName',
};

export type ResourceAddresses = {
  queueUrl(queueName: string): string;
  apiUrl: string;
  /** Follows the name of each table, so that stacks with one DynamoDB emulator have tables of their own. */
  tableSuffix?: string;
};
export type ResolveProperty = (resource: Resource, property: string) => unknown;

/** The name of the resource on this machine. */
export function physicalName(
  resource: Resource,
  resolveProperty: ResolveProperty,
  { tableSuffix = '' }: Pick<ResourceAddresses, 'tableSuffix'>,
): string {
  const property = NAME_PROPERTIES[resource.type];
  const given = property === undefined ? undefined : resolveProperty(resource, property);
  const name = typeof given === 'string' ? given : resource.logicalId;
  return isTable(resource) ? `${name}${tableSuffix}` : name;
}

/** The value of `Ref` for a resource. Integrations include their stack, because logical ids repeat in the product stacks. */
export function refValue(
  resource: Resource,
  resolveProperty: ResolveProperty,
  addresses: ResourceAddresses,
): string {
  const name = physicalName(resource, resolveProperty, addresses);
  if (resource.type === 'AWS::SQS::Queue') return addresses.queueUrl(name);
  if (resource.type === 'AWS::SNS::Topic') return arnOf(resource.type, name);
  if (resource.type === 'AWS::ApiGatewayV2::Integration') return `${resource.stack}.${resource.logicalId}`;
  if (resource.type === 'AWS::Lambda::Alias')
    return `${arnOf('AWS::Lambda::Function', String(resolveProperty(resource, 'FunctionName')))}:${name}`;
  return name;
}

/** The value of `Fn::GetAtt`, or undefined for an attribute that the local stack does not support. */
export function attributeValue(
  resource: Resource,
  attribute: string,
  resolveProperty: ResolveProperty,
  addresses: ResourceAddresses,
): string | undefined {
  const name = physicalName(resource, resolveProperty, addresses);
  if (attribute === 'Arn' || attribute === 'RoleArn') return arnOf(resource.type, name);
  if (attribute === 'TopicArn') return arnOf(resource.type, name);
  if (attribute === 'TopicName') return name;
  if (attribute === 'StreamArn') return `${arnOf(resource.type, name)}/stream/local`;
  if (attribute === 'QueueName' || attribute === 'ApiId' || attribute === 'KeyId') return name;
  if (attribute === 'QueueUrl') return addresses.queueUrl(name);
  if (attribute === 'ApiEndpoint') return addresses.apiUrl;
  return undefined;
}

function isTable({ type }: Resource): boolean {
  return type === 'AWS::DynamoDB::Table' || type === 'AWS::DynamoDB::GlobalTable';
}

function arnOf(type: string, name: string): string {
  const { region, account } = LOCAL_AWS;
  switch (type) {
    case 'AWS::DynamoDB::Table':
    case 'AWS::DynamoDB::GlobalTable':
      return `arn:aws:dynamodb:${region}:${account}:table/${name}`;
    case 'AWS::SQS::Queue':
      return `arn:aws:sqs:${region}:${account}:${name}`;
    case 'AWS::Lambda::Function':
      return `arn:aws:lambda:${region}:${account}:function:${name}`;
    case 'AWS::KMS::Key':
      return `arn:aws:kms:${region}:${account}:key/${name}`;
    case 'AWS::Scheduler::ScheduleGroup':
      return `arn:aws:scheduler:${region}:${account}:schedule-group/${name}`;
    case 'AWS::IAM::Role':
      return `arn:aws:iam::${account}:role/${name}`;
    case 'AWS::S3::Bucket':
      return `arn:aws:s3:::${name}`;
    default:
      return `arn:aws:${(type.split('::')[1] ?? 'local').toLowerCase()}:${region}:${account}:${name}`;
  }
}

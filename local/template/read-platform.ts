import * as v from 'valibot';
import { LocalError } from '#local/local-error.ts';
import { createResolver } from './intrinsics.ts';
import type { FunctionDescription, Platform, TableDescription } from './platform.ts';
import { readApis } from './read-apis.ts';
import { readBucket } from './read-bucket.ts';
import { readEventRule, readSubscription } from './read-event-routes.ts';
import { readMapping } from './read-mapping.ts';
import { readQueue } from './read-queue.ts';
import { readSchedule } from './read-schedule.ts';
import { attributeValue, physicalName, type ResourceAddresses } from './resource-values.ts';
import { templateSchema, type Resource } from './template-schema.ts';

const keySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.picklist(['HASH', 'RANGE']) }));

const tableProperties = v.object({
  AttributeDefinitions: v.array(
    v.object({ AttributeName: v.string(), AttributeType: v.picklist(['S', 'N', 'B']) }),
  ),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: v.optional(
    v.array(
      v.object({
        IndexName: v.string(),
        KeySchema: keySchema,
        Projection: v.object({
          ProjectionType: v.picklist(['ALL', 'KEYS_ONLY', 'INCLUDE']),
          NonKeyAttributes: v.optional(v.array(v.string())),
        }),
      }),
    ),
    [],
  ),
  StreamSpecification: v.optional(
    v.object({
      StreamViewType: v.picklist(['NEW_AND_OLD_IMAGES', 'NEW_IMAGE', 'OLD_IMAGE', 'KEYS_ONLY']),
    }),
  ),
  TimeToLiveSpecification: v.optional(v.object({ AttributeName: v.string(), Enabled: v.boolean() })),
});

const functionProperties = v.object({
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) }), { Variables: {} }),
  Timeout: v.optional(v.number(), 3),
  MemorySize: v.optional(v.number(), 128),
  Tags: v.optional(v.array(v.object({ Key: v.string(), Value: v.string() })), []),
});

/**
 * Reads the synthesized templates of all stacks as one platform. Resource types that need no local service are ignored. A
 * property that cannot be resolved or has an unexpected type is an error with its path.
 */
export function readPlatform(
  templates: Readonly<Record<string, unknown>>,
  addresses: ResourceAddresses,
): Platform {
  const parsed = Object.fromEntries(
    Object.entries(templates).map(([stack, template]) => [
      stack,
      parse(templateSchema, template, `template ${stack}`),
    ]),
  );
  const { resources, resolve } = createResolver(parsed, addresses);
  const resolveProperty = (resource: Resource, property: string): unknown =>
    resolve(resource.stack, resource.properties[property], placeOf(resource, property));
  const nameOf = (resource: Resource): string => physicalName(resource, resolveProperty, addresses);

  /** Resolves only the properties of the schema, so that the rest of a resource needs no support here. */
  function read<Entries extends v.ObjectEntries>(
    resource: Resource,
    schema: v.ObjectSchema<Entries, undefined>,
  ): v.InferOutput<v.ObjectSchema<Entries, undefined>> {
    const values = Object.keys(schema.entries).map((key) => [key, resolveProperty(resource, key)] as const);
    const present = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    return parse(schema, present, placeOf(resource, 'Properties'));
  }
  function ofType(...types: string[]): Resource[] {
    return resources.filter((resource) => types.includes(resource.type));
  }

  const tables = ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(
    (resource): TableDescription => {
      const table = read(resource, tableProperties);
      const expiry = table.TimeToLiveSpecification;
      return {
        name: nameOf(resource),
        attributes: table.AttributeDefinitions,
        key: table.KeySchema,
        indexes: table.GlobalSecondaryIndexes,
        streamView: table.StreamSpecification?.StreamViewType,
        timeToLive: expiry?.Enabled === true ? expiry.AttributeName : undefined,
      };
    },
  );
  const queues = ofType('AWS::SQS::Queue').map((resource) => {
    const name = nameOf(resource);
    const arn = attributeValue(resource, 'Arn', resolveProperty, addresses) ?? name;
    return readQueue({ name, arn, url: addresses.queueUrl(name) }, (schema) => read(resource, schema));
  });
  const functions = ofType('AWS::Lambda::Function').flatMap((resource): FunctionDescription[] => {
    const { Tags, Timeout, MemorySize, Environment } = read(resource, functionProperties);
    const operation = Tags.find((tag) => tag.Key === 'operation')?.Value;
    if (operation === undefined) return [];
    return [
      {
        name: nameOf(resource),
        operation,
        environment: Environment.Variables,
        timeoutSeconds: Timeout,
        memoryMegabytes: MemorySize,
      },
    ];
  });

  const mappings = ofType('AWS::Lambda::EventSourceMapping').map((resource) =>
    readMapping(resource.logicalId, (schema) => read(resource, schema)),
  );

  return {
    tables,
    queues,
    buckets: ofType('AWS::S3::Bucket').map((resource) =>
      readBucket(nameOf(resource), (schema) => read(resource, schema)),
    ),
    functions,
    apis: readApis({ ofType, read, nameOf }),
    mappings,
    scheduleGroups: ofType('AWS::Scheduler::ScheduleGroup').map(nameOf),
    schedules: ofType('AWS::Scheduler::Schedule').map((resource) =>
      readSchedule(resource.logicalId, (schema) => read(resource, schema)),
    ),
    eventRules: ofType('AWS::Events::Rule').flatMap((resource) =>
      readEventRule(resource.logicalId, (schema) => read(resource, schema)),
    ),
    subscriptions: ofType('AWS::SNS::Subscription').flatMap((resource) =>
      readSubscription(resource.logicalId, (schema) => read(resource, schema)),
    ),
  };
}

function placeOf(resource: Resource, property: string): string {
  return `${resource.stack}.${resource.logicalId}.${property}`;
}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  place: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  throw new LocalError(`${place}${path === null ? '' : `.${path}`}: ${issue.message}`);
}

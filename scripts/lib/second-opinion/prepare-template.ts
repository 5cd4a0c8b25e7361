import * as v from 'valibot';

/** What was changed in a template because the emulator cannot do it; committed with the result. */
export type Stub = { readonly change: string; readonly resources: readonly string[] };

const resourceSchema = v.looseObject({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
});
const templateSchema = v.looseObject({ Resources: v.record(v.string(), resourceSchema) });
type Resource = v.InferOutput<typeof resourceSchema>;

const variablesSchema = v.looseObject({ Variables: v.record(v.string(), v.unknown()) });

/** Resource types that the emulator does not know, by prefix. */
const UNKNOWN_TYPES: Readonly<Record<string, string>> = {
  'AWS::CodeDeploy::':
    'removed: CodeDeploy is unknown to the emulator, so new versions take over without a rollout',
  'AWS::Budgets::': 'removed: budgets are unknown to the emulator',
  'AWS::CE::': 'removed: the detection of cost anomalies is unknown to the emulator',
};
const MATH_ALARM = 'removed: the emulator does not support alarms on metric math';
const ALLOWED_HOST =
  'WEBHOOK_ALLOWED_HOSTS is set, so that webhooks can reach the receiver on the loopback interface';

const HOST_OF_API = 'the host of an API ends with `execute-api.localhost`: the emulator serves no other';
/** How the templates build that host from the region and the domain of AWS. */
const BUILT_HOST = '".execute-api.",{"Ref":"AWS::Region"},".",{"Ref":"AWS::URLSuffix"}';

/**
 * Returns a copy of a synthesized template without the resources that MiniStack rejects. Every function that checks addresses
 * may reach `allowedHost`.
 */
export function prepareTemplate(
  json: unknown,
  allowedHost: string,
): { readonly template: object; readonly resources: number; readonly stubs: readonly Stub[] } {
  const template = v.parse(templateSchema, json);
  const resources: Record<string, Resource> = {};
  const changed = new Map<string, string[]>();
  const note = (change: string, id: string): void => {
    changed.set(change, [...(changed.get(change) ?? []), id]);
  };
  for (const [id, resource] of Object.entries(template.Resources)) {
    const prefix = Object.keys(UNKNOWN_TYPES).find((start) => resource.Type.startsWith(start));
    if (prefix !== undefined) note(UNKNOWN_TYPES[prefix] ?? prefix, id);
    else if (resource.Type === 'AWS::CloudWatch::Alarm' && 'Metrics' in resource.Properties)
      note(MATH_ALARM, id);
    else if (checksAddresses(resource)) {
      note(ALLOWED_HOST, id);
      resources[id] = withVariable(resource, allowedHost);
    } else resources[id] = resource;
  }
  for (const [id, resource] of Object.entries(resources)) {
    const text = JSON.stringify(resource);
    if (!text.includes(BUILT_HOST)) continue;
    note(HOST_OF_API, id);
    resources[id] = v.parse(
      resourceSchema,
      JSON.parse(text.replaceAll(BUILT_HOST, '".execute-api.localhost"')),
    );
  }
  const removed = new Set(Object.keys(template.Resources).filter((id) => resources[id] === undefined));
  for (const [id, resource] of Object.entries(resources))
    resources[id] = withoutReferences(resource, removed);
  const stubs = [...changed].map(([change, ids]) => ({ change, resources: ids }));
  return { template: { ...template, Resources: resources }, resources: Object.keys(resources).length, stubs };
}

/** Functions that check addresses know the hosts of the API, which they reject. */
function checksAddresses({ Type, Properties }: Resource): boolean {
  const environment = v.safeParse(variablesSchema, Properties['Environment']);
  return (
    Type === 'AWS::Lambda::Function' && environment.success && 'API_HOSTS' in environment.output.Variables
  );
}

function withVariable(resource: Resource, allowedHost: string): Resource {
  const environment = v.parse(variablesSchema, resource.Properties['Environment']);
  const Variables = { ...environment.Variables, WEBHOOK_ALLOWED_HOSTS: allowedHost };
  return { ...resource, Properties: { ...resource.Properties, Environment: { ...environment, Variables } } };
}

/** Removes the rollout of an alias and the dependencies on removed resources. Throws for any other reference to them. */
function withoutReferences(resource: Resource, removed: ReadonlySet<string>): Resource {
  const { DependsOn, UpdatePolicy, ...rest } = resource;
  const dependencies = v
    .parse(
      v.union([
        v.array(v.string()),
        v.pipe(
          v.string(),
          v.transform((id) => [id]),
        ),
      ]),
      DependsOn ?? [],
    )
    .filter((id) => !removed.has(id));
  const isRollout =
    typeof UpdatePolicy === 'object' &&
    UpdatePolicy !== null &&
    'CodeDeployLambdaAliasUpdate' in UpdatePolicy;
  const kept = {
    ...rest,
    ...(dependencies.length === 0 ? {} : { DependsOn: dependencies }),
    ...(UpdatePolicy === undefined || isRollout ? {} : { UpdatePolicy }),
  };
  const text = JSON.stringify(kept);
  const dangling = [...removed].find(
    (id) => text.includes(`{"Ref":"${id}"}`) || text.includes(`"Fn::GetAtt":["${id}"`),
  );
  if (dangling !== undefined) throw new Error(`A ${resource.Type} still refers to ${dangling}.`);
  return kept;
}

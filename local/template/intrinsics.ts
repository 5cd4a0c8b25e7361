import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { isRecord } from '#local/is-record.ts';
import { LocalError } from '#local/local-error.ts';
import { attributeValue, refValue, type ResourceAddresses } from './resource-values.ts';
import type { Resource, Template } from './template-schema.ts';

export type Resolver = {
  /** Replaces every intrinsic function in a value; `path` is for error messages. */
  resolve(stack: string, value: unknown, path: string): unknown;
  readonly resources: readonly Resource[];
};

const PSEUDO: Readonly<Record<string, unknown>> = {
  'AWS::AccountId': LOCAL_AWS.account,
  'AWS::Region': LOCAL_AWS.region,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NoValue': undefined,
};

/** Resolves CloudFormation intrinsic functions across stacks. An intrinsic that cannot be resolved is an error. */
export function createResolver(
  templates: Readonly<Record<string, Template>>,
  addresses: ResourceAddresses,
): Resolver {
  const resources = Object.entries(templates).flatMap(([stack, template]) =>
    Object.entries(template.Resources).map(([logicalId, { Type, Properties }]): Resource => ({
      stack,
      logicalId,
      type: Type,
      properties: Properties,
    })),
  );
  const byId = new Map(resources.map((resource) => [`${resource.stack}.${resource.logicalId}`, resource]));

  function resolve(stack: string, value: unknown, path: string): unknown {
    if (Array.isArray(value))
      return value
        .map((item, index) => resolve(stack, item, `${path}[${index}]`))
        .filter((item) => item !== undefined);
    if (!isRecord(value)) return value;
    const [first, ...others] = Object.entries(value);
    if (first !== undefined && others.length === 0 && isIntrinsic(first[0]))
      return intrinsic(stack, first[0], first[1], `${path}.${first[0]}`);
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, item]) => [key, resolve(stack, item, `${path}.${key}`)] as const)
        .filter(([, item]) => item !== undefined),
    );
  }

  function intrinsic(stack: string, name: string, argument: unknown, path: string): unknown {
    if (name === 'Ref') return reference(stack, text(argument, path), path);
    if (name === 'Fn::GetAtt') return attribute(stack, argument, path);
    if (name === 'Fn::ImportValue') return imported(text(resolve(stack, argument, path), path), path);
    if (name === 'Fn::Sub') return substitute(stack, argument, path);
    const [left, right] = list(resolve(stack, argument, path), path);
    if (name === 'Fn::Join') return list(right, path).join(text(left, path));
    if (name === 'Fn::Split') return text(right, path).split(text(left, path));
    if (name === 'Fn::Select') return list(right, path)[Number(left)];
    throw unresolvable(path, 'unknown function');
  }

  function reference(stack: string, id: string, path: string): unknown {
    if (id === 'AWS::StackName') return stack;
    if (id in PSEUDO) return PSEUDO[id];
    const resource = byId.get(`${stack}.${id}`);
    if (resource !== undefined) return refValue(resource, property, addresses);
    const parameter = templates[stack]?.Parameters[id];
    if (parameter?.Default !== undefined) return parameter.Default;
    throw unresolvable(path, `there is no ${id} in ${stack}`);
  }

  function attribute(stack: string, argument: unknown, path: string): string {
    const [id = '', ...rest] =
      typeof argument === 'string' ? argument.split('.') : list(argument, path).map(String);
    const resource = byId.get(`${stack}.${id}`);
    if (resource === undefined) throw unresolvable(path, `there is no ${id} in ${stack}`);
    const value = attributeValue(resource, rest.join('.'), property, addresses);
    if (value === undefined) throw unresolvable(path, `${resource.type} has no known ${rest.join('.')}`);
    return value;
  }

  function imported(name: string, path: string): unknown {
    for (const [stack, template] of Object.entries(templates))
      for (const [id, output] of Object.entries(template.Outputs)) {
        const place = `${stack}.Outputs.${id}`;
        if (output.Export === undefined || resolve(stack, output.Export.Name, place) !== name) continue;
        return resolve(stack, output.Value, place);
      }
    throw unresolvable(path, `no stack exports ${name}`);
  }

  function substitute(stack: string, argument: unknown, path: string): string {
    const parts: unknown[] = Array.isArray(argument) ? argument : [argument];
    const [template, variables] = parts;
    const given = isRecord(variables) ? variables : {};
    return text(template, path).replaceAll(/\$\{([^}]+)\}/g, (_whole, name: string) => {
      if (name.startsWith('!')) return `\${${name.slice(1)}}`;
      if (name in given) return String(resolve(stack, given[name], path));
      return String(name.includes('.') ? attribute(stack, name, path) : reference(stack, name, path));
    });
  }

  function property(resource: Resource, name: string): unknown {
    const place = `${resource.stack}.${resource.logicalId}.${name}`;
    return resolve(resource.stack, resource.properties[name], place);
  }

  return { resolve, resources };
}

function isIntrinsic(key: string): boolean {
  return key === 'Ref' || key.startsWith('Fn::');
}

function text(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw unresolvable(path, 'expected a text');
}

function list(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw unresolvable(path, 'expected a list');
}

function unresolvable(path: string, reason: string): LocalError {
  return new LocalError(`the template cannot be resolved at ${path}: ${reason}`);
}

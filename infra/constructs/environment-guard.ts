import { Stack } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { IConstruct } from 'constructs';
import { forbiddenNames } from './function-environment.ts';

/**
 * Makes synthesis fail if any function below `root` has a variable outside the closed list, even if `addEnvironment`, an escape
 * hatch or an aspect added it, which the type of `OperationFunction` cannot prevent.
 */
export function guardEnvironments(root: IConstruct): void {
  root.node.addValidation({ validate: () => root.node.findAll().flatMap(forbiddenVariables) });
}

function forbiddenVariables(construct: IConstruct): string[] {
  if (!(construct instanceof CfnFunction)) return [];
  const environment: unknown = Stack.of(construct).resolve(construct.environment);
  return forbiddenNames(variableNames(environment)).map(
    (name) =>
      `${construct.node.path}: the environment variable ${name} is not allowed in a deployed function.`,
  );
}

function variableNames(environment: unknown): readonly string[] {
  if (typeof environment !== 'object' || environment === null || !('variables' in environment)) return [];
  return Object.keys(environment.variables ?? {});
}

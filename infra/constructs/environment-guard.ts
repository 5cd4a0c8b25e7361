import { Stack } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { IConstruct } from 'constructs';
import { OperationFunction } from './operation-function.ts';

/**
 * Makes synthesis fail if any function below `root` has a variable that its construct did not set, because `addEnvironment`, an
 * escape hatch or an aspect added it, which the types of the constructs cannot prevent.
 */
export function guardEnvironments(root: IConstruct): void {
  root.node.addValidation({ validate: () => root.node.findAll().flatMap(forbiddenVariables) });
}

function forbiddenVariables(construct: IConstruct): string[] {
  if (!(construct instanceof CfnFunction)) return [];
  const owner = construct.node.scopes.find((scope) => scope instanceof OperationFunction);
  const environment: unknown = Stack.of(construct).resolve(construct.environment);
  return variableNames(environment)
    .filter((name) => !owner?.variables.has(name))
    .map((name) => `${construct.node.path}: its construct does not set the environment variable ${name}.`);
}

function variableNames(environment: unknown): readonly string[] {
  if (typeof environment !== 'object' || environment === null || !('variables' in environment)) return [];
  return Object.keys(environment.variables ?? {});
}

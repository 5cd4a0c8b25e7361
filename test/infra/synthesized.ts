import { readFileSync } from 'node:fs';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import type { Stage } from '#infra/config.ts';
import { synthesize } from '#infra/synthesize.ts';
import type {
  CloudFormationResource,
  CloudFormationTemplate,
  SynthesizedPlatform,
} from '#infra/synthesize.ts';
import { LOCAL_MESSAGING } from '#local/template/local-messaging.ts';
import { templatesFile } from '#test/support/fixtures/platform/synthesis/synthesis.ts';
import { render } from './render.ts';

/** A resource of one stage, its intrinsics rendered as text: `${CoreTable.Arn}/index/by-due`. */
export type Found = {
  readonly stack: string;
  readonly id: string;
  readonly type: string;
  readonly resource: CloudFormationResource;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** A stage, or the templates of the local stack: the stage `dev` with the option `messaging`. */
export type Synthesized = Stage | 'local';

/** Stages with alarms and a dashboard. */
export const WATCHED = STAGES.filter((stage) => STAGE_CONFIG[stage].isWatched);

/** Files that the run has synthesized; describe blocks read them before they could wait for one. */
const files = new Map<Synthesized, string | undefined>(
  await Promise.all(
    ([...STAGES, 'local'] as const).map(async (stage) => [stage, await templatesFile(stage)] as const),
  ),
);

const platforms = new Map<Synthesized, SynthesizedPlatform>();
const rendered = new Map<Synthesized, ReadonlyMap<string | undefined, readonly Found[]>>();

/** A stage as it was synthesized once for the whole run. */
function platformOf(stage: Synthesized): SynthesizedPlatform {
  const known = platforms.get(stage) ?? readPlatform(files.get(stage)) ?? synthesized(stage);
  platforms.set(stage, known);
  return known;
}

function synthesized(stage: Synthesized): SynthesizedPlatform {
  return stage === 'local'
    ? synthesize({ stage: 'dev', bundle: false, messaging: LOCAL_MESSAGING })
    : synthesize({ stage, bundle: false });
}

function readPlatform(file: string | undefined): SynthesizedPlatform | undefined {
  if (file === undefined) return undefined;
  return {
    templates: JSON.parse(readFileSync(file, 'utf8')),
    stacks: JSON.parse(readFileSync(file.replace(/json$/u, 'stacks.json'), 'utf8')),
  };
}

/** Templates of a stage by stack name. */
export function templatesOf(stage: Synthesized): Readonly<Record<string, CloudFormationTemplate>> {
  return platformOf(stage).templates;
}

/** What the cloud assembly states about each stack of a stage, by stack name. */
export function stacksOf(stage: Stage): SynthesizedPlatform['stacks'] {
  return platformOf(stage).stacks;
}

/** Every resource of a stage, over all its stacks; with `type`, only those of one CloudFormation type. */
export function resourcesOf(stage: Synthesized, type?: string): readonly Found[] {
  const known = rendered.get(stage) ?? byType(renderAll(templatesOf(stage)));
  rendered.set(stage, known);
  return known.get(type) ?? [];
}

/** All resources under `undefined`, and those of each type under its name. */
function byType(all: readonly Found[]): ReadonlyMap<string | undefined, readonly Found[]> {
  return new Map<string | undefined, readonly Found[]>([
    [undefined, all],
    ...Map.groupBy(all, ({ type }) => type),
  ]);
}

/** The one resource with that logical id. Throws if there is none. */
export function resourceNamed(stage: Synthesized, id: string): Found {
  const found = resourcesOf(stage).find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`No resource ${id} in ${stage}.`);
  return found;
}

/** The value at a path inside properties, or undefined. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.entries(here).find(([key]) => key === String(step))?.[1];
  }
  return here;
}

/** A value as an array: CloudFormation writes an array of one as the bare element. */
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Name of a deployed function's operation: its tag. */
function operationOf(lambda: Found): string {
  const tag = asList(lambda.properties['Tags']).find((candidate) => at(candidate, 'Key') === 'operation');
  return String(at(tag, 'Value'));
}

type FoundFunction = Found & { readonly operation: string };

const functions = new Map<Synthesized, readonly FoundFunction[]>();

/** Every function of a stage with the name of its operation. */
export function functionsOf(stage: Synthesized): readonly FoundFunction[] {
  const known =
    functions.get(stage) ??
    resourcesOf(stage, 'AWS::Lambda::Function').map((found) => ({ ...found, operation: operationOf(found) }));
  functions.set(stage, known);
  return known;
}

/** The deployed function of an operation. Throws if there is none. */
export function functionOf(stage: Synthesized, operation: string): Found {
  const found = functionsOf(stage).find((candidate) => candidate.operation === operation);
  if (found === undefined) throw new Error(`No function ${operation} in ${stage}.`);
  return found;
}

function renderAll(byStack: Readonly<Record<string, CloudFormationTemplate>>): readonly Found[] {
  const exports = exportsOf(byStack);
  return Object.entries(byStack).flatMap(([stack, template]) =>
    Object.entries(template.Resources).map(([id, resource]) => {
      const properties = Object.fromEntries(
        Object.entries(resource.Properties ?? {}).map(([name, value]) => [name, render(value, exports)]),
      );
      return { stack, id, type: resource.Type, resource, properties };
    }),
  );
}

/** The target of each export, so that a reference is equal on both sides of a stack boundary. */
function exportsOf(byStack: Readonly<Record<string, CloudFormationTemplate>>): ReadonlyMap<string, unknown> {
  return new Map(
    Object.values(byStack)
      .flatMap((template) => Object.values(template.Outputs ?? {}))
      .flatMap((output) =>
        output.Export === undefined ? [] : [[String(output.Export.Name), output.Value] as const],
      ),
  );
}

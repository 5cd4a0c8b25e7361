import { describe, expect, it } from 'vitest';
import type { Stage } from '#infra/config.ts';
import { asList, at, resourcesOf, templatesOf } from './synthesized.ts';
import type { Found } from './synthesized.ts';

/** The same on every resource, and asserted nowhere else because nothing depends on them. */
const STACK_WIDE_TAGS = new Set(['app', 'stage', 'data']);

describe('stacks of prod', () => {
  it.each(Object.keys(templatesOf('prod')))('%s matches the reviewed snapshot', async (stack) => {
    await expect(printed(snapshotOf('prod', stack))).toMatchFileSnapshot(`__snapshots__/${stack}.json`);
  });
});

describe.each(['dev', 'staging'] as const)('stacks of %s', (stage) => {
  it.each(Object.keys(templatesOf(stage)))(
    '%s differs from prod as in the reviewed snapshot',
    async (stack) => {
      const reviewed = leavesOf(snapshotOf('prod', stack.replace(`-${stage}-`, '-prod-')), 'prod');
      const own = leavesOf(snapshotOf(stage, stack), stage);
      const paths = [...new Set([...reviewed.keys(), ...own.keys()])].toSorted();
      const differences = paths
        .filter((path) => reviewed.get(path) !== own.get(path))
        .map((path) => [path, own.get(path) ?? 'not there']);

      await expect(printed(Object.fromEntries(differences))).toMatchFileSnapshot(
        `__snapshots__/${stack}.json`,
      );
    },
  );
});

function snapshotOf(stage: Stage, stack: string): Readonly<Record<string, unknown>> {
  const resources = resourcesOf(stage).filter((found) => found.stack === stack);
  const snapshot = Object.fromEntries(resources.map((found) => [found.id, normalised(found)]));
  return JSON.parse(withoutHashes(JSON.stringify(snapshot)));
}

/** Every value in a snapshot by its path, with `<stage>` for the name of the stage in both. */
function leavesOf(value: unknown, stage: Stage, path = ''): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null)
    return new Map([[path, String(value).replaceAll(new RegExp(`\\b${stage}\\b`, 'gu'), '<stage>')]]);
  return new Map(
    Object.entries(value).flatMap(([name, member]) => [
      ...leavesOf(member, stage, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

function printed(snapshot: unknown): string {
  return `${JSON.stringify(snapshot, undefined, 2)}\n`;
}

/** A resource without the parts that change with every code edit or repeat on every resource. */
function normalised({ type, properties, resource }: Found): unknown {
  const { Tags: tags, Code: code, ...rest } = properties;
  const own = asList(tags).filter((tag) => !STACK_WIDE_TAGS.has(String(at(tag, 'Key'))));
  return {
    Type: type,
    ...(resource.DeletionPolicy === undefined ? {} : { DeletionPolicy: resource.DeletionPolicy }),
    Properties: {
      ...rest,
      ...(code === undefined ? {} : { Code: '<asset>' }),
      ...(Array.isArray(tags) && own.length > 0 ? { Tags: own } : {}),
    },
  };
}

/** The name of a version ends in a hash of code and settings, so that each change creates a new one. */
function withoutHashes(snapshot: string): string {
  return snapshot.replaceAll(/(CurrentVersion)[0-9A-Fa-f]{40}/gu, '$1<hash>');
}

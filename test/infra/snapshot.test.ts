import { describe, expect, it } from 'vitest';
import { asList, at, resourcesOf, templatesOf } from './synthesized.ts';
import type { Found } from './synthesized.ts';

/** The same on every resource, and asserted nowhere else because nothing depends on them. */
const STACK_WIDE_TAGS = new Set(['app', 'stage']);

describe('stacks of prod', () => {
  it.each(Object.keys(templatesOf('prod')))('%s deploys what was last reviewed', async (stack) => {
    const resources = resourcesOf('prod').filter((found) => found.stack === stack);
    const snapshot = Object.fromEntries(resources.map((found) => [found.id, normalised(found)]));

    await expect(`${JSON.stringify(snapshot, undefined, 2)}\n`).toMatchFileSnapshot(
      `__snapshots__/${stack}.json`,
    );
  });
});

/** A resource without what changes with every edit of a function's code or repeats on every resource. */
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

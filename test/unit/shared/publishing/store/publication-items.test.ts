import { describe, expect, it } from 'vitest';
import { newPublication } from '#shared/publishing/domain/publishing-run.ts';
import { fromPublicationItem, toPublicationItem } from '#shared/publishing/store/publication-items.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

describe('fromPublicationItem', () => {
  it('reads an item from before runs were linked as one that is named by its own run', () => {
    const publication = newPublication(aPostIn('publishing'), { number: 3, startedAt: NOW }, 1, 'sandbox');
    const { uncounted, digests, keyRun, ...earlier } = toPublicationItem(publication);

    expect([uncounted, digests, keyRun]).toEqual([0, [], { number: 3, startedAt: NOW.getTime() }]);
    expect(fromPublicationItem(earlier)).toEqual(publication);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { BlockStore } from '#shared/biolinks/ports/page-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { aBlock } from '#test/support/builders/biolinks/block-builders.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { PLATFORM_FIXTURES } from '#test/support/fixtures/platform/platform-fixture.ts';

const step = fc.record({
  kind: fc.constantFrom('create', 'create', 'save', 'remove', 'reorder'),
  /** Positions, modulo the number of blocks. */
  at: fc.nat(20),
  to: fc.nat(20),
  /** Written with the state from before the last write. */
  late: fc.nat(4).map((each) => each === 0),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A write and its effect on a plain list. */
type Plan = { readonly next: readonly Block[]; readonly run: () => Promise<void> };

const RUNS: Readonly<Record<string, number>> = { 'in memory': 300, 'on DynamoDB': 50 };

function planned(
  store: BlockStore,
  seen: PageBlocks,
  pageId: string,
  { kind, at, to }: Step,
): Plan | undefined {
  const list = [...seen.blocks];
  const from = at % Math.max(1, list.length);
  const chosen = list[from];
  if (kind === 'create') {
    const block = aBlock({ pageId, content: { type: 'header', title: `At ${at}` } });
    const position = at % (list.length + 1);
    list.splice(position, 0, block);
    return { next: list, run: () => store.create(seen, block, position, aContext()) };
  }
  if (!chosen) return undefined;
  if (kind === 'save') {
    const after = {
      ...chosen,
      content: { type: 'text', text: `To ${to}` } as const,
      startsAt: secondsAfterNow(to),
    };
    list[from] = after;
    return { next: list, run: () => store.save(seen, after, aContext()) };
  }
  list.splice(from, 1);
  if (kind === 'remove') return { next: list, run: () => store.remove(seen, chosen, aContext()) };
  list.splice(to % (list.length + 1), 0, chosen);
  const ids = list.map(({ id }) => id);
  return { next: list, run: () => store.reorder(seen, pageId, ids, aContext()) };
}

describe.each(PLATFORM_FIXTURES)('blocks of a page $name', ({ name, start }) => {
  const fixture = forAllTests(start, 'stop');
  it('are a plain list under any writes, of which those that come late change nothing', async () => {
    const law = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const page = aPage();
      await fixture.pages.create(page, aContext());
      let model: readonly Block[] = [];
      let current = await fixture.blocks.read(page.id);
      let earlier = current;

      for (const each of steps) {
        const seen = each.late ? earlier : current;
        const plan = planned(fixture.blocks, seen, page.id, each);
        if (!plan) continue;
        const { revision } = current;
        const isLate = seen.revision !== revision;
        if (isLate) await expect(plan.run()).rejects.toThrow(ConcurrentUpdateError);
        else {
          await plan.run();
          [earlier, model] = [current, plan.next];
        }
        current = await fixture.blocks.read(page.id);
        expect(current).toEqual({ blocks: model, revision: isLate ? revision : revision + 1 });
      }
    });

    await fc.assert(law, { numRuns: runs(RUNS[name] ?? 1) });
  });
});

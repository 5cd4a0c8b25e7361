import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDirectEdit } from '#shared/biolinks/domain/direct-edit.ts';
import { isListable } from '#shared/biolinks/domain/listable.ts';
import { editPage, type PageEdit } from '#shared/biolinks/domain/page-edit.ts';
import { titleIssues } from '#shared/biolinks/domain/page-status.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { PLATFORM_FIXTURES } from '#test/support/fixtures/platform/platform-fixture.ts';

const RUNS: Readonly<Record<string, number>> = { 'in memory': 300, 'on DynamoDB': 150 };

/** Few values, so that an edit often repeats the current one. */
const text = fc.constantFrom('', 'a', 'b');
const font = fc.constantFrom(null, 'lora', 'inter');
const accent = fc.constantFrom(null, '#000000', '#ffffff');
const seo = { title: text, description: text, image: text, noindex: fc.boolean() };
const utm = { source: text, medium: text, campaign: text };
const own = {
  title: text,
  handle: text,
  tagline: text,
  theme: fc.constantFrom('paper', 'ink'),
  hideBranding: fc.boolean(),
  avatarColor: fc.constantFrom('#000000', '#4f46e5'),
};

function part<T>(members: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record(members, { requiredKeys: [] });
}

const others = {
  slug: fc.constantFrom('ada', 'bob'),
  status: fc.constantFrom('draft', 'active'),
  password: fc.constantFrom(null, { scrypt: 'hash' }),
  sensitive: fc.boolean(),
  pixels: fc.constantFrom([], ['p']),
} as const;

/** One in three has fields that require the page, mostly one: so an edit that qualifies as direct is frequent. */
const edits: fc.Arbitrary<PageEdit> = fc
  .tuple(
    part(own),
    part({ fontOverride: font, accent }),
    part({ title: text, description: text, image: text }),
    part(utm),
    fc.oneof(
      { weight: 10, arbitrary: fc.constant({}) },
      ...Object.entries(others).map(([name, value]) => ({
        weight: 1,
        arbitrary: value.map((chosen) => ({ [name]: chosen })),
      })),
    ),
  )
  .map(([rest, appearance, seoPart, utmPart, other]) => ({
    ...rest,
    ...other,
    appearance,
    seo: seoPart,
    utm: utmPart,
  }));

const pages = fc
  .record({
    ...own,
    status: fc.constantFrom('draft', 'active', 'archived'),
    appearance: fc.record({ fontOverride: font, accent }),
    settings: fc.record({
      seo: fc.record(seo),
      sensitive: fc.boolean(),
      utm: fc.record(utm),
      pixels: fc.constantFrom([], ['p']),
    }),
  })
  .map((fields) => aPage({ workspaceId: randomUUID(), ...fields }));

const direct = edits.map(toDirectEdit).filter((edit) => edit !== undefined);

describe('an edit that is written to a page without reading it', () => {
  it('never requires another item or a rule about the page', () => {
    fc.assert(
      fc.property(pages, direct, (before, edit) => {
        const after = editPage(before, edit, NOW) ?? before;

        expect(isListable(after)).toBe(isListable(before));
        expect([after.slug, after.domainId, after.status, after.passwordVersion]).toEqual([
          before.slug,
          before.domainId,
          before.status,
          before.passwordVersion,
        ]);
        expect(after.settings.pixels).toEqual(before.settings.pixels);
        if (titleIssues('#/title', before).length === 0) expect(titleIssues('#/title', after)).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe.each(PLATFORM_FIXTURES)('such an edit $name', ({ name, start }) => {
  const fixture = forAllTests(start, 'stop');
  it('writes what the domain computes for the page, or nothing at all', async () => {
    await fc.assert(
      fc.asyncProperty(pages, direct, fc.boolean(), async (before, edit, mayBeActive) => {
        await fixture.pages.create(before, aContext());
        const { written, page } = await fixture.pages.edit(before, edit, { mayBeActive }, aContext());
        const isAllowed = mayBeActive || before.status !== 'active';
        const after = isAllowed ? editPage(before, edit, NOW) : undefined;

        expect([written, page]).toEqual([after !== undefined, after ?? before]);
        expect(await fixture.pages.find(before.workspaceId, before.id)).toEqual(page);
      }),
      { numRuns: runs(RUNS[name] ?? 100) },
    );
  });
});

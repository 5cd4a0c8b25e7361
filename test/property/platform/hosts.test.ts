import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStageHosts } from '#shared/platform/core/stage-hosts.ts';
import { createRequestContext } from '#shared/platform/http/request-checks.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';

const RUNS = { numRuns: runs(1000) };

const domain = fc.domain();
/** A stage with up to three hosts of the API, and another host for pages. */
const stage = fc
  .uniqueArray(domain, { minLength: 2, maxLength: 4 })
  .map(([pageHost = '', ...names]) => ({ pageHost, names }));

/** Another spelling of a name: letter case, a trailing dot and a port. */
function spelled(name: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }),
      fc.constantFrom('', '.'),
      fc.option(fc.integer({ min: 1, max: 65_535 })),
    )
    .map(([upper, dot, port]) => {
      const cased = [...name].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join('');
      return `${cased}${dot}${port === null ? '' : `:${port}`}`;
    });
}

const hostsOf = ({ names, pageHost }: { readonly names: readonly string[]; readonly pageHost: string }) =>
  createStageHosts({ apiOrigins: names.map((name) => `https://${name}`), pageHost });

describe('the hosts of a stage', () => {
  it('are known in every spelling, and serve either the API or pages', () => {
    const spellings = stage.chain((given) =>
      fc.record({
        given: fc.constant(given),
        ofApi: fc.constantFrom(...given.names).chain(spelled),
        ofPages: spelled(given.pageHost),
      }),
    );
    fc.assert(
      fc.property(spellings, ({ given, ofApi, ofPages }) => {
        const hosts = hostsOf(given);

        expect([hosts.serves('api', ofApi), hosts.serves('pages', ofApi)]).toEqual([true, false]);
        expect([hosts.serves('api', ofPages), hosts.serves('pages', ofPages)]).toEqual([false, true]);
        expect(hosts.serves('any', ofApi) && hosts.serves('any', ofPages)).toBe(true);
      }),
      RUNS,
    );
  });

  it('have no other member, whatever a request names', () => {
    const near = stage.chain((given) =>
      fc.record({
        given: fc.constant(given),
        named: fc.oneof(
          domain,
          fc.string({ unit: 'binary' }),
          fc.tuple(fc.constantFrom(...given.names), domain).map(([name, other]) => `${name}.${other}`),
          fc.tuple(fc.constantFrom(...given.names), domain).map(([name, other]) => `${other}.${name}`),
          fc
            .tuple(
              fc.constantFrom(...given.names),
              domain,
              fc.constantFrom('@', '/', '#', '?', '\\', ',', ' '),
            )
            .map(([name, other, between]) => `${name}${between}${other}`),
        ),
      }),
    );
    fc.assert(
      fc.property(near, ({ given, named }) => {
        const hosts = hostsOf(given);
        const { baseUrl } = createRequestContext(anHttpEvent({ host: named }), hosts, NOW);

        if (!given.names.includes(named)) expect(hosts.serves('api', named)).toBe(false);
        expect(given.names.map((name) => `https://${name}`)).toContain(baseUrl);
      }),
      RUNS,
    );
  });
});

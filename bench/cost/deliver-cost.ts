import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { DeliverCost } from '#bench/cost/bills/event-bill.ts';
import { median } from '#bench/record/median.ts';
import { synthesize } from '#infra/synthesize.ts';

const deliverFunction = v.object({
  Properties: v.object({ FunctionName: v.literal('workspace-dev-deliver-webhook'), MemorySize: v.number() }),
});

const hotResults = v.object({
  hot: v.object({
    figures: v.object({
      paths: v.array(
        v.object({
          endpoints: v.number(),
          functions: v.object({
            'deliver-webhook': v.object({ ownCpuMs: v.pipe(v.array(v.number()), v.minLength(1)) }),
          }),
        }),
      ),
    }),
  }),
});

/** The memory size in the template and the CPU time in the results of `bench -- hot`, with the name of their file. */
export function readDeliverCost(): DeliverCost & { readonly source: string } {
  const source = 'hot.json';
  const text = readFileSync(new URL(`../results/${source}`, import.meta.url), 'utf8');
  const { paths } = v.parse(v.pipe(v.string(), v.parseJson(), hotResults), text).hot.figures;
  const cpuOf = (isIncluded: (endpoints: number) => boolean) => {
    const path = paths.find(({ endpoints }) => isIncluded(endpoints));
    if (path === undefined)
      throw new Error('The results of bench -- hot have no CPU time of deliver-webhook');
    return median(path.functions['deliver-webhook'].ownCpuMs);
  };
  return {
    source,
    memoryMegabytes: deliverMemoryMegabytes(),
    cpu: { oneEndpoint: cpuOf((count) => count === 1), fanOut: cpuOf((count) => count > 1) },
  };
}

/** The memory of `deliver-webhook` in the template of a stage. */
export function deliverMemoryMegabytes(): number {
  const { templates } = synthesize({ stage: 'dev', bundle: false });
  const sizes = Object.values(templates)
    .flatMap(({ Resources }) => Object.values(Resources))
    .flatMap((resource) => {
      const parsed = v.safeParse(deliverFunction, resource);
      return parsed.success ? [parsed.output.Properties.MemorySize] : [];
    });
  const [size] = sizes;
  if (size === undefined) throw new Error('No template has deliver-webhook');
  return size;
}

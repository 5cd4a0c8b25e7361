import type { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import { ACKNOWLEDGED } from '#infra/nag-acknowledgements.ts';
import { IS_WHOLE } from '#test/support/fixtures/platform/depth.ts';
import { composeForAll } from './composed.ts';

// The other stages differ in figures only: `npm run check` checks them too.
describe.each(IS_WHOLE ? STAGES : (['prod'] as const))('cdk-nag over %s', { timeout: 60_000 }, (stage) => {
  const composed = composeForAll(stage, STAGE_CONFIG[stage]);

  it('finds nothing that is not acknowledged, by AWS Solutions and by Serverless', () => {
    expect(findingsOf(composed())).toEqual([]);
  });

  it('would find something for every acknowledgement, at each of its places', () => {
    const found = findingsOf(composed(), { evenAcknowledged: true });
    const here = ACKNOWLEDGED.filter(({ isOptional }) => !isOptional || stage === 'prod');
    const excused = here.flatMap(({ id, at = [''] }) =>
      at.map((path) => ({
        id: id.replaceAll('<stage>', stage),
        path: path === '' ? `workspace-${stage}-` : `workspace-${stage}-${path}/`,
      })),
    );

    expect(found.length).toBeGreaterThan(200);
    expect(
      excused.filter(({ id, path }) => !found.some((one) => one.id === id && one.path.startsWith(path))),
    ).toEqual([]);
  });
});

describe('acknowledgements', () => {
  it.each(ACKNOWLEDGED)('of $id give the reason in a sentence', ({ reason }) => {
    expect(reason).toMatch(/^.{40,}\.$/u);
  });
});

function findingsOf(app: App, { evenAcknowledged = false } = {}): readonly { id: string; path: string }[] {
  return [new AwsSolutionsChecks(app), new ServerlessChecks(app)].flatMap((pack) => {
    if (evenAcknowledged) Object.defineProperty(pack, 'isAcknowledged', { value: () => false });
    return pack
      .validateScope(app)
      .violations.flatMap(({ ruleName: id, violatingResources }) =>
        violatingResources.map(({ constructPath = '' }) => ({ id, path: constructPath })),
      );
  });
}

import type { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { STAGES } from '#infra/config.ts';
import { ACKNOWLEDGED } from '#infra/nag-acknowledgements.ts';
import { composedApp } from './composed.ts';

describe.each(STAGES)('cdk-nag over %s', { timeout: 60_000 }, (stage) => {
  it('finds nothing that is not acknowledged, by AWS Solutions and by Serverless', () => {
    expect(findingsOf(composedApp(stage))).toEqual([]);
  });

  it('would find something for every acknowledgement, at each of its places', () => {
    const found = findingsOf(composedApp(stage), { evenAcknowledged: true });
    const excused = ACKNOWLEDGED.flatMap(({ id, at = [''] }) =>
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
  it.each(ACKNOWLEDGED)('of $id say why in a sentence', ({ reason }) => {
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

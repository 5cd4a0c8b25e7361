import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { STAGE_CONFIG } from '#infra/config.ts';
import { DataStack } from '#infra/stacks/data-stack.ts';

function templateWith(dailyBackupDays: number | null): Template {
  const config = { ...STAGE_CONFIG.prod, dailyBackupDays };
  return Template.fromStack(new DataStack(new App(), { stage: 'prod', config, codeOf: noCode }));
}

/** The data stack has no functions. */
function noCode(name: string): never {
  throw new Error(`The data stack has no function ${name}.`);
}

describe('daily backups', { timeout: 60_000 }, () => {
  it('are not made unless the stage asks for them', () => {
    expect(templateWith(null).findResources('AWS::Backup::BackupPlan')).toEqual({});
  });

  it('contain table and bucket, and are deleted after the days of the stage', () => {
    const template = templateWith(14);

    template.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [{ Lifecycle: { DeleteAfterDays: 14 }, ScheduleExpression: 'cron(0 3 * * ? *)' }],
      },
    });
    const [selection] = Object.values(template.findResources('AWS::Backup::BackupSelection'));
    expect(JSON.stringify(selection)).toMatch(/CoreTable.*MediaBucket/u);
  });

  it('are never kept for longer than the 35 days that customers are promised', () => {
    expect(() => templateWith(36)).toThrow('`dailyBackupDays` is 36');
  });
});

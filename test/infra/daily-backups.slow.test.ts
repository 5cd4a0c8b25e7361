import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { STAGE_CONFIG } from '#infra/config.ts';
import { DataStack } from '#infra/stacks/data-stack.ts';

function templateWith(dailyBackupDays: number | null, lockDailyBackups = false): Template {
  const config = { ...STAGE_CONFIG.prod, dailyBackupDays, lockDailyBackups };
  return Template.fromStack(new DataStack(new App(), { stage: 'prod', config, codeOf: noCode }));
}

/** The data stack has no functions. */
function noCode(name: string): never {
  throw new Error(`The data stack has no function ${name}.`);
}

describe('daily backups', { timeout: 60_000 }, () => {
  it('are made for 35 days in prod, and not at all with null', () => {
    expect(STAGE_CONFIG.prod.dailyBackupDays).toBe(35);
    expect(templateWith(null).findResources('AWS::Backup::BackupPlan')).toEqual({});
  });

  it('may read the table and the bucket', () => {
    const [role] = Object.values(templateWith(35).findResources('AWS::IAM::Role'));
    const policies = JSON.stringify(role);

    expect(policies).toContain('AWSBackupServiceRolePolicyForBackup');
    expect(policies).toContain('AWSBackupServiceRolePolicyForS3Backup');
  });

  it('can be deleted before their time unless the stage locks the vault', () => {
    const [open] = Object.values(templateWith(35).findResources('AWS::Backup::BackupVault'));
    expect(open?.['Properties']).not.toHaveProperty('LockConfiguration');

    templateWith(35, true).hasResourceProperties('AWS::Backup::BackupVault', {
      LockConfiguration: { MinRetentionDays: 35 },
    });
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

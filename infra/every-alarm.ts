import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { alarmsBelow } from './alarms/route-alarms.ts';
import { cdkContext } from './cdk-context.ts';
import { type Severity, type StageConfig, STAGE_CONFIG } from './config.ts';
import type { Runbook } from './constructs/runbook.ts';
import { composePlatform } from './platform.ts';
import { unbundledCode } from './unbundled-code.ts';

/** The settings with which a stage has every alarm. */
const EVERY_ALARM: StageConfig = {
  ...STAGE_CONFIG.prod,
  messaging: { smsConfigurationSet: 'example', maxPriceDollars: 1, whatsapp: true },
  notificationSender: { identity: 'example.com', address: 'notifications@example.com' },
};

export type NamedAlarm = {
  /** Without stage and stack: `SlowDelivery-DeadLetters`. */
  readonly name: string;
  readonly severity: Severity;
  readonly runbook: Runbook;
};

/** Every alarm that a stage can have, in the order of the construct tree. */
export function everyAlarm(): readonly NamedAlarm[] {
  const outdir = mkdtempSync(join(tmpdir(), 'workspace-cdk-'));
  try {
    const app = new App({ outdir, context: { ...cdkContext(), 'aws:cdk:disable-asset-staging': true } });
    const { stacks } = composePlatform(app, { stage: 'prod', codeOf: unbundledCode, config: EVERY_ALARM });
    return stacks.flatMap((stack) =>
      alarmsBelow(stack).map(({ fullName, severity, runbook }) => ({
        name: fullName.slice(`${stack.node.id}-`.length),
        severity,
        runbook,
      })),
    );
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

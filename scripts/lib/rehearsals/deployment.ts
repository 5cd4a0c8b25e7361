import * as v from 'valibot';
import { miniStack } from '#scripts/lib/second-opinion/ministack.ts';
import type { Rehearsal } from './rehearsal.ts';

const stepsSchema = v.object({ steps: v.array(v.object({ step: v.string(), observed: v.string() })) });

/** docs/operations.md#before-the-first-deployment and #rolling-back, on an emulator of CloudFormation and Lambda. */
export const deploymentRehearsal: Rehearsal = {
  name: 'deployment',
  shows:
    'the stage dev is deployed with the CDK CLI, and a broken function and a broken alias are rolled back',
  limitMinutes: miniStack.limitMinutes,
  async run(note, signal) {
    const { outcome, summary, details } = await miniStack.run(signal);
    const parsed = v.safeParse(stepsSchema, details);
    if (parsed.success) for (const { step, observed } of parsed.output.steps) note(step, observed);
    if (outcome === 'failed') throw new Error(summary);
  },
};

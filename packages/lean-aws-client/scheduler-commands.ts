import { lazyCommands } from './lazy-commands.ts';

/** The commands of EventBridge Scheduler that the platform sends, without the code of the SDK. */
export const { CreateScheduleCommand, DeleteScheduleCommand } = lazyCommands(
  () => import('#packages/lean-aws-client/scheduler-sdk.ts'),
  ['CreateScheduleCommand', 'DeleteScheduleCommand'],
);

import { SchedulerClient, type SchedulerClientConfig } from '@aws-sdk/client-scheduler';
import { SDK_LIMITS } from './sdk-limits.ts';

/** The commands of the platform, and the class of all errors of EventBridge Scheduler. */
export {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  SchedulerServiceException,
} from '@aws-sdk/client-scheduler';

/** A client of the SDK for EventBridge Scheduler; endpoint, region and credentials come from the environment. */
export function createSdkSchedulerClient(settings: SchedulerClientConfig = {}): SchedulerClient {
  return new SchedulerClient({ ...SDK_LIMITS, ...settings });
}

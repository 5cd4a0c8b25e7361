import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as approveBroadcast } from './approve-broadcast/operation.ts';
import { operation as cancelBroadcast } from './cancel-broadcast/operation.ts';
import { operation as createBroadcast } from './create-broadcast/operation.ts';
import { operation as deleteBroadcast } from './delete-broadcast/operation.ts';
import { operation as estimateBroadcast } from './estimate-broadcast/operation.ts';
import { operation as getBroadcast } from './get-broadcast/operation.ts';
import { operation as getEstimate } from './get-estimate/operation.ts';
import { operation as listBroadcasts } from './list-broadcasts/operation.ts';
import { operation as listRecipients } from './list-recipients/operation.ts';
import { operation as pauseBroadcast } from './pause-broadcast/operation.ts';
import { operation as reportBroadcast } from './report-broadcast/operation.ts';
import { operation as resumeBroadcast } from './resume-broadcast/operation.ts';
import { operation as retryBroadcast } from './retry-broadcast/operation.ts';
import { operation as revokeApproval } from './revoke-approval/operation.ts';
import { operation as scheduleBroadcast } from './schedule-broadcast/operation.ts';
import { operation as sendBroadcast } from './send-broadcast/operation.ts';
import { operation as unscheduleBroadcast } from './unschedule-broadcast/operation.ts';
import { operation as updateBroadcast } from './update-broadcast/operation.ts';

export const BROADCASTS_OPERATIONS: readonly Operation[] = [
  createBroadcast,
  listBroadcasts,
  getBroadcast,
  updateBroadcast,
  deleteBroadcast,
  scheduleBroadcast,
  unscheduleBroadcast,
  sendBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  cancelBroadcast,
  approveBroadcast,
  revokeApproval,
  reportBroadcast,
  listRecipients,
  retryBroadcast,
  estimateBroadcast,
  getEstimate,
];

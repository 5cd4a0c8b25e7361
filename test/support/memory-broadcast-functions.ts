import { createApproveBroadcastHandler } from '#functions/approve-broadcast/handler.ts';
import { operation as approveBroadcast } from '#functions/approve-broadcast/operation.ts';
import { createCancelBroadcastHandler } from '#functions/cancel-broadcast/handler.ts';
import { operation as cancelBroadcast } from '#functions/cancel-broadcast/operation.ts';
import { createCreateBroadcastHandler } from '#functions/create-broadcast/handler.ts';
import { operation as createBroadcast } from '#functions/create-broadcast/operation.ts';
import { createDeleteBroadcastHandler } from '#functions/delete-broadcast/handler.ts';
import { operation as deleteBroadcast } from '#functions/delete-broadcast/operation.ts';
import { createGetBroadcastHandler } from '#functions/get-broadcast/handler.ts';
import { operation as getBroadcast } from '#functions/get-broadcast/operation.ts';
import { createListBroadcastsHandler } from '#functions/list-broadcasts/handler.ts';
import { operation as listBroadcasts } from '#functions/list-broadcasts/operation.ts';
import { createReportBroadcastHandler } from '#functions/report-broadcast/handler.ts';
import { operation as reportBroadcast } from '#functions/report-broadcast/operation.ts';
import { createRevokeApprovalHandler } from '#functions/revoke-approval/handler.ts';
import { operation as revokeApproval } from '#functions/revoke-approval/operation.ts';
import { createScheduleBroadcastHandler } from '#functions/schedule-broadcast/handler.ts';
import { operation as scheduleBroadcast } from '#functions/schedule-broadcast/operation.ts';
import { createSendBroadcastHandler } from '#functions/send-broadcast/handler.ts';
import { operation as sendBroadcast } from '#functions/send-broadcast/operation.ts';
import { createUnscheduleBroadcastHandler } from '#functions/unschedule-broadcast/handler.ts';
import { operation as unscheduleBroadcast } from '#functions/unschedule-broadcast/operation.ts';
import { createUpdateBroadcastHandler } from '#functions/update-broadcast/handler.ts';
import { operation as updateBroadcast } from '#functions/update-broadcast/operation.ts';
import { httpFunction, type HttpServices } from '#shared/http/http-function.ts';
import type { PlatformBench } from './platform-bench.ts';

type Parts = {
  readonly bench: Pick<PlatformBench, 'broadcasts' | 'endpoints' | 'answers'>;
  readonly services: HttpServices;
};

/** The operations on broadcasts over the stores of a bench. */
export function broadcastFunctions({ bench, services }: Parts) {
  const posting = { ...services, memory: { answers: bench.answers } };
  return {
    'create-broadcast': httpFunction(createBroadcast, createCreateBroadcastHandler(bench), posting),
    'list-broadcasts': httpFunction(listBroadcasts, createListBroadcastsHandler(bench), services),
    'get-broadcast': httpFunction(getBroadcast, createGetBroadcastHandler(bench), services),
    'update-broadcast': httpFunction(updateBroadcast, createUpdateBroadcastHandler(bench), services),
    'delete-broadcast': httpFunction(deleteBroadcast, createDeleteBroadcastHandler(bench), services),
    'schedule-broadcast': httpFunction(scheduleBroadcast, createScheduleBroadcastHandler(bench), posting),
    'unschedule-broadcast': httpFunction(
      unscheduleBroadcast,
      createUnscheduleBroadcastHandler(bench),
      posting,
    ),
    'send-broadcast': httpFunction(sendBroadcast, createSendBroadcastHandler(bench), posting),
    'cancel-broadcast': httpFunction(cancelBroadcast, createCancelBroadcastHandler(bench), posting),
    'report-broadcast': httpFunction(reportBroadcast, createReportBroadcastHandler(bench), posting),
    'approve-broadcast': httpFunction(approveBroadcast, createApproveBroadcastHandler(bench), posting),
    'revoke-approval': httpFunction(revokeApproval, createRevokeApprovalHandler(bench), services),
  };
}

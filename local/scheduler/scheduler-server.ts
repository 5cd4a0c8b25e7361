import * as v from 'valibot';
import { AwsError } from '#local/aws/aws-error.ts';
import { startHttpPart, type PartRequest } from '#local/http-part.ts';
import { jsonPart } from '#local/json-part.ts';
import { createScheduleFirer, type SendToQueue } from './fire-schedules.ts';
import { openScheduleStore } from './schedule-store.ts';
import { parseSchedule, scheduleArn, type Schedule } from './schedule.ts';

export type SchedulerServer = {
  readonly address: string;
  /** Fires overdue schedules now; after the start, this runs every `tickMilliseconds`. */
  fireDue(): Promise<void>;
  /** Starts firing, first of all what became overdue while the stack was stopped. */
  start(): void;
  stop(): Promise<void>;
};

/** One-time schedules of the EventBridge Scheduler API with a queue as target, stored in `directory`. */
export async function startSchedulerServer(options: {
  readonly directory: string;
  readonly groups: readonly string[];
  readonly send: SendToQueue;
  readonly now: () => number;
  readonly log: (message: string) => void;
  readonly tickMilliseconds?: number;
}): Promise<SchedulerServer> {
  const store = openScheduleStore(options.directory);
  const groups = new Set(['default', ...options.groups]);
  const firer = createScheduleFirer({ store, send: options.send, now: options.now, log: options.log });
  let timer: NodeJS.Timeout | undefined;

  function act({ method, url, body }: PartRequest): unknown {
    const name = /^\/schedules\/([^/]+)$/.exec(url.pathname)?.[1];
    if (name === undefined) {
      if (method === 'GET' && url.pathname === '/schedules') return list(url.searchParams);
      throw new AwsError('UnknownOperationException', 'The local scheduler supports only schedules.', 404);
    }
    const scheduleName = decodeURIComponent(name);
    if (method === 'GET') return described(existing(url, scheduleName));
    if (method === 'DELETE') return store.remove(existing(url, scheduleName));
    const request = parseSchedule(scheduleName, JSON.parse(body.toString('utf8')), options.now());
    if (!groups.has(request.group)) throw missing(`Schedule group ${request.group}`);
    const known = store.get(request.group, scheduleName);
    if (method === 'POST') return create(known, { ...request, createdAt: options.now() });
    if (known === undefined) throw missing(`Schedule ${scheduleName}`);
    store.put({ ...request, createdAt: known.createdAt });
    return { ScheduleArn: scheduleArn(request) };
  }

  function create(known: Schedule | undefined, schedule: Schedule): unknown {
    const token = schedule.request.ClientToken;
    const repeated = token !== undefined && known?.request.ClientToken === token;
    if (known !== undefined && !repeated)
      throw new AwsError('ConflictException', `Schedule ${schedule.name} already exists.`, 409);
    if (known === undefined) store.put(schedule);
    return { ScheduleArn: scheduleArn(schedule) };
  }

  function existing(url: URL, name: string): Schedule {
    const schedule = store.get(url.searchParams.get('groupName') ?? 'default', name);
    if (schedule === undefined) throw missing(`Schedule ${name}`);
    return schedule;
  }

  function list(query: URLSearchParams): unknown {
    const group = query.get('ScheduleGroup');
    const prefix = query.get('NamePrefix') ?? '';
    const most = v.parse(v.number(), Number(query.get('MaxResults') ?? 100));
    const from = Number(query.get('NextToken') ?? 0);
    const matching = store
      .all()
      .filter((each) => (group === null || each.group === group) && each.name.startsWith(prefix))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1));
    return {
      Schedules: matching.slice(from, from + most).map((each) => ({
        Arn: scheduleArn(each),
        Name: each.name,
        GroupName: each.group,
        State: each.request.State,
        CreationDate: each.createdAt / 1000,
        LastModificationDate: each.modifiedAt / 1000,
        Target: { Arn: each.request.Target.Arn },
      })),
      ...(from + most < matching.length ? { NextToken: String(from + most) } : {}),
    };
  }

  const part = await startHttpPart({
    port: 0,
    handle: async (request) => {
      try {
        return jsonPart(200, act(request) ?? {});
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        return jsonPart(error.status, { Message: error.message }, { 'x-amzn-errortype': error.code });
      }
    },
  });
  return {
    address: part.address,
    fireDue: firer.fireDue,
    start: () => {
      timer ??= setInterval(() => void firer.fireDue(), options.tickMilliseconds ?? 100);
    },
    stop: async () => {
      clearInterval(timer);
      await firer.settled();
      await part.stop();
    },
  };
}

function described(schedule: Schedule): unknown {
  const { ClientToken: _token, ...request } = schedule.request;
  return {
    ...request,
    Arn: scheduleArn(schedule),
    Name: schedule.name,
    GroupName: schedule.group,
    CreationDate: schedule.createdAt / 1000,
    LastModificationDate: schedule.modifiedAt / 1000,
  };
}

function missing(what: string): AwsError {
  return new AwsError('ResourceNotFoundException', `${what} does not exist.`, 404);
}

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readJsonFile, writeJsonFile } from '#local/json-file.ts';
import { scheduleSchema, type Schedule } from './schedule.ts';

export type ScheduleStore = {
  get(group: string, name: string): Schedule | undefined;
  put(schedule: Schedule): void;
  remove(schedule: Schedule): void;
  all(): readonly Schedule[];
};

/** Schedules in memory, each also stored in a file, so that a killed process loses none. */
export function openScheduleStore(directory: string): ScheduleStore {
  mkdirSync(directory, { recursive: true });
  const schedules = new Map<string, Schedule>();
  for (const file of readdirSync(directory).filter((each) => each.endsWith('.json'))) {
    const schedule = v.parse(scheduleSchema, readJsonFile(join(directory, file)));
    schedules.set(keyOf(schedule.group, schedule.name), schedule);
  }
  const fileOf = (schedule: Schedule): string =>
    join(directory, `${keyOf(schedule.group, schedule.name)}.json`);
  return {
    get: (group, name) => schedules.get(keyOf(group, name)),
    put: (schedule) => {
      writeJsonFile(fileOf(schedule), schedule);
      schedules.set(keyOf(schedule.group, schedule.name), schedule);
    },
    remove: (schedule) => {
      schedules.delete(keyOf(schedule.group, schedule.name));
      rmSync(fileOf(schedule), { force: true });
    },
    all: () => [...schedules.values()],
  };
}

/** `+` is not allowed in names, so no two schedules share a file and no name leaves the directory. */
function keyOf(group: string, name: string): string {
  return `${group}+${name}`;
}

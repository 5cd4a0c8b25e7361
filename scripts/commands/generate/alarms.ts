import { readFileSync } from 'node:fs';
import { everyAlarm } from '#infra/every-alarm.ts';
import { withAlarmTable } from '#scripts/lib/generate/alarm-table.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

const PAGE = 'docs/runbooks/README.md';

writeGenerated(PAGE, withAlarmTable(readFileSync(PAGE, 'utf8'), everyAlarm()));

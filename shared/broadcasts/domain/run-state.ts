import type { BroadcastControl } from './broadcast-control.ts';
import type { BroadcastRun } from './broadcast-run.ts';

/** The run and the control of a platform broadcast that has started. */
export type RunState = { readonly run: BroadcastRun; readonly control: BroadcastControl };

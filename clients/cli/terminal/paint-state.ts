import { type Colour, paint, type Painted } from './screen.ts';

const COLOURS: Readonly<Record<string, Colour>> = {
  succeeded: 'green',
  enabled: 'green',
  active: 'green',
  published: 'green',
  completed: 'green',
  failed: 'red',
  suspended: 'red',
  stopped: 'red',
  cancelled: 'yellow',
  held: 'yellow',
  retrying: 'yellow',
  paused: 'yellow',
};

/** The state of something, in the colour of how good it is. */
export function paintState(state: string): Painted | string {
  const colour = Object.hasOwn(COLOURS, state) ? COLOURS[state] : undefined;
  return colour === undefined ? state : paint(colour, state);
}

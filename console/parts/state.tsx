import {
  Ban,
  Check,
  CircleDashed,
  Clock,
  Globe,
  type IconNode,
  LoaderCircle,
  Pause,
  Pencil,
  RotateCw,
  Stamp,
  TriangleAlert,
  X,
} from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** What a state means: something works, is broken, needs attention soon, is on its way, or simply is. */
type Tone = 'good' | 'bad' | 'warn' | 'accent' | 'calm';

/** Each tone has an icon of its own, so that nobody needs the colour. */
const TONES: Readonly<Record<Tone, IconNode>> = {
  good: Check,
  bad: TriangleAlert,
  warn: RotateCw,
  accent: LoaderCircle,
  calm: CircleDashed,
};

/** The states of the API that are not calm, and those with an icon that says more than their tone. */
const STATES: Readonly<Record<string, readonly [tone: Tone, icon?: IconNode]>> = {
  enabled: ['good'],
  succeeded: ['good'],
  success: ['good'],
  open: ['good'],
  verified: ['good'],
  finished: ['good'],
  completed: ['good'],
  read: ['good'],
  delivered: ['good'],
  reachable: ['good'],
  matches: ['good'],
  connected: ['good'],
  active: ['good'],
  confirmed: ['good'],
  published: ['good', Globe],
  failing: ['bad'],
  suspended: ['bad'],
  unreachable: ['bad'],
  failed: ['bad', X],
  rejected: ['bad', X],
  needs_reauth: ['bad'],
  retrying: ['warn'],
  held: ['warn', Pause],
  needs_approval: ['warn', Stamp],
  unconfirmed: ['warn', Clock],
  pending: ['warn', Clock],
  not_saved: ['warn', Pencil],
  publishing: ['accent'],
  in_flight: ['accent'],
  sending: ['accent'],
  scheduled: ['accent', Clock],
  queued: ['accent', Clock],
  paused: ['calm', Pause],
  draft: ['calm', Pencil],
  cancelled: ['calm', Ban],
  disabled: ['calm', Ban],
};

/** A state of the API as words, with an icon and a colour that repeat its meaning. `words` says it in other words. */
export function State({ name, words = stateName(name) }: { readonly name: string; readonly words?: string }) {
  const [tone, icon] = STATES[name] ?? ['calm'];
  return (
    <Badge tone={tone} icon={icon ?? TONES[tone]}>
      {words}
    </Badge>
  );
}

function Badge({
  tone,
  icon,
  children,
}: {
  readonly tone: Tone;
  readonly icon: IconNode;
  readonly children: ComponentChildren;
}) {
  return (
    <span class={tone === 'calm' ? 'badge' : `badge ${tone}`}>
      <Icon node={icon} size="s" />
      {children}
    </span>
  );
}

/** The words of states whose name only the API uses. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  needs_reauth: 'must be reconnected',
  in_flight: 'being sent',
  needs_approval: 'waits for approval',
};

/** A state of the API as words. */
export function stateName(state: string): string {
  return STATE_WORDS[state] ?? state.replaceAll('_', ' ');
}

const { stage = '' } = document.documentElement.dataset;

/** The names of stages on which nothing is at stake. Production has none. */
const NAMES: Readonly<Partial<Record<string, string>>> = {
  local: 'Local',
  dev: 'Development',
  staging: 'Staging',
};

/** On which stage the console is, unless people depend on it. */
export function StageBadge() {
  const name = NAMES[stage] ?? (stage.startsWith('pr-') ? `Preview ${stage.slice(3)}` : undefined);
  return name === undefined ? null : <span class="stage">{name}</span>;
}

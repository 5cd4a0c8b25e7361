import { Tile } from '#console/parts/tiles.tsx';

/** The place of a figure that is being read, or why it is missing. The part of the screen with its details repeats the read. */
export function WaitingTile({ name, error }: { readonly name: string; readonly error: Error | null }) {
  return (
    <Tile name={name} figure={error ? '–' : <span class="bone" aria-hidden="true" />}>
      {error ? 'This figure could not be read.' : <span class="spoken">Loading…</span>}
    </Tile>
  );
}

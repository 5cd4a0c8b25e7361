import type { ComponentChildren } from 'preact';

/** Figures of a screen side by side, each with its name and a sentence. */
export function Tiles({ children }: { readonly children: ComponentChildren }) {
  return <dl class="tiles">{children}</dl>;
}

/** One figure of the tiles. `children` say more about it. */
export function Tile({
  name,
  figure,
  children,
}: {
  readonly name: ComponentChildren;
  readonly figure: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd class="figure">{figure}</dd>
      {children !== undefined && <dd>{children}</dd>}
    </div>
  );
}

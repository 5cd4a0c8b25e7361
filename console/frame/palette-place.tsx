import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RecentThings } from '#console/palette/recent.ts';
import type { Actions } from '#console/palette/screen-entries.ts';
import { Dialog } from '#console/parts/dialog.tsx';
import { NotLoaded } from '#console/screens/not-loaded.tsx';

type Props = {
  readonly actions: Actions;
  readonly recent: RecentThings;
  readonly onClose: () => void;
};

/** Loads the code of the palette, which the first screen does not need. */
export async function loadPalette(): Promise<ComponentType<Props>> {
  return (await import('#console/palette/palette.tsx')).Palette;
}

/** The open palette. */
export function PalettePlace(props: Props) {
  const [loaded, setLoaded] = useState<{ readonly Palette: ComponentType<Props> | undefined }>();
  useEffect(() => {
    void loadPalette().then(
      (Palette) => setLoaded({ Palette }),
      () => setLoaded({ Palette: undefined }),
    );
  }, []);
  if (!loaded) return null;
  const { Palette } = loaded;
  if (Palette) return <Palette {...props} />;
  return (
    <Dialog title="Search or jump to" onClose={props.onClose}>
      <NotLoaded />
    </Dialog>
  );
}

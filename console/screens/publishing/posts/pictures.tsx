import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { MediaFile } from '#console/screens/publishing/media-reads.ts';

type Pictures = {
  /** URLs of pictures, by file. */
  readonly pictures: ReadonlyMap<number, string>;
  readonly addPicture: (file: MediaFile, chosen: File) => void;
};

const PicturesContext = createContext<Pictures>({ pictures: new Map(), addPicture: () => undefined });

/** The pictures that the person has uploaded on this screen, which the browser shows without a request. */
export function usePictures(): Pictures {
  return useContext(PicturesContext);
}

/** Shares the uploaded pictures between the form and the preview. */
export function PicturesOfScreen({ children }: { readonly children: ComponentChildren }) {
  const [pictures, setPictures] = useState<ReadonlyMap<number, string>>(new Map());
  const urls = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );

  function addPicture({ id, mime_type: type }: MediaFile, chosen: File): void {
    if (!type.startsWith('image/')) return;
    const url = URL.createObjectURL(chosen);
    urls.current.push(url);
    setPictures((before) => new Map(before).set(id, url));
  }

  return <PicturesContext.Provider value={{ pictures, addPicture }}>{children}</PicturesContext.Provider>;
}

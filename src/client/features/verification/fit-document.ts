export type Size = { width: number; height: number };

export type FittedDocument = {
  /** Of the image, before it is turned. */
  image: Size;
  /** Of the place that it takes once it is turned. */
  place: Size;
};

/** Without zoom, the whole document is in sight and fills the frame. */
export function fitDocument(natural: Size, frame: Size, { zoom, turns }: { zoom: number; turns: number }): FittedDocument {
  const isOnSide = turns % 2 === 1;
  const turned = isOnSide ? { width: natural.height, height: natural.width } : natural;
  const fitting = Math.min(frame.width / turned.width, frame.height / turned.height);
  const scale = ({ width, height }: Size) => ({ width: Math.floor(width * fitting * zoom), height: Math.floor(height * fitting * zoom) });
  return { image: scale(natural), place: scale(turned) };
}

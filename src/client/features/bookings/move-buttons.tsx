import { type MovesProps, useMoves } from './use-moves.tsx';

/** Where this party may take the booking now. */
export function MoveButtons(props: MovesProps) {
  const { buttons, dialogs } = useMoves(props);
  return (
    <>
      {buttons}
      {dialogs}
    </>
  );
}

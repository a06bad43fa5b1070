import { BadgeX, Bell, CircleSlash, Copy, Phone, RotateCcw, Trash2, UserRound, XCircle } from 'lucide-react';
import { RowMenu, type RowMenuItem } from '#client/ui/row-menu.tsx';
import type { TutorRow } from '#shared/contracts/verification.ts';
import { copyEmail } from './tell.ts';
import type { TutorAction } from './tutor-actions.ts';
import { telephone } from './verification-words.ts';

export type TutorMenuProps = { tutor: TutorRow; canSuspend: boolean; onAct: (action: TutorAction) => void };

/** What else can be done with a tutor. */
export function TutorMenu({ tutor: { id, user, phone, isVerified, isComplete, status }, canSuspend, onAct }: TutorMenuProps) {
  const decision: RowMenuItem = isVerified
    ? { label: 'Unverify', icon: <BadgeX size={18} />, onPress: () => onAct('unverify') }
    : { label: 'Reject', icon: <XCircle size={18} />, onPress: () => onAct('reject') };
  const change: RowMenuItem =
    status === 'suspended'
      ? { label: 'Reinstate', icon: <RotateCcw size={18} />, onPress: () => onAct('status') }
      : { label: 'Suspend', icon: <CircleSlash size={18} />, isDangerous: true, onPress: () => onAct('status') };
  const items: RowMenuItem[] = [
    { label: 'View Profile', icon: <UserRound size={18} />, href: `/tutor/${id}`, opensTab: true },
    ...(phone === '' ? [] : [{ label: 'Call', icon: <Phone size={18} />, href: telephone(phone) }]),
    { label: 'Copy email', icon: <Copy size={18} />, onPress: () => void copyEmail(user.email) },
    ...(isComplete ? [] : [{ label: 'Remind', icon: <Bell size={18} />, onPress: () => onAct('remind') }]),
    decision,
    ...(canSuspend ? [change] : []),
    { label: 'Delete', icon: <Trash2 size={18} />, isDangerous: true, onPress: () => onAct('delete') },
  ];
  return <RowMenu label={`More about ${user.name}`} items={items} />;
}

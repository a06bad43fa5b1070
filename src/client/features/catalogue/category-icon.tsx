import {
  Atom,
  Award,
  BookOpen,
  BriefcaseBusiness,
  ChartLine,
  Cog,
  Dna,
  Globe,
  Landmark,
  Languages,
  Laptop,
  Layers,
  type LucideIcon,
  Music,
} from 'lucide-react';
import { useLazy } from '#client/ui/use-lazy.ts';

/** Part of the first chunk: all of Lucide would be ten times the page. */
export const COMMON_ICONS: Readonly<Record<string, LucideIcon>> = {
  Atom,
  Award,
  BookOpen,
  BriefcaseBusiness,
  ChartLine,
  Cog,
  Dna,
  Globe,
  Landmark,
  Languages,
  Laptop,
  Layers,
  Music,
};
const COMMON = new Map(Object.entries(COMMON_ICONS));

export type CategoryIconProps = { name: string; size?: number };

export function CategoryIcon({ name, size = 18 }: CategoryIconProps) {
  const Icon = COMMON.get(name);
  return Icon ? <Icon size={size} aria-hidden="true" /> : <OtherIcon name={name} size={size} />;
}

const loadMoreIcons = () => import('./more-category-icons.tsx').then((module) => module.MoreCategoryIcon);

function OtherIcon({ name, size }: Required<CategoryIconProps>) {
  const Other = useLazy(loadMoreIcons, { isNeeded: true });
  return Other ? <Other name={name} size={size} /> : <BookOpen size={size} aria-hidden="true" />;
}

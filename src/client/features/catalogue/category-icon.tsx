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
import { lazyPart } from '#client/ui/lazy-part.tsx';

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
  return Icon ? (
    <Icon size={size} aria-hidden="true" />
  ) : (
    <OtherIcon name={name} size={size} fallback={<BookOpen size={size} aria-hidden="true" />} />
  );
}

const OtherIcon = lazyPart(() => import('./more-category-icons.tsx').then((module) => module.MoreCategoryIcon));

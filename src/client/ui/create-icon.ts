import { createElement, type SVGProps } from 'react';

/** An icon as the files of lucide-react hold it. */
type IconData = { size?: number; node: readonly (readonly [tag: string, attributes: Record<string, string | number>])[] };
type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number | string };

/**
 * In the place of lucide's own function of this kind (`vite.config.ts`): a page has more than a hundred icons, and their lines as
 * elements of React were a third of all that the server renders and the browser hydrates.
 */
export default function createIcon({ size: side = 24, node }: IconData) {
  const viewBox = `0 0 ${side} ${side}`;
  let lines: { __html: string } | undefined;

  return function Icon({ size = 24, color = 'currentColor', className, ...rest }: IconProps) {
    lines ??= { __html: node.map(toMarkup).join('') };
    return createElement('svg', {
      width: size,
      height: size,
      viewBox,
      fill: 'none',
      stroke: color,
      className: className ? `lucide ${className}` : 'lucide',
      'aria-hidden': isDescribed(rest) ? undefined : 'true',
      ...rest,
      dangerouslySetInnerHTML: lines,
    });
  };
}

function toMarkup([tag, { key, ...attributes }]: IconData['node'][number]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join('')}></${tag}>`;
}

function isDescribed(props: object): boolean {
  return 'role' in props || 'title' in props || 'aria-label' in props || 'aria-labelledby' in props;
}

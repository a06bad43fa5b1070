import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import type { PointerEvent } from 'react';
import { CategoryIcon } from '#client/features/catalogue/category-icon.tsx';
import type { CategoryView } from '#shared/contracts/catalogue.ts';
import { counted } from './catalogue-words.ts';
import classes from './category-card.module.css';
import { EntryActions } from './entry-actions.tsx';
import { StatusBadge } from './status-badge.tsx';

export type CategoryCardProps = {
  category: CategoryView;
  /** Where it stands among how many, from 0 on. */
  place: number;
  count: number;
  isDragged: boolean;
  isBusy: boolean;
  onDrag: (event: PointerEvent) => void;
  onMove: (by: 1 | -1) => void;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function CategoryCard({ category, place, count, isDragged, isBusy, onDrag, onMove, onToggle, onEdit, onDelete }: CategoryCardProps) {
  const { id, name, description, icon, color, order, isActive, subjects } = category;
  return (
    <li
      className={classes.card}
      style={{ order: place }}
      data-category={id}
      data-dragged={isDragged || undefined}
      data-inactive={!isActive || undefined}
    >
      <div className={classes.head}>
        <span className={classes.icon} style={{ borderColor: color }}>
          <CategoryIcon name={icon} size={24} />
        </span>
        <h2>{name}</h2>
        <span className={classes.grip} title="Drag to put it elsewhere" aria-hidden="true" onPointerDown={onDrag}>
          <GripVertical size={20} />
        </span>
      </div>
      <p className={classes.description} data-empty={description === '' || undefined}>
        {description || 'No description provided'}
      </p>
      <ul className={classes.facts}>
        <li>
          <StatusBadge isActive={isActive} />
        </li>
        <li>{counted(subjects.length, 'subject')}</li>
        <li>Order {order}</li>
        <li>
          <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
          <span>{color}</span>
        </li>
      </ul>
      <div className={classes.actions}>
        <EntryActions entry={category} isBusy={isBusy} onToggle={onToggle} onEdit={onEdit} onDelete={onDelete} />
        <span className={classes.moves}>
          <button type="button" aria-label={`Move up ${name}`} title="Move up" data-move="-1" disabled={place === 0} onClick={() => onMove(-1)}>
            <ArrowUp size={18} aria-hidden="true" />
          </button>
          <button
            type="button"
            aria-label={`Move down ${name}`}
            title="Move down"
            data-move="1"
            disabled={place === count - 1}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={18} aria-hidden="true" />
          </button>
        </span>
      </div>
    </li>
  );
}

import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './blog-editor.module.css';
import { ImageDialog } from './image-dialog.tsx';
import { insertImage, setLink } from './insertions.ts';
import { LinkDialog } from './link-dialog.tsx';

type Tool = {
  name: string;
  Icon: LucideIcon;
  /** Absent where there is no such state. */
  isOn?: (editor: Editor) => boolean;
  isOff?: (editor: Editor) => boolean;
  use: (editor: Editor) => void;
};

const TOOLS: readonly (readonly Tool[])[] = [
  [
    {
      name: 'Heading',
      Icon: Heading2,
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
      use: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      name: 'Smaller heading',
      Icon: Heading3,
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
      use: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
  ],
  [
    { name: 'Bold', Icon: Bold, isOn: (editor) => editor.isActive('bold'), use: (editor) => editor.chain().focus().toggleBold().run() },
    { name: 'Italic', Icon: Italic, isOn: (editor) => editor.isActive('italic'), use: (editor) => editor.chain().focus().toggleItalic().run() },
    {
      name: 'Underline',
      Icon: Underline,
      isOn: (editor) => editor.isActive('underline'),
      use: (editor) => editor.chain().focus().toggleUnderline().run(),
    },
    {
      name: 'Strikethrough',
      Icon: Strikethrough,
      isOn: (editor) => editor.isActive('strike'),
      use: (editor) => editor.chain().focus().toggleStrike().run(),
    },
  ],
  [
    {
      name: 'Bulleted list',
      Icon: List,
      isOn: (editor) => editor.isActive('bulletList'),
      use: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: 'Numbered list',
      Icon: ListOrdered,
      isOn: (editor) => editor.isActive('orderedList'),
      use: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: 'Quotation',
      Icon: Quote,
      isOn: (editor) => editor.isActive('blockquote'),
      use: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    { name: 'Line', Icon: Minus, use: (editor) => editor.chain().focus().setHorizontalRule().run() },
  ],
];

const HISTORY: readonly Tool[] = [
  { name: 'Undo', Icon: Undo2, isOff: (editor) => !editor.can().undo(), use: (editor) => editor.chain().focus().undo().run() },
  { name: 'Redo', Icon: Redo2, isOff: (editor) => !editor.can().redo(), use: (editor) => editor.chain().focus().redo().run() },
];

/** One stop for the Tab key; the arrow keys go from tool to tool. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const bar = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<'link' | 'image' | null>(null);
  const [current, setCurrent] = useState('Heading');
  const states = useEditorState({
    editor,
    selector: ({ editor: edited }) =>
      Object.fromEntries(
        [...TOOLS.flat(), ...HISTORY].map(({ name, isOn, isOff }) => [name, { isOn: isOn?.(edited), isOff: isOff?.(edited) ?? false }]),
      ),
  });
  const isLinked = useEditorState({ editor, selector: ({ editor: edited }) => edited.isActive('link') });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons.at((at + step) % buttons.length)?.focus();
  };
  const tab = (name: string) => ({ tabIndex: name === current ? 0 : -1, onFocus: () => setCurrent(name) });
  const button = ({ name, Icon, use }: Tool) => {
    const { isOn, isOff } = states[name] ?? {};
    return (
      <button
        key={name}
        type="button"
        className={classes.tool}
        aria-label={name}
        title={name}
        aria-pressed={isOn}
        disabled={isOff}
        {...tab(name)}
        onClick={() => use(editor)}
      >
        <Icon size={20} aria-hidden="true" />
      </button>
    );
  };

  return (
    <>
      <div ref={bar} role="toolbar" aria-label="Formatting" className={classes.toolbar} onKeyDown={onKeyDown}>
        {TOOLS.map((group) => (
          <span key={group[0]?.name} className={classes.group}>
            {group.map(button)}
          </span>
        ))}
        <span className={classes.group}>
          <button
            type="button"
            className={classes.tool}
            aria-label="Link"
            title="Link"
            aria-pressed={isLinked}
            {...tab('Link')}
            onClick={() => setDialog('link')}
          >
            <Link2 size={20} aria-hidden="true" />
          </button>
          <button type="button" className={classes.tool} aria-label="Image" title="Image" {...tab('Image')} onClick={() => setDialog('image')}>
            <ImagePlus size={20} aria-hidden="true" />
          </button>
        </span>
        <span className={classes.group}>{HISTORY.map(button)}</span>
      </div>
      <LinkDialog
        opened={dialog === 'link'}
        address={dialog === 'link' ? String(editor.getAttributes('link').href ?? '') : ''}
        onClose={() => setDialog(null)}
        onLink={(href) => {
          setDialog(null);
          setLink(editor, href);
        }}
      />
      <ImageDialog
        opened={dialog === 'image'}
        onClose={() => setDialog(null)}
        onImage={(image) => {
          setDialog(null);
          insertImage(editor, image);
        }}
      />
    </>
  );
}

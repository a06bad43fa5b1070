import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
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
import { ImageDialog, insertImage } from './image-dialog.tsx';
import { LinkDialog, setLink } from './link-dialog.tsx';

type DialogName = 'link' | 'image';
type Tool = {
  name: MessageDescriptor;
  Icon: LucideIcon;
  isOn?: (editor: Editor) => boolean;
  isDisabled?: (editor: Editor) => boolean;
  use: (editor: Editor, openDialog: (name: DialogName) => void) => void;
};

const HEADING = msg`Heading`;

const TOOLS: readonly (readonly Tool[])[] = [
  [
    {
      name: HEADING,
      Icon: Heading2,
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
      use: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      name: msg`Smaller heading`,
      Icon: Heading3,
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
      use: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
  ],
  [
    { name: msg`Bold`, Icon: Bold, isOn: (editor) => editor.isActive('bold'), use: (editor) => editor.chain().focus().toggleBold().run() },
    { name: msg`Italic`, Icon: Italic, isOn: (editor) => editor.isActive('italic'), use: (editor) => editor.chain().focus().toggleItalic().run() },
    {
      name: msg`Underline`,
      Icon: Underline,
      isOn: (editor) => editor.isActive('underline'),
      use: (editor) => editor.chain().focus().toggleUnderline().run(),
    },
    {
      name: msg`Strikethrough`,
      Icon: Strikethrough,
      isOn: (editor) => editor.isActive('strike'),
      use: (editor) => editor.chain().focus().toggleStrike().run(),
    },
  ],
  [
    {
      name: msg`Bulleted list`,
      Icon: List,
      isOn: (editor) => editor.isActive('bulletList'),
      use: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: msg`Numbered list`,
      Icon: ListOrdered,
      isOn: (editor) => editor.isActive('orderedList'),
      use: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: msg`Quotation`,
      Icon: Quote,
      isOn: (editor) => editor.isActive('blockquote'),
      use: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    { name: msg`Line`, Icon: Minus, use: (editor) => editor.chain().focus().setHorizontalRule().run() },
  ],
  [
    { name: msg`Link`, Icon: Link2, isOn: (editor) => editor.isActive('link'), use: (_, openDialog) => openDialog('link') },
    { name: msg`Image`, Icon: ImagePlus, use: (_, openDialog) => openDialog('image') },
  ],
  [
    { name: msg`Undo`, Icon: Undo2, isDisabled: (editor) => !editor.can().undo(), use: (editor) => editor.chain().focus().undo().run() },
    { name: msg`Redo`, Icon: Redo2, isDisabled: (editor) => !editor.can().redo(), use: (editor) => editor.chain().focus().redo().run() },
  ],
];

export type EditorToolbarProps = {
  editor: Editor;
  /** Images that were pasted or dropped, to be added one after the other. */
  pasted: readonly File[];
  onPastedDone: () => void;
};

/** One tab stop: the arrow keys move between the tools. */
export function EditorToolbar({ editor, pasted, onPastedDone }: EditorToolbarProps) {
  const { t, i18n } = useLingui();
  const toolbar = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [current, setCurrent] = useState(HEADING.id);
  const states = useEditorState({
    editor,
    selector: (snapshot) =>
      Object.fromEntries(
        TOOLS.flat().map(({ name, isOn, isDisabled }) => [name.id, { isOn: isOn?.(snapshot.editor), isDisabled: isDisabled?.(snapshot.editor) }]),
      ),
  });

  function closeImage(): void {
    setDialog(null);
    onPastedDone();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = [...(toolbar.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    const index = buttons.findIndex((button) => button.matches(':focus'));
    if (step === undefined || index < 0) return;
    event.preventDefault();
    buttons.at((index + step) % buttons.length)?.focus();
  }

  return (
    <>
      <div ref={toolbar} role="toolbar" aria-label={t`Formatting`} className={classes.toolbar} onKeyDown={handleKeyDown}>
        {TOOLS.map((group) => (
          <span key={group[0]?.name.id} className={classes.group}>
            {group.map(({ name, Icon, use }) => (
              <ActionIcon
                key={name.id}
                className={classes.tool}
                variant={states[name.id]?.isOn ? 'light' : 'subtle'}
                radius="sm"
                aria-label={i18n._(name)}
                title={i18n._(name)}
                aria-pressed={states[name.id]?.isOn}
                disabled={states[name.id]?.isDisabled}
                tabIndex={name.id === current ? 0 : -1}
                onFocus={() => setCurrent(name.id)}
                onClick={() => use(editor, setDialog)}
              >
                <Icon size={20} aria-hidden="true" />
              </ActionIcon>
            ))}
          </span>
        ))}
      </div>
      <LinkDialog
        opened={dialog === 'link'}
        href={dialog === 'link' ? String(editor.getAttributes('link').href ?? '') : ''}
        onClose={() => setDialog(null)}
        onLink={(href) => {
          setDialog(null);
          setLink(editor, href);
        }}
      />
      <ImageDialog
        opened={dialog === 'image' || pasted.length > 0}
        pasted={pasted[0]}
        onClose={closeImage}
        onImage={(image) => {
          closeImage();
          insertImage(editor, image);
        }}
      />
    </>
  );
}

import { useLingui } from '@lingui/react/macro';
import Image from '@tiptap/extension-image';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import { toast } from '#client/ui/toasts.ts';
import classes from './blog-editor.module.css';
import { EditorToolbar } from './editor-toolbar.tsx';
import { filesOf, hasOtherImages, NOT_OURS, withOwnImages } from './pasted-images.ts';
import richText from './rich-text.module.css';

export type BlogEditorProps = {
  /** Read at first and whenever `version` changes. */
  content: string;
  version: number;
  labelId: string;
  error: string | undefined;
  errorId: string;
  onChange: (html: string) => void;
};

/** Must match the elements of `src/shared/domain/rich-text.ts`. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['mailto'], HTMLAttributes: { rel: null, target: null } },
  }),
  Image.configure({ allowBase64: false }),
];

/** Import lazily: it brings the library of the editor. */
export function BlogEditor({ content, version, labelId, error, errorId, onChange }: BlogEditorProps) {
  const { i18n } = useLingui();
  const lastText = useRef(withoutTrailingLines(content));
  const [pasted, setPasted] = useState<readonly File[]>([]);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content,
    editorProps: {
      attributes: {
        class: `${richText.text} ${classes.content}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-required': 'true',
        'aria-invalid': String(error !== undefined),
        'aria-labelledby': labelId,
        'aria-describedby': errorId,
        'data-field': 'content',
      },
      transformPastedHTML: withOwnImages,
      handlePaste: (_, { clipboardData }) => {
        const files = filesOf(clipboardData);
        if (files.length === 0 && hasOtherImages(clipboardData?.getData('text/html') ?? '')) toast.error(i18n._(NOT_OURS));
        setPasted(files);
        return files.length > 0;
      },
      handleDrop: (_view, { dataTransfer }, _slice, isMoved) => {
        const files = isMoved ? [] : filesOf(dataTransfer);
        setPasted(files);
        return files.length > 0;
      },
    },
    onUpdate: (update) => {
      const html = update.editor.isEmpty ? '' : update.editor.getHTML();
      const text = withoutTrailingLines(html);
      // A click below an image at the end adds an empty line, which nobody has typed.
      if (text !== lastText.current) onChange(html);
      lastText.current = text;
    },
  });

  const shownVersion = useRef(version);
  useEffect(() => {
    if (version === shownVersion.current) return;
    shownVersion.current = version;
    lastText.current = withoutTrailingLines(content);
    editor.commands.setContent(content, { emitUpdate: false });
  }, [editor, content, version]);

  return (
    <div className={classes.editor} data-invalid={error !== undefined || undefined}>
      <EditorToolbar editor={editor} pasted={pasted} onPastedDone={() => setPasted((files) => files.slice(1))} />
      <EditorContent editor={editor} />
    </div>
  );
}

function withoutTrailingLines(html: string): string {
  return html.replace(/(?:<p><\/p>)+$/, '');
}

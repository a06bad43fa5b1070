import Image from '@tiptap/extension-image';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import classes from './blog-editor.module.css';
import { EditorToolbar } from './editor-toolbar.tsx';
import text from './rich-text.module.css';

export type BlogEditorProps = {
  /** What it begins with, and again whenever `version` changes. */
  content: string;
  version: number;
  labelId: string;
  error: string | undefined;
  errorId: string;
  onChange: (html: string) => void;
};

/** What a post may contain, `domain/rich-text.ts`. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['mailto'], HTMLAttributes: { rel: null, target: null } },
  }),
  Image.configure({ allowBase64: false }),
];

/** The editor's library is fetched with this module: import it only on demand. */
export function BlogEditor({ content, version, labelId, error, errorId, onChange }: BlogEditorProps) {
  const told = useRef(onChange);
  useEffect(() => {
    told.current = onChange;
  });
  const written = useRef(wordsOf(content));
  const editor = useEditor({
    extensions: EXTENSIONS,
    content,
    editorProps: {
      attributes: {
        class: `${text.text} ${classes.content}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-required': 'true',
        'aria-labelledby': labelId,
        'aria-describedby': errorId,
        'data-field': 'content',
      },
    },
    onUpdate: ({ editor: edited }) => {
      const html = edited.isEmpty ? '' : edited.getHTML();
      // An image at the end gets an empty line below it as soon as one clicks there: nobody has written that.
      const isSame = wordsOf(html) === written.current;
      written.current = wordsOf(html);
      if (!isSame) told.current(html);
    },
  });

  const shown = useRef(version);
  useEffect(() => {
    if (version === shown.current) return;
    shown.current = version;
    written.current = wordsOf(content);
    editor.commands.setContent(content, { emitUpdate: false });
  }, [editor, content, version]);

  useEffect(() => {
    editor.view.dom.setAttribute('aria-invalid', String(error !== undefined));
  }, [editor, error]);

  return (
    <div className={classes.editor} data-invalid={error !== undefined || undefined}>
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}

/** Without the empty lines at its end. */
function wordsOf(html: string): string {
  return html.replace(/(?:<p><\/p>)+$/, '');
}

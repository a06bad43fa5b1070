import type { Editor } from '@tiptap/react';

/** After what is selected, which stays. */
export function insertImage(editor: Editor, image: { src: string; alt: string }): void {
  editor.chain().focus().setTextSelection(editor.state.selection.to).setImage(image).run();
}

/** Links the words that are selected, or writes the address after what is selected; an empty one takes the link away. */
export function setLink(editor: Editor, href: string): void {
  const { doc, selection } = editor.state;
  const isOnWords = editor.isActive('link') || doc.textBetween(selection.from, selection.to).trim() !== '';
  const chain = editor.chain().focus();
  if (href === '') chain.extendMarkRange('link').unsetLink().run();
  else if (isOnWords) chain.extendMarkRange('link').setLink({ href }).run();
  else {
    chain
      .setTextSelection(selection.to)
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run();
  }
}
